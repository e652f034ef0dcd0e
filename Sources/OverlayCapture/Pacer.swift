/// The moment of a frame.
package struct Stamp: Hashable, Sendable {
    /// Microseconds of the monotonic clock.
    package var time: Int64
    /// Microseconds since the epoch.
    package var wall: Int64
    /// Microseconds to the next frame.
    package var duration: Int64

    /// A stamp of its members.
    package init(time: Int64, wall: Int64, duration: Int64) {
        self.time = time
        self.wall = wall
        self.duration = duration
    }
}

/// Says when the next frame is due.
package protocol Pacer: AnyObject, Sendable {
    /// Blocks until the next frame is due; nil once cancelled.
    ///
    /// One thread calls it.
    func next() -> Stamp?
    /// The same for a frame that has a place of its own in time; a pacer with a beat of its own takes no notice of it.
    func next(at moment: Timeline.Moment) -> Stamp?
    /// Wakes a waiting `next`; from now on it answers nil.
    ///
    /// Any thread may call it.
    func cancel()
}

extension Pacer {
    package func next(at moment: Timeline.Moment) -> Stamp? { next() }
}
