import OverlayWire

extension ClientMachine {
    /// A request that belongs to no subscription; waits until the daemon is there.
    mutating func request(_ request: FreeRequest, at now: Int64) -> [ClientAction] {
        guard phase != .closed else { return [.answer(request.ticket, .failure(.ended))] }
        if isOpen, sent.count < ClientMachine.mostWaiting { return [send(request, at: now)] }
        guard free.count < ClientMachine.mostWaiting else {
            return [.answer(request.ticket, .failure(.tooManyWaiting))]
        }
        free.append(request)
        return []
    }

    mutating func send(_ request: FreeRequest, at now: Int64) -> ClientAction {
        send(request.method, request.params, as: .free(request), patience: request.patience, at: now)
    }

    mutating func send(
        _ method: String, _ params: JSONObject, as what: Sent, patience: Int64 = Connection.patience, at now: Int64
    ) -> ClientAction {
        lastID += 1
        sent[lastID] = (what, now + patience)
        return .send(id: lastID, method: method, params: params)
    }

    /// Nobody waits for this any more.
    mutating func cancel(_ ticket: Ticket) -> [ClientAction] {
        free.removeAll { $0.ticket == ticket }
        return cancelOperation(ticket)
    }

    /// The end: whoever waits is told, and nothing more happens.
    mutating func close() -> [ClientAction] {
        guard phase != .closed else { return [] }
        phase = .closed
        let waiting = free
        free = []
        var actions: [ClientAction] = [.close]
        for request in waiting { actions.append(.answer(request.ticket, .failure(.ended))) }
        for case .free(let request) in sent.values.map(\.what) {
            actions.append(.answer(request.ticket, .failure(.ended)))
        }
        sent = [:]
        for key in subscriptions.keys.sorted() { actions += end(key, .ended) }
        actions.append(.state(.closed(nil)))
        return actions
    }
}

extension ClientError {
    static let tooManyWaiting = ClientError(
        .invalid, "\(ClientMachine.mostWaiting) requests wait for the daemon already: wait for their answers",
        name: .tooMany)
}
