import OverlayWire
import Synchronization

/// What tasks ask of a client's thread, and what it answers them.
final class Mailbag: Sendable {
    /// Something for the thread to do.
    enum Command: Sendable {
        case request(FreeRequest)
        case subscribe(SubscriptionKey, SubscriptionFeed, SubscriptionOptions, Ticket?)
        case perform(Operation, SubscriptionKey)
        case unsubscribe(SubscriptionKey)
        case cancel(Ticket)
        case close
    }

    typealias Answer = Result<JSONValue, ClientError>

    private struct State {
        var commands: [Command] = []
        var waiting: [Ticket: CheckedContinuation<Answer, Never>] = [:]
        var cancelled: Set<Ticket> = []
        var lastNumber: UInt64 = 0
        var wake: (@Sendable () -> Void)?
        var ending: ClientError?
    }

    private let state = Mutex(State())

    /// A number that was not given before, for tickets and subscriptions.
    func nextNumber() -> UInt64 {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    /// Leaves a command for the thread; a subscription that it will never see ends here.
    func post(_ command: Command) {
        let (wake, ending) = state.withLock { state -> ((@Sendable () -> Void)?, ClientError?) in
            if state.ending == nil { state.commands.append(command) }
            return (state.wake, state.ending)
        }
        if let ending, case .subscribe(_, let feed, _, _) = command { feed.end(ending) }
        wake?()
    }

    /// Leaves a command under a ticket, and waits for its answer without holding a thread.
    func ask(_ command: (Ticket) -> Command) async throws(ClientError) -> JSONValue {
        let ticket = nextNumber()
        let command = command(ticket)
        let answer: Answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let refusal = state.withLock { state -> ClientError? in
                    if let ending = state.ending { return ending }
                    if state.cancelled.remove(ticket) != nil { return .cancelled }
                    state.waiting[ticket] = continuation
                    return nil
                }
                if let refusal { continuation.resume(returning: .failure(refusal)) } else { post(command) }
            }
        } onCancel: {
            cancel(ticket)
        }
        state.withLock { _ = $0.cancelled.remove(ticket) }
        return try answer.get()
    }

    private func cancel(_ ticket: Ticket) {
        let continuation = state.withLock { state in
            let continuation = state.waiting.removeValue(forKey: ticket)
            if continuation == nil { state.cancelled.insert(ticket) }
            return continuation
        }
        guard let continuation else { return }
        continuation.resume(returning: .failure(.cancelled))
        post(.cancel(ticket))
    }
}

extension Mailbag {
    /// The thread runs: `wake` makes it look here.
    func attend(wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wake = wake }
        wake()
    }

    /// What was left since the last time.
    func take() -> [Command] {
        state.withLock { state in
            defer { state.commands.removeAll(keepingCapacity: true) }
            return state.commands
        }
    }

    /// Gives somebody the answer.
    func answer(_ ticket: Ticket, _ answer: Answer) {
        state.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume(returning: answer)
    }

    /// The thread ends: whoever waits is told, and whoever asks from now on.
    func end(_ error: ClientError) {
        let (commands, waiting) = state.withLock { state in
            state.ending = state.ending ?? error
            state.wake = nil
            defer { (state.commands, state.waiting) = ([], [:]) }
            return (state.commands, Array(state.waiting.values))
        }
        for case .subscribe(_, let feed, _, _) in commands { feed.end(error) }
        for continuation in waiting { continuation.resume(returning: .failure(error)) }
    }
}
