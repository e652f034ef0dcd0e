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
            if let rate = opening.rate {
                pacer = RatePacer(rate: rate, clock: SystemClock())
            } else {
                pacer = TimelinePacer()
            }
            stepped = nil
        case .unpaced:
            pacer = FreePacer(rate: opening.rate ?? Pace.usualRate)
            stepped = nil
        case .stepped(let monotonic, let wall):
            let steps = Pace.steps(opening, monotonic: monotonic, wall: wall)
            pacer = steps
            stepped = steps
        }
    }

    private static let usualRate = 25.0

    /// Stamps follow from the frame's number alone, so that time goes on over openings as numbers do.
    private static func steps(_ opening: Opening, monotonic: Int64, wall: Int64) -> SteppedPacer {
        let rate = opening.rate ?? usualRate
        let duration = RateSchedule(rate: rate).duration
        let elapsed = Int64(truncatingIfNeeded: opening.firstSequence &- 1) &* duration
        return SteppedPacer(start: monotonic &+ elapsed, wall: wall &+ elapsed, rate: rate)
    }
}

/// Every frame is due as soon as it is asked for; its stamp is that of its place, from 0 on.
///
/// A clip's frames have places of their own.
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

    func next(at moment: Timeline.Moment) -> Stamp? {
        time.update { time in
            guard time != nil else { return nil }
            time = moment.offset &+ moment.duration
            return Stamp(time: moment.offset, wall: moment.offset, duration: moment.duration)
        }
    }

    func cancel() { time.update { $0 = nil } }
}
