import OverlayLink
import OverlayMetadata

/// The life of one input as a state machine: what happens goes in, what is to be done comes out.
///
/// It knows no process, no descriptor and no clock; times are microseconds that it is handed.
package struct InputLife: Sendable {
    /// What is to be done, in order.
    package enum Action: Hashable, Sendable {
        /// Open the source and start a worker on it.
        case open
        /// Tell the worker what is wanted.
        case want(Demand)
        /// End the worker, if there is one.
        case close
        /// Call `timer` at this time; a later one takes the place of an earlier one, nil calls it off.
        case wake(at: Int64?)
        /// The state changed.
        case publish
    }

    /// The state that clients see.
    package internal(set) var state = InputState.idle
    /// A symbolic word for why.
    package internal(set) var reason: String?
    /// A sentence for people.
    package internal(set) var detail: String?
    /// Since when, in microseconds of the monotonic clock.
    package internal(set) var since: Int64
    /// When it is tried again, while it waits.
    package internal(set) var retryAt: Int64?

    /// The times that it keeps; others hold from the next frame or try on.
    package var times: Times
    var demand = Demand.nothing
    var isOpen = false
    /// The opening has not shown a frame yet.
    var isYoung = true
    /// Its worker has begun to work.
    var isReady = false
    /// Openings in a row that showed none.
    var silences = 0
    var failures = 0
    /// It fell after it had been opened, and has shown no frame since: only a frame proves that it is well again.
    var hasFallen = false
    var openedAt: Int64 = 0
    var lastFrame: Int64 = 0
    var overdueAt: Int64 = 0
    /// When it was last told that pictures come; nil: not since the last frame.
    var lastCapture: Int64?
    /// The worker has said that no frame comes: it is not stuck.
    var isWaiting = false
    var closeAt: Int64?
    /// What was wrong since the last good frame.
    var lastFault: Fault?
    /// What is in the way and will be told of when it ends; known while nobody wants anything, too.
    var knownObstacle: Obstacle?

    /// A closed input.
    package init(times: Times, now: Int64) {
        self.times = times
        since = now
    }
}
