import OverlaySystem

/// A steady rate in real time.
package final class RatePacer: Pacer {
    private struct State {
        var schedule: RateSchedule
        var cancelled = false
    }

    private let state: Monitor<State>
    private let clock: any Clock

    /// `rate` in frames a second; the waiting is the machine's, the stamps are the clock's.
    package init(rate: Double, clock: any Clock) {
        state = Monitor(State(schedule: RateSchedule(rate: rate)))
        self.clock = clock
    }

    package func next() -> Stamp? {
        let due = state.update { $0.schedule.due(now: SystemClock().monotonic) }
        let cancelled = state.wait(until: due) { $0.cancelled ? true : nil }
        guard cancelled == nil else { return nil }
        let duration = state.update { $0.schedule.duration }
        return Stamp(time: clock.monotonic, wall: clock.wall, duration: duration)
    }

    package func cancel() { state.update { $0.cancelled = true } }
}
