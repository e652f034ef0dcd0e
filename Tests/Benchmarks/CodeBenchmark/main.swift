import Glibc

let frames = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 300
do {
    exit(try Benchmark(frames: max(frames, 30)).run() ? 0 : 1)
} catch {
    print(error)
    exit(70)
}
