import OverlayLink
import OverlayMetadata

/// What happens to an input.
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
        guard let retryAt else { return [] }
        if let obstacle {
            // It will be told of, or be tried in time: soon, where no event tells of its end. A changed one is news.
            let before = nextWake
            if obstacle.ending == .seen { self.retryAt = min(retryAt, now + InputLife.lookingDelay) }
            let isNews = obstacle.state != .absent || state != .absent
            return (isNews ? move(to: obstacle.state, now: now, reason: obstacle.reason, detail: obstacle.detail) : [])
                + (nextWake == before ? [] : [.wake(at: nextWake)])
        }
        self.retryAt = nil
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

    /// Pictures come, and the detectors are still at an earlier one: on a small machine that may take a while, which is
    /// not the camera's fault.
    ///
    /// Detectors that come to no end are stuck all the same.
    package mutating func captured(now: Int64) {
        guard isOpen else { return }
        lastCapture = now
        overdueAt = max(overdueAt, min(now + allowance, lastFrame + InputLife.longestDetection))
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
}
