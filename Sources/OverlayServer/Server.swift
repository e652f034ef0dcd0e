import OverlayMetadata
import OverlaySystem
import OverlayWire

/// Serves clients over a socket: takes them in, hands what they send to the hub and sends them what the hub has for
/// them.
///
/// Everything happens on the thread of the event loop.
package final class Server {
    /// Called when the union of what an input's subscribers want has changed.
    package var demandChanged: (String, Demand) -> Void = { _, _ in }
    /// Further members of each input's entry in `status`: times of its detectors, drops, its worker.
    package var statusOfInputs: () -> [String: JSONObject] {
        get { hub.statusOfInputs }
        set { hub.statusOfInputs = newValue }
    }
    /// In how many seconds an input is tried again, as of now.
    package var retryOfInput: ((String) -> Double?)? {
        get { hub.retryOfInput }
        set { hub.retryOfInput = newValue }
    }

    /// Asks an input's camera to do something; what came of it is told by the last parameter, on the loop's thread.
    package var steer: ((String, Steering, @escaping (Result<JSONObject, WireError>) -> Void) -> Void)? {
        get { hub.steer }
        set {
            hub.steer = newValue.map { steer in
                { [weak self] input, steering, done in
                    steer(input, steering) { result in
                        done(result)
                        self?.settle()
                    }
                }
            }
        }
    }

    let hub: Hub
    private let loop: EventLoop
    private let log: (String) -> Void
    private var listeners: [Watch] = []
    private var connections: [Int: Connection] = [:]
    private var hasRefused = false
    private var deadline: Int64?
    private var deadlineTimer: Timer?
    private var quota = LogQuota()
    private var buffer = [UInt8](repeating: 0, count: 16_384)

    /// A server that listens nowhere yet; `log` takes a line for each client that is closed or refused.
    package init(
        _ configuration: ServerConfiguration, clock: any Clock, loop: EventLoop, log: @escaping (String) -> Void
    ) {
        hub = Hub(configuration, clock: clock)
        self.loop = loop
        self.log = log
    }

    /// Takes in the clients of a listening, non-blocking socket; `controls`: it is the control socket.
    package func listen(on socket: Descriptor, controls: Bool = false) throws(SystemError) {
        listeners.append(
            try loop.watch(socket, .read) { [weak self] _ in self?.accept(from: socket, controls: controls) })
    }

    /// Takes what was found in a frame of an input.
    package func frame(_ frame: MetadataFrame, from input: String) {
        hub.frame(frame, from: input)
        settle()
    }

    /// Takes the new state of an input.
    package func input(_ name: String, changedTo status: InputStatus) {
        hub.input(name, changedTo: status)
        settle()
    }

    /// Takes the types that can be detected from now on.
    package func available(types: ObjectTypes) {
        hub.available(types)
        settle()
    }

    /// Closes every client and listens no more; reports no demand any more.
    package func close() {
        demandChanged = { _, _ in }
        deadlineTimer?.cancel()
        for listener in listeners { listener.cancel() }
        listeners = []
        for connection in connections.values { close(connection, nil) }
    }

    /// Takes in one client whose socket is non-blocking and connected; the server owns it from now on.
    package func adopt(_ socket: Descriptor, controls: Bool = false) {
        guard connections.count < hub.configuration.limits.clients else { return refuse(socket) }
        hasRefused = false
        let peer = try? UnixSocket.peer(of: socket)
        let session = hub.open(controls: controls)
        let who = peer.map { "pid \($0.pid), uid \($0.uid)" } ?? "unknown peer"
        let connection = Connection(session, socket: socket, name: "client \(session.id) (\(who))")
        connections[session.id] = connection
        do throws(SystemError) {
            try UnixSocket.setSendBuffer(socket, hub.configuration.sendBuffer)
            connection.watch = try loop.watch(socket, .read) { [weak self, weak connection] readiness in
                guard let self, let connection else { return }
                self.handle(readiness, connection)
            }
        } catch {
            close(connection, "\(error)")
        }
        settle()
    }
}

extension Server {
    private func accept(from listener: Descriptor, controls: Bool) {
        // A bounded number at a time, so that a crowd at the door does not delay those within.
        for _ in 0..<64 {
            do throws(SystemError) {
                guard let socket = try UnixSocket.accept(from: listener) else { return }
                adopt(socket, controls: controls)
            } catch {
                return rest(after: error)
            }
        }
    }

