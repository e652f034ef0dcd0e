import OverlaySystem

/// Frames one by one as they are granted, with stamps that are exactly a period apart: for tests that own the time.
package final class SteppedPacer: Pacer {
    private struct State {
        var granted = 0
        var next: Stamp
        var cancelled = false
    }

    private let state: Monitor<State>

    /// The first frame's moments, in microseconds, and the frames a second.
    package init(start: Int64, wall: Int64, rate: Double) {
        let duration = RateSchedule(rate: rate).duration
        state = Monitor(State(next: Stamp(time: start, wall: wall, duration: duration)))
    }

    /// Lets so many further frames pass.
    package func grant(_ frames: Int) { state.update { $0.granted &+= max(frames, 0) } }

    package func next() -> Stamp? {
        state.wait { state -> Stamp?? in
            if state.cancelled { return .some(nil) }
            guard state.granted > 0 else { return nil }
            state.granted -= 1
            let stamp = state.next
            state.next.time &+= stamp.duration
            state.next.wall &+= stamp.duration
            return stamp
        }
    }

    package func cancel() { state.update { $0.cancelled = true } }
}
