/// A call that a loop makes once, at a moment of the machine's monotonic clock.
package final class Timer {
    let deadline: Int64
    private var body: (() -> Void)?

    init(deadline: Int64, body: @escaping () -> Void) {
        self.deadline = deadline
        self.body = body
    }

    /// The call has been made or called off.
    package var isDone: Bool { body == nil }

    /// Calls it off; harmless afterwards.
    package func cancel() { body = nil }

    func fire() {
        let call = body
        body = nil
        call?()
    }
}

/// The timers of a loop, soonest first.
struct TimerQueue {
    private var timers: [Timer] = []

    mutating func insert(_ timer: Timer) {
        let place = timers.firstIndex { $0.deadline > timer.deadline } ?? timers.endIndex
        timers.insert(timer, at: place)
    }

    /// The soonest timer if its moment has come; cancelled ones are dropped on the way.
    mutating func takeDue(at now: Int64) -> Timer? {
        timers.removeAll(where: \.isDone)
        guard let first = timers.first, first.deadline <= now else { return nil }
        return timers.removeFirst()
    }

    /// How long to wait for the soonest timer, in whole milliseconds, rounded up; `limit` −1 is for ever.
    func milliseconds(until now: Int64, atMost limit: Int32) -> Int32 {
        guard let first = timers.first(where: { !$0.isDone }) else { return limit }
        let wait = Int32(clamping: max(0, (first.deadline - now + 999) / 1000))
        return limit < 0 ? wait : min(wait, limit)
    }
}
