import OverlaySystem

/// Frames at their own moments, in real time.
///
/// A frame that comes late is due at once, and those behind it catch up; time begins anew when they are too late for
/// that.
package final class TimelinePacer: Pacer {
    private struct State {
        /// The clock's time at offset 0.
        var base: Int64?
        var last = Int64.min
        var cancelled = false
    }

    /// So late, in microseconds, nothing catches up any more.
    static let patience: Int64 = 2_000_000

    private let state = Monitor(State())

    /// A pacer whose time begins with the first frame.
    package init() {}

    package func next() -> Stamp? { next(at: Timeline.Moment(offset: 0, duration: 40_000, waits: false)) }

    package func next(at moment: Timeline.Moment) -> Stamp? {
        let now = SystemClock().monotonic
        let due = state.update { state -> Int64 in
            guard moment.waits else { return now }
            if let base = state.base, base &+ moment.offset > now &- TimelinePacer.patience {
                return max(base &+ moment.offset, now)
            }
            state.base = now &- moment.offset
            return now
        }
        if due > now, state.wait(until: due, { $0.cancelled ? true : nil }) != nil { return nil }
        return state.update { state -> Stamp? in
            guard !state.cancelled else { return nil }
            let time = max(due, state.last)
            state.last = time
            let clock = SystemClock()
            return Stamp(time: time, wall: clock.wall &- (clock.monotonic &- time), duration: moment.duration)
        }
    }

    package func cancel() { state.update { $0.cancelled = true } }
}
