import OverlayCapture
import OverlayLink
import OverlaySystem

/// What paces an opening's frames.
struct Pace {
    let pacer: any Pacer
    /// The same, where the daemon grants the frames.
    let stepped: SteppedPacer?

    init(_ opening: Opening) {
        switch opening.clock {
        case .live:
            pacer = RatePacer(rate: opening.rate, clock: SystemClock())
            stepped = nil
        case .unpaced:
            pacer = FreePacer(rate: opening.rate)
            stepped = nil
        case .stepped(let monotonic, let wall):
            let steps = Pace.steps(opening, monotonic: monotonic, wall: wall)
            pacer = steps
            stepped = steps
        }
    }

    /// Stamps follow from the frame's number alone, so that time goes on over openings as numbers do.
    private static func steps(_ opening: Opening, monotonic: Int64, wall: Int64) -> SteppedPacer {
        let duration = RateSchedule(rate: opening.rate).duration
        let elapsed = Int64(truncatingIfNeeded: opening.firstSequence &- 1) &* duration
        return SteppedPacer(start: monotonic &+ elapsed, wall: wall &+ elapsed, rate: opening.rate)
    }
}

/// Every frame is due as soon as it is asked for; its stamp is that of its place, from 0 on.
final class FreePacer: Pacer {
    private let duration: Int64
    private let time: Monitor<Int64?> = Monitor(0)

    init(rate: Double) { duration = RateSchedule(rate: rate).duration }

    func next() -> Stamp? {
        time.update { time in
            guard let now = time else { return nil }
            time = now &+ duration
            return Stamp(time: now, wall: now, duration: duration)
        }
    }

    func cancel() { time.update { $0 = nil } }
}
