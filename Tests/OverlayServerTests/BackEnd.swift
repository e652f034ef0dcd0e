import Glibc
import OverlayMetadata
@testable import OverlayServer
import OverlaySystem
import OverlayWire

/// What carries a test's clients.
protocol BackEnd: AnyObject {
    var demandChanged: (String, Demand) -> Void { get set }
    var log: (String) -> Void { get set }
    var statusOfInputs: () -> [String: JSONObject] { get set }
    var steer: ((String, Steering, @escaping (Result<JSONObject, WireError>) -> Void) -> Void)? { get set }
    func connect(controls: Bool) throws -> any Link
    func frame(_ frame: MetadataFrame, from input: String)
    func input(_ name: String, changedTo status: InputStatus)
    func available(_ types: ObjectTypes)
    /// Lets the server do what it has to do.
    func run()
}

/// One client's end.
protocol Link: AnyObject {
    var isClosed: Bool { get }
    func send(_ bytes: [UInt8])
    func sendWhatFits(_ bytes: [UInt8])
    func receive() -> [UInt8]
    func endWriting()
    func vanish()
}

/// Clients straight in the hub.
final class MemoryBackEnd: BackEnd {
    let hub: Hub
    var demandChanged: (String, Demand) -> Void = { _, _ in }
    var log: (String) -> Void = { _ in }
    var statusOfInputs: () -> [String: JSONObject] {
        get { hub.statusOfInputs }
        set { hub.statusOfInputs = newValue }
    }

    var steer: ((String, Steering, @escaping (Result<JSONObject, WireError>) -> Void) -> Void)? {
        get { hub.steer }
        set { hub.steer = newValue }
    }

    init(_ configuration: ServerConfiguration, _ clock: any Clock) { hub = Hub(configuration, clock: clock) }

    func connect(controls: Bool) -> any Link { MemoryLink(hub, hub.open(controls: controls)) }
    func frame(_ frame: MetadataFrame, from input: String) { hub.frame(frame, from: input) }
    func input(_ name: String, changedTo status: InputStatus) { hub.input(name, changedTo: status) }
    func available(_ types: ObjectTypes) { hub.available(types) }
    func run() {
        hub.expireLooks()
        for change in hub.takeDemandChanges() { demandChanged(change.input, change.demand) }
    }
}

final class MemoryLink: Link {
    private let hub: Hub
    private let session: Session

    init(_ hub: Hub, _ session: Session) {
        self.hub = hub
        self.session = session
    }

    var isClosed: Bool { hub.isFinished(session) || hub.sessions[session.id] == nil }
    func send(_ bytes: [UInt8]) { hub.receive(bytes, from: session) }
    func sendWhatFits(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty, hub.mayRead(session) {
            send(Array(rest.prefix(16_384)))
            rest = rest.dropFirst(16_384)
        }
    }
    func endWriting() { hub.end(session) }
    func vanish() { hub.close(session) }

    func receive() -> [UInt8] {
        var result: [UInt8] = []
        repeat {
            while let bytes = session.outbox.next() {
                result += bytes
                session.outbox.consume(bytes.count, at: 0)
            }
        } while hub.answer(session)
        return result
    }
}

/// Clients over socket pairs, and a loop that turns when the test says so.
final class SocketBackEnd: BackEnd {
    private let server: Server
    private let loop: EventLoop
    private let lines: Lines
    var demandChanged: (String, Demand) -> Void {
        get { server.demandChanged }
        set { server.demandChanged = newValue }
    }
    var log: (String) -> Void {
        get { lines.take }
        set { lines.take = newValue }
    }
    var statusOfInputs: () -> [String: JSONObject] {
        get { server.statusOfInputs }
        set { server.statusOfInputs = newValue }
    }
    var steer: ((String, Steering, @escaping (Result<JSONObject, WireError>) -> Void) -> Void)? {
        get { server.steer }
        set { server.steer = newValue }
    }

    private final class Lines {
        var take: (String) -> Void = { _ in }
    }

    init(_ configuration: ServerConfiguration, _ clock: any Clock) throws {
        let lines = Lines()
        self.lines = lines
        loop = try EventLoop(clock: clock)
        server = Server(configuration, clock: clock, loop: loop) { lines.take($0) }
    }

    func connect(controls: Bool) throws -> any Link {
        let (mine, theirs) = try UnixSocket.pair()
        try UnixSocket.setBlocking(mine, false)
        try UnixSocket.setBlocking(theirs, false)
        server.adopt(theirs, controls: controls)
        return SocketLink(mine) { [loop] in loop.turn(limit: 0) }
    }

    func frame(_ frame: MetadataFrame, from input: String) { server.frame(frame, from: input) }
    func input(_ name: String, changedTo status: InputStatus) { server.input(name, changedTo: status) }
    func available(_ types: ObjectTypes) { server.available(types: types) }
    func run() { for _ in 0..<4 { loop.turn(limit: 0) } }
}

final class SocketLink: Link {
    private let socket: Descriptor
    private let turn: () -> Void
    private(set) var isEnded = false

    init(_ socket: Descriptor, turn: @escaping () -> Void) {
        self.socket = socket
        self.turn = turn
    }

    var isClosed: Bool {
        _ = receive()
        return isEnded
    }

    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty, !isEnded {
            let count = rest.withUnsafeBytes { try? UnixSocket.send($0, to: socket) }
            guard let count else { return isEnded = true }
            rest = rest.dropFirst(count)
            turn()
        }
    }

    func sendWhatFits(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty, let count = rest.withUnsafeBytes({ try? UnixSocket.send($0, to: socket) }), count > 0 {
            rest = rest.dropFirst(count)
            for _ in 0..<4 { turn() }
        }
    }

    func receive() -> [UInt8] {
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            switch buffer.withUnsafeMutableBytes({ try? UnixSocket.receive(from: socket, into: $0) }) {
            case .bytes(let count)?:
                result += buffer[..<count]
                for _ in 0..<4 { turn() }
            case .nothing?: return result
            case .end?, nil:
                isEnded = true
                return result
            }
        }
    }

    func endWriting() { shutdown(socket.number, Int32(SHUT_WR)) }
    func vanish() { socket.close() }
}
