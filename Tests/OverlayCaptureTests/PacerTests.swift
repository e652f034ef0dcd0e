import OverlaySystem
import Synchronization
import Testing

@testable import OverlayCapture

@Suite("The pace of frames", .timeLimit(.minutes(1)))
struct PacerTests {
    @Test("A steady rate is kept from its start: rounding does not add up")
    func steady() {
        var schedule = RateSchedule(rate: 30)
        var now: Int64 = 1_000
        for beat in 0..<3_000 {
            now = schedule.due(now: now)
            #expect(now == 1_000 + Int64((Double(beat) * 1_000_000 / 30).rounded()))
        }
        #expect(schedule.duration == 33_333)
    }

    @Test("A late frame is due at once, and the next ones are not hurried")
    func late() {
        var schedule = RateSchedule(rate: 10)
        #expect(schedule.due(now: 0) == 0)
        #expect(schedule.due(now: 30_000) == 100_000)
        // A little late: the beat holds.
        #expect(schedule.due(now: 250_000) == 250_000)
        #expect(schedule.due(now: 250_000) == 300_000)
        // Five periods late: one frame at once, then a whole period between frames.
        #expect(schedule.due(now: 900_000) == 900_000)
        #expect(schedule.due(now: 900_000) == 1_000_000)
        #expect(schedule.due(now: 1_000_000) == 1_100_000)
    }

    @Test("No rate is out of bounds", arguments: [0, -1, 1e-300, 1e300, .infinity, -.infinity, .nan])
    func bounds(rate: Double) {
        var schedule = RateSchedule(rate: rate)
        #expect((1_000...1_000_000_000).contains(schedule.duration))
        #expect(schedule.due(now: 5) == 5)
        #expect(schedule.due(now: 5) > 5)
    }

    @Test("Frames in real time carry the clock's time and the rate's duration")
    func realTime() throws {
        let clock = ManualClock(monotonic: 77, wall: 99)
        let pacer = RatePacer(rate: 1_000, clock: clock)
        for _ in 0..<5 { #expect(pacer.next() == Stamp(time: 77, wall: 99, duration: 1_000)) }
        clock.advance(by: 10)
        #expect(pacer.next() == Stamp(time: 87, wall: 109, duration: 1_000))
    }

    @Test("Cancelling wakes a pacer that would wait for a quarter of an hour")
    func cancelRate() throws {
        let pacer = RatePacer(rate: 0.001, clock: ManualClock())
        #expect(pacer.next() != nil)
        let canceller = try Thread(named: "cancel") { pacer.cancel() }
        #expect(pacer.next() == nil)
        canceller.join()
        #expect(pacer.next() == nil)
    }

    @Test("Stepped frames come as they are granted, exactly a period apart")
    func stepped() {
        let pacer = SteppedPacer(start: 5_000_000, wall: 7_000_000, rate: 15)
        pacer.grant(3)
        for beat in 0..<3 {
            let elapsed = Int64(beat) * 66_667
            #expect(pacer.next() == Stamp(time: 5_000_000 + elapsed, wall: 7_000_000 + elapsed, duration: 66_667))
        }
    }

    @Test("A stepped pacer waits for its grant on another thread, and for its end")
    func steppedWaits() throws {
        let pacer = SteppedPacer(start: 0, wall: 0, rate: 1)
        let stamps = Mutex<[Stamp?]>([])
        let reader = try Thread(named: "reader") {
            for _ in 0..<3 {
                let stamp = pacer.next()
                stamps.withLock { $0.append(stamp) }
                if stamp?.time == 1_000_000 { pacer.cancel() }
            }
        }
        pacer.grant(1)
        pacer.grant(-5)
        pacer.grant(1)
        reader.join()
        #expect(stamps.withLock { $0.map { $0?.time } } == [0, 1_000_000, nil])
    }
}
