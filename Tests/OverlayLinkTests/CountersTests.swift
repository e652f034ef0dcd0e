import OverlayLink
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CountersTests {
    @Test("openings add up, and the last time is the later one's")
    func adding() {
        var first = Counters()
        first.captured = 10
        first.codes.count(microseconds: 5)
        first.faces.count(microseconds: 70)
        var second = Counters()
        second.captured = 3
        second.codes.count(microseconds: 9)
        let sum = first.adding(second)
        #expect(sum.captured == 13)
        #expect(sum.codes.runs == 2)
        #expect(sum.codes.total == 14)
        #expect(sum.codes.last == 9)
        #expect(sum.faces.last == 70)
    }

    @Test("looks add up by their names")
    func looks() {
        var (first, second) = (Counters(), Counters())
        first.looks = [Counters.Look(name: "zbar plain", runs: 4, total: 40, found: 1)]
        second.looks = [
            Counters.Look(name: "zxing plain", runs: 1, total: 7, found: 0),
            Counters.Look(name: "zbar plain", runs: 2, total: 9, found: 2),
        ]
        let sum = first.adding(second)
        #expect(sum.looks.map(\.name) == ["zbar plain", "zxing plain"])
        #expect(sum.looks.first == Counters.Look(name: "zbar plain", runs: 6, total: 49, found: 3))
    }

    @Test("a time that ran backwards counts as none")
    func backwards() {
        var detector = Counters.Detector()
        detector.count(microseconds: -5)
        #expect(detector.total == 0)
        #expect(detector.runs == 1)
    }
}
