import Synchronization

/// Values for any number of tasks that wait for the next: bounded, and a slow one misses the oldest.
final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var kept: [Element] = []
        /// How many values have ever been published.
        var published: UInt64 = 0
        var ending: Ending?
        var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var cancelled: Set<UInt64> = []
        var nextTicket: UInt64 = 0
    }

    private enum Ending {
        case finished
        case failed(ClientError)
    }

    private let state = Mutex(State())
    private let capacity: Int

    /// A broadcast that keeps so many values for those who have not taken them yet; 1: the newest wins.
    init(keeping capacity: Int) { self.capacity = max(1, capacity) }

    /// Hands a value to all who wait, and keeps it for the others.
    func publish(_ element: Element) {
        wake { state in
            guard state.ending == nil else { return }
            if state.kept.count == capacity { state.kept.removeFirst() }
            state.kept.append(element)
            state.published += 1
        }
    }

    /// Forgets what is kept if it `isOutdated`; only of a broadcast that keeps one value.
    func forget(if isOutdated: (Element) -> Bool) {
        state.withLock { state in
            if let element = state.kept.first, isOutdated(element) { state.kept.removeAll() }
        }
    }

    /// The newest value; nil when it is forgotten or none came.
    var newest: Element? { state.withLock { $0.kept.last } }

    /// No value comes after those that are kept; with an error, whoever waits gets that.
    func finish(_ error: ClientError? = nil) {
        wake { state in
            if state.ending == nil { state.ending = error.map(Ending.failed) ?? .finished }
        }
    }

    private func wake(_ change: (inout State) -> Void) {
        let waiting = state.withLock { state in
            change(&state)
            defer { state.waiting.removeAll() }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume() }
    }

    /// How many values came before the newest: whoever begins there gets it first.
    var beforeNewest: UInt64 { state.withLock { $0.published - min(1, $0.published) } }

    /// The next value behind the first `seen`, which is moved on; nil at the end, or when the task is cancelled.
    func next(after seen: UInt64) async throws(ClientError) -> (element: Element, seen: UInt64)? {
        while true {
            switch state.withLock({ Broadcast.look($0, after: seen) }) {
            case .value(let element, let seen): return (element, seen)
            case .end: return nil
            case .failure(let error): throw error
            case .nothing: break
            }
            if Task.isCancelled { return nil }
            await wait(after: seen)
        }
    }

    private enum Look: Sendable {
        case value(Element, seen: UInt64)
        case end
        case failure(ClientError)
        case nothing
    }

    private static func look(_ state: State, after seen: UInt64) -> Look {
        let first = state.published - UInt64(state.kept.count)
        let place = max(seen, first)
        if place < state.published { return .value(state.kept[Int(place - first)], seen: place + 1) }
        switch state.ending {
        case .finished?: return .end
        case .failed(let error)?: return .failure(error)
        case nil: return .nothing
        }
    }

    private func wait(after seen: UInt64) async {
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    guard state.cancelled.remove(ticket) == nil, case .nothing = Broadcast.look(state, after: seen)
                    else { return false }
                    state.waiting[ticket] = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                let continuation = state.waiting.removeValue(forKey: ticket)
                if continuation == nil { state.cancelled.insert(ticket) }
                return continuation
            }
            continuation?.resume()
        }
        state.withLock { _ = $0.cancelled.remove(ticket) }
    }
}
