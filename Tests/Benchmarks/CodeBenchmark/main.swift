import Glibc

let words = CommandLine.arguments.dropFirst()
let count = words.last.flatMap { Int($0) }
do {
    let isGood =
        words.first == "soak"
        ? try Soak(frames: max(count ?? 200_000, 1_000)).run() : try Benchmark(frames: max(count ?? 300, 30)).run()
    exit(isGood ? 0 : 1)
} catch {
    print(error)
    exit(70)
}
