import OverlayMetadata
import OverlayWire

extension Hub {
    /// The malformed lines in a row after which a client is closed.
    static let malformedLimit = 3

    /// Takes bytes that a client sent.
    func receive(_ bytes: some Collection<UInt8>, from session: Session) {
        guard session.closingReason == nil else { return }
        session.lines.append(bytes)
        answer(session)
    }

    /// The client writes no more; what it left of a line counts as one.
    func end(_ session: Session) {
        guard !session.hasEnded else { return }
        session.hasEnded = true
        receive([0x0A], from: session)
    }

    /// Answers the lines that wait, until as many replies wait as may; true if there was one.
    @discardableResult
    func answer(_ session: Session) -> Bool {
        var answered = false
        while session.closingReason == nil, session.outbox.waitingReplies < configuration.replyBound,
            let item = session.lines.next()
        {
            answered = true
            switch item {
            case .tooLong: refuse(.tooLong(limit: configuration.limits.request), .null, session)
            case .line(let line): answer(line, session)
            }
        }
        return answered
    }

    /// More of the client's bytes may be read.
    func mayRead(_ session: Session) -> Bool {
        !session.hasEnded && session.closingReason == nil
            && session.outbox.waitingReplies < configuration.replyBound
    }

    /// Nothing will ever be sent to the client again once its outbox is empty.
    func isFinished(_ session: Session) -> Bool {
        session.closingReason != nil
            || (session.hasEnded && session.subscriptions.isEmpty && session.waiting == 0
                && !looks.contains { $0.session === session })
    }

    private func answer(_ line: [UInt8], _ session: Session) {
        do throws(Request.Fault) {
            let request = try Request(line: line)
            session.malformedLines = 0
            answer(request, session)
        } catch {
            refuse(error.error, error.id, session)
        }
    }

    private func refuse(_ error: WireError, _ id: RequestID, _ session: Session) {
        scratch.clear()
        scratch.failure(id, error)
        reply(scratch.bytes, to: session)
        guard [.parseError, .tooDeep, .tooLong].contains(error.name) else { return session.malformedLines = 0 }
        session.malformedLines += 1
        if session.malformedLines == Hub.malformedLimit {
            dropSubscriptions(of: session)
            session.closingReason = "\(Hub.malformedLimit) malformed lines in a row, the last: \(error.message)"
        }
    }

    private func answer(_ request: Request, _ session: Session) {
        let id = request.id ?? .null
        scratch.clear()
        do throws(WireError) {
            let call = try Call(request, available: types, controlling: session.mayControl)
            if call.isSteering { return try steer(call, request.id, session) }
            if case .latest(let what) = call { return try look(what, request.id, session) }
            scratch.openReply(id)
            try perform(call, session)
            scratch.closeReply()
        } catch {
            scratch.clear()
            scratch.failure(id, error)
        }
        if request.id != nil { reply(scratch.bytes, to: session) }
    }

    private func perform(_ call: Call, _ session: Session) throws(WireError) {
        switch call {
        case .subscribe(let change): try subscribe(change, session)
        case .update(let number, let change): try update(try session.subscription(number), change)
        case .connect(let number, let name): try connect(try session.subscription(number), to: name)
        case .disconnect(let number): try disconnect(try session.subscription(number))
        case .unsubscribe(let number): unsubscribe(try session.subscription(number), session)
        case .latest, .controls, .focus: break
        case .convert(let conversion): try convert(conversion, session)
        case .inputs: writeInputs()
        case .status: writeStatus()
        case .describe: description.write(into: &scratch)
        case .ping: writePing()
        }
    }
}

extension Call {
    /// It is answered once a camera has done what it asks.
    fileprivate var isSteering: Bool {
        switch self {
        case .controls, .focus: true
        default: false
        }
    }
}
