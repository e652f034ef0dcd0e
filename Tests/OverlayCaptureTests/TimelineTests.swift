import OverlaySystem
import TestSupport
import Testing

@testable import OverlayCapture

@Suite("A clip's time", .timeLimit(.minutes(1)))
struct TimelineTests {
    private func offsets(_ stamps: [Int64?], rate: Double = 25) -> [Int64] {
        var timeline = Timeline(rate: rate)
        return stamps.map { timeline.place(stamp: $0).offset }
    }

    @Test("frames stand as their stamps do, from wherever these begin")
    func steady() {
        #expect(offsets([5_000, 25_000, 65_000, 68_000]) == [0, 20_000, 60_000, 63_000])
        #expect(offsets([-9_000_000, -8_950_000]) == [0, 50_000])
    }

    @Test(
        "A stamp that is missing, stands still, goes back or jumps counts as an ordinary interval",
        arguments: [nil, 0, -1, 1, 999, .min, .max, 5_000_001, -3_000_000] as [Int64?])
    func jumps(step: Int64?) {
        let next = step.map { $0 &+ 20_000 }
        #expect(offsets([0, 20_000, next]) == [0, 20_000, 60_000])
    }

    @Test("a rate that makes no sense is 25 a second", arguments: [0, -1, .nan, .infinity, 1e9, 1e-9])
    func rates(rate: Double) { #expect(offsets([nil, nil, nil], rate: rate) == [0, 40_000, 80_000]) }

    @Test("a clip that begins anew follows its last frame")
    func loop() {
        var timeline = Timeline(rate: 50)
        let first = [0, 20_000, 40_000].map { timeline.place(stamp: $0).offset }
        timeline.begin(rate: 10)
        let second = [0, 100_000].map { timeline.place(stamp: $0).offset }
        #expect(first + second == [0, 20_000, 40_000, 140_000, 240_000])
    }

    @Test("time never stands, runs back or leaps, whatever the stamps", arguments: 0..<20)
    func anything(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var timeline = Timeline(rate: .random(in: -10...2_000, using: &random))
        var last: Int64?
        for _ in 0..<500 {
            let stamp: Int64? = .random(using: &random) ? .random(in: .min ... .max, using: &random) : nil
            let moment = timeline.place(stamp: Bool.random(using: &random) ? stamp.map { $0 % 9_000_000 } : stamp)
            if let last { #expect((1_000...5_000_000).contains(moment.offset - last)) }
            #expect((1_000...5_000_000).contains(moment.duration))
            last = moment.offset
        }
    }

    @Test("frames are stamped when they are due; one that is late is not, and the stamps never run back")
    func pacing() throws {
        let pacer = TimelinePacer()
        let start = SystemClock().monotonic
        let first = try #require(pacer.next(at: Timeline.Moment(offset: 0, duration: 7)))
        #expect(first.time >= start)
        #expect(first.duration == 7)
        let second = try #require(pacer.next(at: Timeline.Moment(offset: 30_000, duration: 7)))
        #expect(second.time == first.time + 30_000)
        #expect(SystemClock().monotonic >= second.time)
        // Due long ago, and out of order: at once.
        let third = try #require(pacer.next(at: Timeline.Moment(offset: 10_000, duration: 7)))
        #expect(third.time >= second.time)
        let live = try #require(pacer.next(at: Timeline.Moment(offset: 90_000_000, duration: 7, waits: false)))
        #expect(live.time >= third.time)
    }

    @Test("a frame whose time is yet to come is given up when the source is cancelled")
    func cancelling() throws {
        let pacer = TimelinePacer()
        _ = pacer.next(at: Timeline.Moment(offset: 0, duration: 1))
        let thread = try Thread(named: "cancel") { pacer.cancel() }
        #expect(pacer.next(at: Timeline.Moment(offset: 3_600_000_000, duration: 1)) == nil)
        thread.join()
        #expect(pacer.next(at: Timeline.Moment(offset: 0, duration: 1)) == nil)
    }
}
