import OverlayLink
import OverlayMetadata

/// How long an input waits, and what it comes to.
extension InputLife {
    /// A worker that lived this long starts the count of failures anew.
    static let longLife: Int64 = 10_000_000
    /// Nothing but unreadable pictures for this long is worth telling.
    static let longTrouble: Int64 = 10_000_000
    /// How long the detectors may take for one picture, and to load what they work with.
    static let longestDetection: Int64 = 30_000_000
    /// How long to wait after the first, second, … failure in a row.
    static let delays: [Int64] = [0, 250_000, 500_000, 1_000_000, 2_000_000, longestDelay]
    static let longestDelay: Int64 = 5_000_000
    /// How long to wait at most where looking costs next to nothing.
    static let lookingDelay: Int64 = 250_000

    var nextWake: Int64? {
        [closeAt, retryAt, isOpen && !isWaiting ? overdueAt : nil].compactMap { $0 }.min()
    }

    /// How long after a frame the next one may take: as long as the source and its subscribers mean it to, and patience.
    var allowance: Int64 {
        let wanted = demand.rate.map { Int64(1_000_000 / min(max($0, 0.001), 1_000_000)) } ?? 0
        return times.period + wanted + patience
    }

    /// A camera that has shown frames did not fail by being unplugged or frozen: it may be back at once, however short
    /// it was there.
    mutating func forgive(_ obstacle: Obstacle) {
        guard times.isDevice, !isYoung else { return }
        failures = obstacle.state == .failed ? min(failures, 1) : 0
    }

    /// Why no frame came; however often it is tried, it is the same news.
    func silence(_ now: Int64) -> Obstacle {
        if hasFallen, state == .stalled, let reason, let detail {
            return Obstacle(state: .stalled, reason: reason, detail: detail)
        }
        let seconds = (now - lastFrame) / 1_000_000
        if let lastCapture, now - lastCapture < times.patience {
            return Obstacle(
                state: .failed, reason: "detection",
                detail: "the detectors came to no end with a picture in \(seconds) s")
        }
        let why = lastFault.map { "; the last thing that came: \($0.message)" } ?? ""
        return Obstacle(
            state: .stalled, reason: lastFault?.name ?? "silent",
            detail: "no \(lastFault == nil ? "" : "good ")frame came for \(seconds) s\(why)")
    }

    var patience: Int64 {
        guard isYoung, times.isDevice else { return isYoung ? times.firstPatience : times.patience }
        let first = times.patience + times.patience / 2
        return isReady ? min(times.firstPatience, first << min(silences, 8)) : times.firstPatience
    }

    mutating func expectFrame(_ now: Int64) {
        isWaiting = false
        lastFault = nil
        lastCapture = nil
        lastFrame = now
        overdueAt = now + allowance
    }

    /// Nobody wants anything any more.
    mutating func lose(_ now: Int64) -> [Action] {
        retryAt = nil
        guard isOpen else { return rest(now) }
        closeAt = times.closeAfter.map { now + $0 }
        return [.want(demand), .wake(at: nextWake)]
    }

    mutating func fall(_ obstacle: Obstacle, now: Int64) -> [Action] {
        hasFallen = true
        return [.close] + wait(obstacle, now: now)
    }

    mutating func rest(_ now: Int64) -> [Action] {
        hasFallen = false
        return move(to: .idle, now: now, reason: knownObstacle?.reason, detail: knownObstacle?.detail)
            + [.wake(at: nil)]
    }

    mutating func wait(_ obstacle: Obstacle, now: Int64) -> [Action] {
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

    mutating func move(
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
