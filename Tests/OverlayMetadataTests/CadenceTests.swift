import OverlayMetadata
import Testing

@Suite("The cadence of frames", .timeLimit(.minutes(1)))
struct CadenceTests {
    /// The times of those of a camera's frames that are due.
    private func taken(
        _ cadence: inout Cadence, rate: Double, every duration: Int64, for length: Int64, from start: Int64 = 1_000_000,
        jitter: (Int64) -> Int64 = { _ in 0 }
    ) -> [Int64] {
        (0..<length / duration).map { start + $0 * duration + jitter($0) }
            .filter { cadence.takes($0, duration: duration, rate: rate) }
    }

    @Test(
        "as many frames are due as the rate says, each near its time, though the camera's times tremble",
        arguments: [0.2, 1, 3, 5, 7, 10, 15, 29], [33_333, 33_367, 40_000] as [Int64])
    func even(rate: Double, duration: Int64) {
        let length: Int64 = 60_000_000
        var cadence = Cadence()
        let times = taken(&cadence, rate: rate, every: duration, for: length) { $0 % 3 * 900 - 900 }
        let wanted = min(rate, 1_000_000 / Double(duration)) * Double(length) / 1_000_000
        #expect(abs(Double(times.count) - wanted) <= 1)
        let longest = zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? 0
        #expect(Double(longest) <= 1_000_000 / rate + Double(duration) + 2_000)
    }

    @Test("all that was found for a rate is sent at it", arguments: [0.2, 1, 3, 5, 7, 10])
    func twice(rate: Double) {
        var (finding, sending) = (Cadence(), Cadence())
        let found = taken(&finding, rate: rate, every: 33_217, for: 60_000_000) { $0 * 7 % 5 * 400 }
        let refused = found.filter { !sending.takes($0, duration: 33_217, rate: rate) }
        #expect(refused.isEmpty)
    }

    @Test("another rate, and time that begins anew, hold at once")
    func changes() {
        var cadence = Cadence()
        let frames: [(Int64, Double)] = [(1_000_000, 0.001), (1_040_000, 0.001), (1_080_000, 25), (0, 25)]
        let due = frames.map { cadence.takes($0.0, duration: 40_000, rate: $0.1) }
        #expect(due == [true, false, true, true])
    }

    @Test("time lost is not made up for")
    func late() {
        var cadence = Cadence()
        _ = cadence.takes(0, duration: 10_000, rate: 10)
        let times = taken(&cadence, rate: 10, every: 10_000, for: 1_000_000, from: 5_000_000)
        #expect(times.count == 10)
    }
}
