/// Where frames stand in time by the stamps that a clip gives them.
///
/// Stamps that jump, stand still, go back or are missing never make time run backwards, stand or leap: such a frame
/// follows the one before after an ordinary interval.
package struct Timeline {
    /// When a frame is due, in microseconds from the first, and how long it lasts.
    package struct Moment: Hashable, Sendable {
        /// Microseconds from the first frame.
        package var offset: Int64
        /// Microseconds to the next frame, as far as that is known.
        package var duration: Int64
        /// The frame waits until it is due; else it came from a live source, and is due when it came.
        package var waits = true
    }

    /// The longest interval that is believed, in microseconds.
    static let longest: Int64 = 5_000_000
    /// The shortest interval, likewise.
    static let shortest: Int64 = 1_000

    private var nominal: Int64
    private var offset: Int64?
    private var interval: Int64
    private var lastStamp: Int64?

    /// A timeline of so many frames a second where stamps say nothing; 25 where that is no sensible rate.
    package init(rate: Double) {
        nominal = Timeline.interval(rate)
        interval = nominal
    }

    private static func interval(_ rate: Double) -> Int64 {
        rate.isFinite && (0.2...1_000).contains(rate) ? Int64(1_000_000 / rate) : 40_000
    }

    /// The place of the next frame; its stamp is in microseconds from anywhere.
    package mutating func place(stamp: Int64?) -> Moment {
        let (gap, overflow) = (stamp ?? 0).subtractingReportingOverflow(lastStamp ?? 0)
        let isSound = stamp != nil && lastStamp != nil && !overflow
        interval = isSound && (Timeline.shortest...Timeline.longest).contains(gap) ? gap : nominal
        lastStamp = stamp
        // A frame lasts for at least a millisecond, so that this holds out for ages.
        let place = offset.map { $0 &+ interval } ?? 0
        offset = place
        return Moment(offset: place, duration: interval)
    }

    /// A clip begins, or begins anew: its first frame follows the last one of the one before.
    package mutating func begin(rate: Double) {
        nominal = Timeline.interval(rate)
        lastStamp = nil
    }
}
