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

    /// Why a source could not be opened.
    package struct Obstacle: Error, Hashable, Sendable {
        /// The state that it means.
        package var state: InputState
        /// A symbolic word.
        package var reason: String
        /// A sentence for people.
        package var detail: String

        /// An obstacle of its members.
        package init(state: InputState, reason: String, detail: String) {
            self.state = state
            self.reason = reason
            self.detail = detail
        }
    }

    /// Times, in microseconds.
    package struct Times: Hashable, Sendable {
        /// How long a source stays open when nobody wants anything of it; nil: for ever.
        package var closeAfter: Int64?
        /// How long a frame may be overdue before the worker counts as stuck.
        package var patience: Int64
        /// How long the source itself takes from one frame to the next.
        package var period: Int64

        /// Times of their members.
        package init(closeAfter: Int64? = 1_000_000, patience: Int64 = 10_000_000, period: Int64 = 0) {
            self.closeAfter = closeAfter
            self.patience = patience
            self.period = period
        }
    }

    /// The state that clients see.
    package private(set) var state = InputState.idle
    /// A symbolic word for why.
    package private(set) var reason: String?
    /// A sentence for people.
    package private(set) var detail: String?
    /// Since when, in microseconds of the monotonic clock.
    package private(set) var since: Int64
    /// When it is tried again, while it waits.
    package private(set) var retryAt: Int64?

    private let times: Times
    private var demand = Demand.nothing
    private var isOpen = false
    private var failures = 0
    /// It fell after it had been opened, and has shown no frame since: only a frame proves that it is well again.
    private var hasFallen = false
    private var openedAt: Int64 = 0
    private var lastFrame: Int64 = 0
    private var overdueAt: Int64 = 0
    /// The worker has said that no frame comes: it is not stuck.
    private var isWaiting = false
    private var closeAt: Int64?

    /// A closed input.
    package init(times: Times, now: Int64) {
        self.times = times
        since = now
    }
}

extension InputLife {
    /// The subscribers want something else.
    package mutating func demand(_ wanted: Demand, now: Int64) -> [Action] {
        guard wanted != demand else { return [] }
        demand = wanted
        // Whoever wants frames sooner waits from now on; whoever wants them later does so from the last one on.
        overdueAt = max(lastFrame + allowance, min(overdueAt, now + allowance))
        guard !wanted.isEmpty else { return lose(now) }
        closeAt = nil
        if isOpen { return [.want(wanted), .wake(at: nextWake)] }
        // Whoever newly comes need not wait for the next try of the others; an ended source begins again.
        return state == .ended || retryAt == nil ? [.open] : []
    }

    /// The source was opened and its worker runs.
    ///
    /// A try is told only once it came further than the one before, so that clients see each change of state once.
    package mutating func opened(now: Int64) -> [Action] {
        isOpen = true
        openedAt = now
        expectFrame(now)
        return (hasFallen ? [] : move(to: .starting, now: now)) + [.want(demand), .wake(at: nextWake)]
    }

    /// The source could not be opened.
    package mutating func refused(_ obstacle: Obstacle, now: Int64) -> [Action] {
        isOpen = false
        hasFallen = false
        return wait(obstacle, now: now)
    }

    /// A frame came.
    package mutating func frame(now: Int64) -> [Action] {
        guard isOpen else { return [] }
        hasFallen = false
        let wasWaiting = isWaiting
        expectFrame(now)
        guard state != .live || wasWaiting else { return [] }
        return move(to: .live, now: now) + (wasWaiting ? [.wake(at: nextWake)] : [])
    }

    /// The worker waits for a source that gives no frame now: nobody writes to its pipe, or nothing comes through it.
    package mutating func waiting(_ fault: Fault, now: Int64) -> [Action] {
        guard isOpen else { return [] }
        isWaiting = true
        let state = fault.name == "noWriter" ? InputState.absent : .stalled
        return move(to: state, now: now, reason: fault.name, detail: fault.message) + [.wake(at: nextWake)]
    }

