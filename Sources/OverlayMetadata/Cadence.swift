/// Which of the frames that come are due at a rate: evenly spaced, and in the long run no more than that.
///
/// Who finds and who sends go by the same rule, so that what was found for a rate is sent at it.
package struct Cadence: Hashable, Sendable {
    /// When the last frame that was due was taken, and when the next one is, in microseconds.
    private var last: Double?
    private var next = 0.0

    /// Before the first frame, which is due.
    package init() {}

    /// The frame of a capture time, which shows `duration` (microseconds), is due; then it counts as taken.
    ///
    /// Half a frame early is on time, but for no more than a tenth of the period. Time lost is not made up for. A higher
    /// rate than before holds from the last frame on.
    package mutating func takes(_ time: Int64, duration: Int64, rate: Double) -> Bool {
        let (now, period) = (Double(time), 1_000_000 / rate)
        let early = max(500, min(period / 10, Double(duration) / 2))
        var due = now
        if let last, now >= last {
            due = min(next, last + period + early)
            guard now >= due - early else { return false }
        }
        next = now - due < period ? due + period : now + period
        last = now
        return true
    }
}
