// camera-benchmark [ROUNDS]
//
// How long a camera's JPEG of 1280×720 takes from the driver's buffer to luma: by overlayd, by libv4l's conversion, and by
// libjpeg-turbo's own decoding to grey, in turns, so that whatever else the machine does meets all three. Prints the
// medians and their ratios; exits with 1 when overlayd takes longer than libv4l, or more than 1.2 times as long as
// libjpeg-turbo. Most of the time goes into Huffman's code, which all three have to read.
import Glibc

let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 60
exit(try Benchmark(rounds: max(rounds, 3)).run() ? 0 : 1)