    /// Instead of a frame there was a picture that could not be read; the worker goes on with the next.
    ///
    /// Where there is nothing else for long, the input has failed, and yet there may be better ones behind.
    package mutating func fault(_ fault: Fault, now: Int64) -> [Action] {
        guard isOpen else { return [] }
        overdueAt = now + allowance
        guard state != .failed, now >= lastFrame + times.period + InputLife.longTrouble else { return [] }
        return move(to: .failed, now: now, reason: fault.name, detail: fault.message)
    }

    /// The source came to its end, or nothing of it could be read.
    package mutating func ended(_ fault: Fault?, now: Int64) -> [Action] {
        guard isOpen else { return [] }
        isOpen = false
        if now - openedAt > InputLife.longLife { failures = 0 }
        guard let fault else {
            hasFallen = false
            return [.close] + move(to: .ended, now: now) + [.wake(at: nil)]
        }
        return fall(Obstacle(state: .failed, reason: fault.name, detail: fault.message), now: now)
    }

    /// The worker is gone without having said so.
    package mutating func died(_ how: String, now: Int64) -> [Action] {
        guard isOpen else { return [] }
        isOpen = false
        if now - openedAt > InputLife.longLife { failures = 0 }
        let obstacle = Obstacle(state: .failed, reason: "worker", detail: "the worker ended by \(how)")
        return fall(obstacle, now: now)
    }

    /// The time that `wake` named has come.
    package mutating func timer(now: Int64) -> [Action] {
        if let closeAt, now >= closeAt {
            self.closeAt = nil
            retryAt = nil
            isOpen = false
            return [.close] + rest(now)
        }
        if let retryAt, now >= retryAt {
            self.retryAt = nil
            return [.open]
        }
        if isOpen, !isWaiting, now >= overdueAt {
            isOpen = false
            let seconds = (now - lastFrame) / 1_000_000
            let obstacle = Obstacle(state: .stalled, reason: "silent", detail: "no frame came for \(seconds) s")
            return fall(obstacle, now: now)
        }
        return [.wake(at: nextWake)]
    }

    /// A worker that lived this long starts the count of failures anew.
    private static let longLife: Int64 = 10_000_000
    /// Nothing but unreadable pictures for this long is worth telling.
    private static let longTrouble: Int64 = 10_000_000
    /// How long to wait after the first, second, … failure in a row.
    private static let delays: [Int64] = [0, 250_000, 500_000, 1_000_000, 2_000_000, 5_000_000]

    private var nextWake: Int64? {
        [closeAt, retryAt, isOpen && !isWaiting ? overdueAt : nil].compactMap { $0 }.min()
    }

    /// How long after a frame the next one may take: as long as the source and its subscribers mean it to, and patience.
    private var allowance: Int64 {
        let wanted = demand.rate.map { Int64(1_000_000 / min(max($0, 0.001), 1_000_000)) } ?? 0
        return times.period + wanted + times.patience
    }

    private mutating func expectFrame(_ now: Int64) {
        isWaiting = false
        lastFrame = now
        overdueAt = now + allowance
    }

    /// Nobody wants anything any more.
    private mutating func lose(_ now: Int64) -> [Action] {
        retryAt = nil
        guard isOpen else { return rest(now) }
        closeAt = times.closeAfter.map { now + $0 }
        return [.want(demand), .wake(at: nextWake)]
    }

    private mutating func fall(_ obstacle: Obstacle, now: Int64) -> [Action] {
        hasFallen = true
        return [.close] + wait(obstacle, now: now)
    }

    private mutating func rest(_ now: Int64) -> [Action] {
        hasFallen = false
        return move(to: .idle, now: now) + [.wake(at: nil)]
    }

    private mutating func wait(_ obstacle: Obstacle, now: Int64) -> [Action] {
        guard !demand.isEmpty else {
            closeAt = nil
            return rest(now)
        }
        let delay = InputLife.delays[min(failures, InputLife.delays.count - 1)]
        failures += 1
        retryAt = now + delay
        return move(to: obstacle.state, now: now, reason: obstacle.reason, detail: obstacle.detail)
            + [.wake(at: nextWake)]
    }

    private mutating func move(
        to state: InputState, now: Int64, reason: String? = nil, detail: String? = nil
    ) -> [Action] {
        guard state != self.state || reason != self.reason || detail != self.detail else { return [] }
        if state != self.state { since = now }
        self.state = state
        self.reason = reason
        self.detail = detail
        return [.publish]
    }
}
