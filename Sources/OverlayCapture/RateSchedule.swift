/// When the frames of a steady rate are due.
///
/// A frame that is late by a whole period or more starts the beat anew: what was missed is never made up for in a
/// burst.
package struct RateSchedule {
    /// Microseconds between frames.
    let period: Double
    private var start: Int64?
    private var beats = 0.0

    /// A rate in frames a second; kept between one frame in 1,000 seconds and 1,000 frames a second.
    package init(rate: Double) {
        period = 1_000_000 / (rate.isFinite ? min(max(rate, 0.001), 1_000) : 1)
    }

    /// Microseconds between frames, rounded.
    package var duration: Int64 { Int64(period.rounded()) }

    /// When the next frame is due, in the microseconds of `now`: now or later.
    mutating func due(now: Int64) -> Int64 {
        if let start {
            beats += 1
            let due = start &+ Int64((beats * period).rounded())
            if due &+ duration > now { return max(due, now) }
        }
        start = now
        beats = 0
        return now
    }
}
