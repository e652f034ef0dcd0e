import OverlayMetadata
import OverlayWire

extension ClientMachine {
    /// A new subscription, which is asked for as soon as the daemon is there.
    mutating func subscribe(
        _ key: SubscriptionKey, _ options: SubscriptionOptions, ticket: Ticket?, at now: Int64
    ) -> [ClientAction] {
        var record = SubscriptionRecord(options: options)
        do throws(ClientError) {
            guard phase != .closed else { throw .ended }
            try options.check()
        } catch {
            return (ticket.map { [.answer($0, .failure(error))] } ?? []) + [.end(key, error)]
        }
        record.queue = [Operation(kind: .open, ticket: ticket)]
        subscriptions[key] = record
        return advance(key, at: now)
    }

    /// Something more that is to be done with a subscription.
    mutating func perform(_ operation: Operation, on key: SubscriptionKey, at now: Int64) -> [ClientAction] {
        guard let record = subscriptions[key] else {
            return operation.ticket.map { [.answer($0, .failure(.ended))] } ?? []
        }
        if case .become = operation.kind, case .become? = record.queue.last?.kind {
            subscriptions[key]?.queue.removeLast()
        } else if record.queue.count >= SubscriptionRecord.mostWaiting {
            return operation.ticket.map { [.answer($0, .failure(.tooManyWaiting))] } ?? []
        }
        subscriptions[key]?.queue.append(operation)
        return advance(key, at: now)
    }

    /// The client is through with a subscription.
    mutating func unsubscribe(_ key: SubscriptionKey, at now: Int64) -> [ClientAction] {
        guard let record = subscriptions[key] else { return [] }
        var actions = end(key, .ended)
        if isOpen, let number = record.number {
            actions.append(
                send("unsubscribe", ["subscription": .integer(Int64(number))], as: .forgotten, at: now))
        }
        return actions
    }

    /// Sends what is next, if nothing is on its way.
    mutating func advance(_ key: SubscriptionKey, at now: Int64) -> [ClientAction] {
        var actions: [ClientAction] = []
        while isOpen, let record = subscriptions[key], record.inFlight == nil, record.retry == nil {
            if record.number == nil, !record.opensNext {
                subscriptions[key]?.queue.insert(Operation(kind: .open), at: 0)
                continue
            }
            guard let operation = record.queue.first else { break }
            subscriptions[key]?.queue.removeFirst()
            do throws(ClientError) {
                guard let step = try record.step(operation) else {
                    if let ticket = operation.ticket { actions.append(.answer(ticket, .success(.null))) }
                    continue
                }
                subscriptions[key]?.inFlight = SubscriptionRecord.InFlight(
                    operation: operation, leadsTo: step.leadsTo, isWhole: step.isWhole)
                var params = step.params
                if let number = record.number { params["subscription"] = .integer(Int64(number)) }
                actions.append(send(step.method, params, as: .operation(key), at: now))
            } catch {
                actions += refused(key, operation, error)
            }
        }
        return actions
    }

    /// An operation was answered.
    mutating func completed(
        _ key: SubscriptionKey, _ result: Result<JSONValue, ClientError>, at now: Int64
    ) -> [ClientAction] {
        let reply = try? result.get()
        let subscription = reply.flatMap(ReceivedSubscription.init)
        guard var record = subscriptions[key], let step = record.inFlight else {
            // It was given up before it was there.
            guard let number = subscription?.geometry.subscription else { return [] }
            return [send("unsubscribe", ["subscription": .integer(Int64(number))], as: .forgotten, at: now)]
        }
        if case .failure(let error) = result {
            subscriptions[key]?.inFlight = nil
            return failed(key, step.operation, error, at: now)
        }
        guard let subscription else {
            return failed(
                ClientError(.badMessage, "the daemon's reply about a subscription lacks what it must have"), at: now)
        }
        record.accept(subscription, step.leadsTo)
        keys[subscription.geometry.subscription] = key
        var actions: [ClientAction] = [.outdate(key), .status(key, record.status)]
        if let metadata = Metadata(subscription, layer: record.status.layer) {
            record.last = metadata
            actions.append(.deliver(key, metadata))
        } else if let last = record.last, !last.objects.isEmpty {
            // The new input has shown nothing yet, or there is none: what the old one showed is gone.
            let empty = last.emptied(.input)
            record.last = empty
            actions.append(.deliver(key, empty))
        }
        if !step.isWhole { record.queue.insert(step.operation, at: 0) }
        subscriptions[key] = record
        if step.isWhole, let ticket = step.operation.ticket { actions.append(.answer(ticket, .success(.null))) }
        return actions + advance(key, at: now)
    }

    private mutating func failed(
        _ key: SubscriptionKey, _ operation: Operation, _ error: ClientError, at now: Int64
    ) -> [ClientAction] {
        if case .open = operation.kind {
            guard let record = subscriptions[key], record.wasAccepted, error.isRetryable else {
                let told: [ClientAction] = operation.ticket.map { [.answer($0, .failure(error))] } ?? []
                return told + end(key, error)
            }
            subscriptions[key]?.retry = now + SubscriptionRecord.retryInterval
            return []
        }
        return refused(key, operation, error) + advance(key, at: now)
    }

    private mutating func refused(
        _ key: SubscriptionKey, _ operation: Operation, _ error: ClientError
    ) -> [ClientAction] {
        if let ticket = operation.ticket { return [.answer(ticket, .failure(error))] }
        guard var status = subscriptions[key]?.status else { return [] }
        status.failure = error
        subscriptions[key]?.status = status
        return [.status(key, status)]
    }
}
