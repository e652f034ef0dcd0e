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
        /// How its end shows.
        package var ending: Ending

        /// How the end of an obstacle shows.
        package enum Ending: Hashable, Sendable {
            /// An event tells of it: it need not be looked for often.
            case told
            /// By looking, which costs next to nothing.
            case seen
            /// By trying it with a worker.
            case tried
        }

        /// An obstacle of its members.
        package init(state: InputState, reason: String, detail: String, ending: Ending = .tried) {
            self.state = state
            self.reason = reason
            self.detail = detail
            self.ending = ending
        }
    }

    /// Times, in microseconds.
    package struct Times: Hashable, Sendable {
        /// How long a source stays open when nobody wants anything of it; nil: for ever.
        package var closeAfter: Int64?
        /// How long a frame may be overdue before the worker counts as stuck.
        package var patience: Int64
        /// The same for the first frame of an opening, at most: twice as long after each opening without one.
        package var firstPatience: Int64
        /// How long the source itself takes from one frame to the next.
        package var period: Int64
        /// The longest wait between two tries, where no event tells that a try is worth it.
        package var longestWait: Int64
        /// The source is a device: pictures that cannot be read are no sign of its life, and what was unplugged may be
        /// back at once.
        package var isDevice: Bool

        /// Times of their members.
        package init(
            closeAfter: Int64? = 1_000_000, patience: Int64 = 10_000_000, firstPatience: Int64? = nil,
            period: Int64 = 0, longestWait: Int64 = 5_000_000, isDevice: Bool = false
        ) {
            self.closeAfter = closeAfter
            self.patience = patience
            self.firstPatience = firstPatience ?? patience
            self.period = period
            self.longestWait = longestWait
            self.isDevice = isDevice
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

    /// The times that it keeps; others hold from the next frame or try on.
    package var times: Times
    private var demand = Demand.nothing
    private var isOpen = false
    /// The opening has not shown a frame yet.
    private var isYoung = true
    /// Its worker has begun to work.
    private var isReady = false
    /// Openings in a row that showed none.
    private var silences = 0
    private var failures = 0
    /// It fell after it had been opened, and has shown no frame since: only a frame proves that it is well again.
    private var hasFallen = false
    private var openedAt: Int64 = 0
    private var lastFrame: Int64 = 0
    private var overdueAt: Int64 = 0
    /// The worker has said that no frame comes: it is not stuck.
    private var isWaiting = false
    private var closeAt: Int64?
    /// What was wrong since the last good frame.
    private var lastFault: Fault?
    /// What is in the way and will be told of when it ends; known while nobody wants anything, too.
    private var knownObstacle: Obstacle?

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
        isYoung = true
        isReady = false
        knownObstacle = nil
        expectFrame(now)
        return (hasFallen ? [] : move(to: .starting, now: now)) + [.want(demand), .wake(at: nextWake)]
    }

    /// The worker has started: on a busy machine that may take a while, which is not the camera's fault.
    package mutating func ready(now: Int64) -> [Action] {
        guard isOpen, isYoung, !isReady, times.isDevice else { return [] }
        isReady = true
        expectFrame(now)
        return [.wake(at: nextWake)]
    }

    /// The source could not be opened.
    ///
    /// What went away and is not there when it is looked for is still the same news.
    package mutating func refused(_ obstacle: Obstacle, now: Int64) -> [Action] {
        isOpen = false
        hasFallen = false
        guard state == .absent, obstacle.state == .absent, let reason, let detail,
            reason == "unplugged" || reason == obstacle.reason
        else { return wait(obstacle, now: now) }
        var same = obstacle
        (same.reason, same.detail) = (reason, detail)
        return wait(same, now: now)
    }

    /// A device has come or changed, and with it there is perhaps nothing in the way any more; nil: nothing is.
    ///
    /// What waits is tried at once. What nobody wants is only told of: it stays closed.
    package mutating func looked(_ obstacle: Obstacle?, now: Int64) -> [Action] {
        guard !isOpen else { return [] }
        guard !demand.isEmpty else {
            guard state == .idle else { return [] }
            knownObstacle = obstacle
            return move(to: .idle, now: now, reason: obstacle?.reason, detail: obstacle?.detail)
        }
        guard retryAt != nil else { return [] }
        if let obstacle {
            // It will be told of, or be tried in time; a changed obstacle is news.
            guard obstacle.state != .absent || state != .absent else { return [] }
            return move(to: obstacle.state, now: now, reason: obstacle.reason, detail: obstacle.detail)
        }
        retryAt = nil
        // Devices that have just come may need a moment to be ready.
        failures = min(failures, 1)
        return [.open]
    }

    /// A frame came.
    package mutating func frame(now: Int64) -> [Action] {
        guard isOpen else { return [] }
        hasFallen = false
        // The first frame is waited for longer than the next ones.
        let isSooner = isWaiting || (isYoung && times.isDevice)
        isYoung = false
        silences = 0
        expectFrame(now)
        guard state != .live || isSooner else { return [] }
        return move(to: .live, now: now) + (isSooner ? [.wake(at: nextWake)] : [])
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
        lastFault = fault
        if !times.isDevice { overdueAt = now + allowance }
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
        let obstacle = Obstacle(fault)
        forgive(obstacle)
        return fall(obstacle, now: now)
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
            if isYoung { silences += 1 }
            if lastFrame - openedAt > InputLife.longLife { failures = 0 }
            let obstacle = silence(now)
            forgive(obstacle)
            return fall(obstacle, now: now)
        }
        return [.wake(at: nextWake)]
    }

    /// A worker that lived this long starts the count of failures anew.
    private static let longLife: Int64 = 10_000_000
    /// Nothing but unreadable pictures for this long is worth telling.
    private static let longTrouble: Int64 = 10_000_000
    /// How long to wait after the first, second, … failure in a row.
    private static let delays: [Int64] = [0, 250_000, 500_000, 1_000_000, 2_000_000, longestDelay]
    private static let longestDelay: Int64 = 5_000_000
    /// How long to wait at most where looking costs next to nothing.
    private static let lookingDelay: Int64 = 250_000

    private var nextWake: Int64? {
        [closeAt, retryAt, isOpen && !isWaiting ? overdueAt : nil].compactMap { $0 }.min()
    }

    /// How long after a frame the next one may take: as long as the source and its subscribers mean it to, and patience.
    private var allowance: Int64 {
        let wanted = demand.rate.map { Int64(1_000_000 / min(max($0, 0.001), 1_000_000)) } ?? 0
        return times.period + wanted + patience
    }

    /// A camera that has shown frames did not fail by being unplugged or frozen: it may be back at once, however short
    /// it was there.
    private mutating func forgive(_ obstacle: Obstacle) {
        guard times.isDevice, !isYoung else { return }
        failures = obstacle.state == .failed ? min(failures, 1) : 0
    }

    /// Why no frame came; however often it is tried, it is the same news.
    private func silence(_ now: Int64) -> Obstacle {
        if hasFallen, state == .stalled, let reason, let detail {
            return Obstacle(state: .stalled, reason: reason, detail: detail)
        }
        let seconds = (now - lastFrame) / 1_000_000
        let why = lastFault.map { "; the last thing that came: \($0.message)" } ?? ""
        return Obstacle(
            state: .stalled, reason: lastFault?.name ?? "silent",
            detail: "no \(lastFault == nil ? "" : "good ")frame came for \(seconds) s\(why)")
    }

    private var patience: Int64 {
        guard isYoung, times.isDevice else { return isYoung ? times.firstPatience : times.patience }
        let first = times.patience + times.patience / 2
        return isReady ? min(times.firstPatience, first << min(silences, 8)) : times.firstPatience
    }

    private mutating func expectFrame(_ now: Int64) {
        isWaiting = false
        lastFault = nil
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
        return move(to: .idle, now: now, reason: knownObstacle?.reason, detail: knownObstacle?.detail)
            + [.wake(at: nil)]
    }

    private mutating func wait(_ obstacle: Obstacle, now: Int64) -> [Action] {
        knownObstacle = obstacle.ending == .told ? obstacle : nil
        guard !demand.isEmpty else {
            closeAt = nil
            return rest(now)
        }
        let longest =
            switch obstacle.ending {
            case .told: InputLife.longestDelay
            case .seen: InputLife.lookingDelay
            case .tried: times.longestWait
            }
        let delay = min(InputLife.delays[min(failures, InputLife.delays.count - 1)], longest)
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

extension InputLife.Obstacle {
    /// What a worker's fault means for its input.
    package init(_ fault: Fault) {
        switch fault.name {
        case "unplugged":
            self.init(state: .absent, reason: fault.name, detail: fault.message, ending: .told)
        case "busy": self.init(state: .busy, reason: fault.name, detail: fault.message)
        default: self.init(state: .failed, reason: fault.name, detail: fault.message)
        }
    }
}
