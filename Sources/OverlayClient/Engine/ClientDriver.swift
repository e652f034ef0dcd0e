import OverlaySystem
import OverlayWire

/// Does on a thread of its own what the machine wants: connects, sends, reads, waits.
final class ClientDriver {
    private let socket: String?
    private let mailbag: Mailbag
    private let states: Broadcast<ClientState>
    private let loop: EventLoop
    private var machine: ClientMachine
    private var connection: Connection?
    private var watch: Watch?
    private var feeds: [SubscriptionKey: SubscriptionFeed] = [:]

    private init(_ socket: String?, _ mailbag: Mailbag, _ states: Broadcast<ClientState>) throws(SystemError) {
        self.socket = socket
        self.mailbag = mailbag
        self.states = states
        loop = try EventLoop()
        let candidates = SocketLocation.candidates(said: socket)
        machine = ClientMachine(path: candidates.joined(separator: " or "))
    }

    /// Starts the thread; it ends when the mailbag brings it `close`.
    static func start(_ socket: String?, _ mailbag: Mailbag, _ states: Broadcast<ClientState>) {
        do throws(SystemError) {
            _ = try Thread(named: "overlay-client") {
                do throws(SystemError) {
                    try ClientDriver(socket, mailbag, states).run()
                } catch {
                    ClientDriver.fail(error, mailbag, states)
                }
            }
        } catch {
            fail(error, mailbag, states)
        }
    }

    private static func fail(_ error: SystemError, _ mailbag: Mailbag, _ states: Broadcast<ClientState>) {
        let failure = ClientError(.system, "the client cannot run: \(error)")
        states.publish(.closed(failure))
        states.finish()
        mailbag.end(failure)
    }

    private func run() {
        mailbag.attend(wake: loop.wake)
        perform([.connect])
        while machine.phase != .closed {
            loop.turn(limit: milliseconds)
            for command in mailbag.take() { perform(actions(for: command)) }
            perform(machine.passed(to: now))
        }
        mailbag.end(.ended)
        states.finish()
    }

    private var now: Int64 { loop.clock.monotonic }

    private var milliseconds: Int32 {
        guard let deadline = machine.deadline else { return -1 }
        return Int32(clamping: max(0, (deadline - now + 999) / 1000))
    }

    private func actions(for command: Mailbag.Command) -> [ClientAction] {
        switch command {
        case .request(let request): return machine.request(request, at: now)
        case .subscribe(let key, let feed, let options, let ticket):
            feeds[key] = feed
            return machine.subscribe(key, options, ticket: ticket, at: now)
        case .perform(let operation, let key): return machine.perform(operation, on: key, at: now)
        case .unsubscribe(let key): return machine.unsubscribe(key, at: now)
        case .cancel(let ticket): return machine.cancel(ticket)
        case .close: return machine.close()
        }
    }

    private func perform(_ actions: [ClientAction]) {
        var waiting = actions[...]
        while let action = waiting.popFirst() { waiting += perform(action) }
    }

    /// Does one thing; answers what follows from it.
    private func perform(_ action: ClientAction) -> [ClientAction] {
        switch action {
        case .connect: return connect()
        case .close: disconnect()
        case .send(let id, let method, let params): return send(id, method, params)
        case .state(let state): states.publish(state)
        case .answer(let ticket, let answer): mailbag.answer(ticket, answer)
        case .status(let key, let status): feeds[key]?.take(status)
        case .outdate(let key): feeds[key]?.outdate()
        case .deliver(let key, let metadata): feeds[key]?.take(metadata)
        case .end(let key, let error): feeds.removeValue(forKey: key)?.end(error)
        }
        return []
    }

    private func connect() -> [ClientAction] {
        do {
            let connection = try Connection(to: socket)
            watch = try loop.watch(connection.socket, .read) { [unowned self] _ in receive() }
            self.connection = connection
            return machine.connected(at: now)
        } catch let error as ClientError {
            return machine.failed(error, at: now)
        } catch {
            return machine.failed(ClientError(.system, "cannot wait for the daemon: \(error)"), at: now)
        }
    }

    private func disconnect() {
        watch?.cancel()
        watch = nil
        connection = nil
    }

    private func send(_ id: Int64, _ method: String, _ params: JSONObject) -> [ClientAction] {
        // What was to be sent on a connection that has just broken is sent again on the next.
        guard let connection else { return [] }
        do throws(ClientError) {
            try connection.send(method, params, id: id)
            return []
        } catch {
            disconnect()
            return machine.failed(error, at: now)
        }
    }

    private func receive() {
        var failure: ClientError?
        do throws(ClientError) { try connection?.receive() } catch { failure = error }
        // What came before the end counts still.
        drain()
        if let failure, connection != nil { perform(machine.failed(failure, at: now)) }
    }

    private func drain() {
        do throws(ClientError) {
            while let line = try connection?.nextReceived() {
                perform(machine.received(line.message, at: now))
            }
        } catch {
            perform(machine.failed(error, at: now))
        }
    }
}
