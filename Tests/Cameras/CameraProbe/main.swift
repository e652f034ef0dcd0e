// camera-probe DEVICE [--size WxH] [--rate N] [--format FOURCC] [--frames N] [--luma FILE] [--modes]
//
// Opens a camera as overlayd's worker does, takes so many frames (30), writes the last one's luma to FILE (width * height
// bytes) and a line of JSON about the mode, the frames and the time to standard output. --modes lists the camera's modes
// from the best to the worst instead. Exit status: 0, or 1 with the fault in the JSON, or 64 for a mistaken command line.
import Glibc
import OverlayCapture
import OverlayFrame
import OverlaySystem

guard let options = ProbeOptions(CommandLine.arguments.dropFirst()) else {
    Console.complain("usage: camera-probe DEVICE [--size WxH] [--rate N] [--format FOURCC] [--frames N] [--luma FILE]")
    exit(64)
}
exit(Probe(options).run())
