import OverlayWire

extension ClientMachine {
    /// Subscribes anew where a refusal may have passed.
    mutating func retry(at now: Int64) -> [ClientAction] {
        var actions: [ClientAction] = []
        for key in subscriptions.keys.sorted() where (subscriptions[key]?.retry ?? .max) <= now {
            subscriptions[key]?.retry = nil
            actions += advance(key, at: now)
        }
        return actions
    }

    /// The connection is gone: what was on its way waits for the next, and no box outlives its daemon.
    mutating func lose(_ key: SubscriptionKey, _ error: ClientError) -> [ClientAction] {
        guard var record = subscriptions[key] else { return [] }
        var actions: [ClientAction] = []
        var ending: ClientError?
        if var operation = record.inFlight?.operation {
            operation.attempts += 1
            if operation.attempts < Operation.mostAttempts {
                record.queue.insert(operation, at: 0)
            } else if case .open = operation.kind {
                // Who waits for a first subscription is told; whoever had it waits for better times.
                if operation.ticket == nil { record.queue.insert(operation, at: 0) } else { ending = error }
            } else if operation.ticket == nil {
                record.status.failure = error
            }
            if operation.attempts >= Operation.mostAttempts, let ticket = operation.ticket {
                actions.append(.answer(ticket, .failure(error)))
            }
        }
        record.inFlight = nil
        record.retry = nil
        record.number = nil
        record.status.lose()
        actions.append(.status(key, record.status))
        if let last = record.last, last.absence != .daemon {
            let empty = last.emptied(.daemon)
            record.last = empty
            actions.append(.deliver(key, empty))
        }
        subscriptions[key] = record
        return actions + (ending.map { end(key, $0) } ?? [])
    }

    mutating func end(_ key: SubscriptionKey, _ error: ClientError) -> [ClientAction] {
        guard let record = subscriptions.removeValue(forKey: key) else { return [] }
        if let number = record.number { keys[number] = nil }
        let waiting = ([record.inFlight?.operation].compactMap { $0 } + record.queue).compactMap(\.ticket)
        return waiting.map { .answer($0, .failure(error)) } + [.end(key, error)]
    }

    /// Nobody waits for an operation any more: it is left out where it was not sent yet, and goes on where it was.
    mutating func cancelOperation(_ ticket: Ticket) -> [ClientAction] {
        for key in subscriptions.keys {
            if subscriptions[key]?.inFlight?.operation.ticket == ticket {
                subscriptions[key]?.inFlight?.operation.ticket = nil
            }
            subscriptions[key]?.queue.removeAll { $0.ticket == ticket }
        }
        return []
    }
}