    /// Out of descriptors or memory: the door stays shut for a second instead of being tried in a circle.
    private func rest(after error: SystemError) {
        log("no client can be taken in for a second: \(error)")
        for listener in listeners { listener.change([]) }
        loop.after(microseconds: 1_000_000) { [weak self] in
            for listener in self?.listeners ?? [] { listener.change(.read) }
        }
    }

    private func refuse(_ socket: Descriptor) {
        _ = hub.refusal.withUnsafeBytes { bytes in
            Result { () throws(SystemError) in try UnixSocket.send(bytes, to: socket) }
        }
        socket.close()
        guard !hasRefused else { return }
        hasRefused = true
        tell("clients are refused: \(connections.count) are connected, which is the limit (limits.clients)")
    }

    private func handle(_ readiness: EventLoop.Readiness, _ connection: Connection) {
        if readiness.contains(.hangup) { return close(connection, nil) }
        if readiness.contains(.read), hub.mayRead(connection.session), !read(connection) { return }
        hub.touch(connection.session)
        settle()
    }

    /// Reads once; false when the client is gone.
    private func read(_ connection: Connection) -> Bool {
        let received = buffer.withUnsafeMutableBytes { bytes in
            Result { () throws(SystemError) in try UnixSocket.receive(from: connection.socket, into: bytes) }
        }
        switch received {
        case .success(.bytes(let count)): hub.receive(buffer[..<count], from: connection.session)
        case .success(.end): hub.end(connection.session)
        case .success(.nothing): break
        case .failure(let error):
            close(connection, "\(error)")
            return false
        }
        return true
    }

    /// Sends what there is to send, and then reports changed demand: whoever hears of it may call the server again.
    private func settle() {
        for session in hub.takeTouched() { if let connection = connections[session.id] { pump(connection) } }
        for change in hub.takeDemandChanges() { demandChanged(change.input, change.demand) }
        watchForDeadline()
    }

    private func watchForDeadline() {
        guard deadline != hub.nextDeadline else { return }
        deadline = hub.nextDeadline
        deadlineTimer?.cancel()
        deadlineTimer = deadline.map { time in
            loop.after(microseconds: max(0, time - hub.clock.monotonic)) { [weak self] in
                guard let self else { return }
                self.deadline = nil
                self.hub.expireLooks()
                self.settle()
            }
        }
    }

    private func pump(_ connection: Connection) {
        let session = connection.session
        do throws(SystemError) {
            var isSent = try connection.flush(at: hub.clock.monotonic)
            while isSent, hub.answer(session) { isSent = try connection.flush(at: hub.clock.monotonic) }
            if isSent, hub.isFinished(session) { return close(connection, session.closingReason) }
            var interest: EventLoop.Interest = hub.mayRead(session) ? .read : []
            if !isSent { interest.insert(.write) }
            connection.watch?.change(interest)
            if !isSent { watchForStall(connection) }
        } catch {
            close(connection, error.isGonePeer ? nil : "\(error)")
        }
    }

    private func watchForStall(_ connection: Connection) {
        guard connection.stallTimer?.isDone ?? true else { return }
        let limit = Int64(hub.configuration.stallSeconds * 1_000_000)
        let waited = hub.clock.monotonic - connection.session.outbox.lastProgress
        connection.stallTimer = loop.after(microseconds: max(limit - waited, 1000)) { [weak self, weak connection] in
            guard let self, let connection, !connection.session.outbox.isEmpty else { return }
            if self.hub.clock.monotonic - connection.session.outbox.lastProgress >= limit {
                self.close(connection, "it has taken nothing for \(self.hub.configuration.stallSeconds) s")
            } else {
                self.watchForStall(connection)
            }
        }
    }

    private func tell(_ line: String) {
        if let line = quota.line(line, at: hub.clock.monotonic) { log(line) }
    }

    /// Ends a connection; a reason is logged.
    private func close(_ connection: Connection, _ reason: String?) {
        guard connections.removeValue(forKey: connection.session.id) != nil else { return }
        connection.end()
        hub.close(connection.session)
        if let reason { tell("\(connection.name) closed: \(reason)") }
        settle()
    }
}
