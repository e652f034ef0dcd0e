import Glibc
import OverlayMetadata
import OverlaySystem
import OverlayWire

/// A client of a daemon, over a real socket.
final class Client {
    /// The server has closed the connection.
    struct Closed: Error {}

    /// The lines that came since `hello`, as they came.
    private(set) var transcript: [String] = []
    private let socket: Descriptor
    private let pause: (Descriptor, Int32) -> Void
    private var received: [UInt8] = []
    private var passedOver: [ServerMessage] = []
    private var lastID = 0
    private let daemon: AnyObject

    /// Connects and reads `hello`; keeps the daemon for as long.
    ///
    /// `pause` waits a moment for the socket to become ready.
    init(
        to path: String, of daemon: AnyObject, pause: @escaping (Descriptor, Int32) -> Void = Client.pollABit
    ) throws {
        self.daemon = daemon
        socket = try UnixSocket.connect(to: path)
        self.pause = pause
        try UnixSocket.setBlocking(socket, false)
        guard case .hello = try next() else { throw WireError(.invalidRequest, "no hello") }
        transcript = []
    }

    static func pollABit(_ socket: Descriptor, _ events: Int32) {
        var waiting = pollfd(fd: socket.number, events: Int16(events), revents: 0)
        poll(&waiting, 1, 1_000)
    }
}

extension Client {
    /// Sends bytes as they are.
    func send(_ bytes: [UInt8]) throws {
        let patience = Patience("the server to read")
        var rest = bytes[...]
        while !rest.isEmpty {
            try patience.check()
            let count = try rest.withUnsafeBytes { try UnixSocket.send($0, to: socket) }
            rest = rest.dropFirst(count)
            if count == 0 { pause(socket, POLLOUT) }
        }
    }

    func send(_ line: String) throws { try send(Array((line + "\n").utf8)) }

    /// Goes away without a word.
    func vanish() { socket.close() }

    func endWriting() { shutdown(socket.number, Int32(SHUT_WR)) }

    /// The next line.
    func nextLine() throws -> String {
        let patience = Patience("a line from the server after \(transcript.last ?? "hello")")
        while true {
            if let line = takeLine() { return line }
            try patience.check()
            if try !receive() { pause(socket, POLLIN) }
        }
    }

    /// The lines that are there now.
    func linesAtHand() throws -> [String] {
        while try receive() {}
        var lines: [String] = []
        while let line = takeLine() { lines.append(line) }
        return lines
    }

    private func takeLine() -> String? {
        guard let end = received.firstIndex(of: 10) else { return nil }
        let line = String(decoding: received[..<end], as: UTF8.self)
        received.removeFirst(end + 1)
        transcript.append(line)
        return line
    }

    /// Takes what the socket holds; false when it holds nothing.
    private func receive() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        switch try buffer.withUnsafeMutableBytes({ try UnixSocket.receive(from: socket, into: $0) }) {
        case .bytes(let count): received += buffer[..<count]
        case .nothing: return false
        case .end: throw Closed()
        }
        return true
    }

    /// The next message; first those that a request passed over.
    func next() throws -> ServerMessage {
        if !passedOver.isEmpty { return passedOver.removeFirst() }
        return try ServerMessage(line: Array(nextLine().utf8))
    }

    /// Drops messages until `choose` makes something of one.
    func next<Result>(_ what: String, _ choose: (ServerMessage) throws -> Result?) throws -> Result {
        let patience = Patience(what)
        while true {
            try patience.check()
            if let result = try choose(try next()) { return result }
        }
    }

    /// The next `metadata` message that `isWanted`.
    func metadata(_ isWanted: (MetadataMessage) -> Bool = { _ in true }) throws -> MetadataMessage {
        try next("metadata") { if case .metadata(let message) = $0, isWanted(message) { message } else { nil } }
    }

    /// Waits for an `input` message of that state.
    @discardableResult
    func awaitState(_ state: InputState) throws -> InputMessage {
        try next("the state \(state)") {
            if case .input(let message) = $0, message.status.state == state { message } else { nil }
        }
    }

    /// Sends a request and waits for its result; what comes before it waits to be read.
    @discardableResult
    func request(_ method: String, _ params: String = "{}") throws -> JSONValue {
        lastID += 1
        try send(#"{"jsonrpc":"2.0","id":\#(lastID),"method":"\#(method)","params":\#(params)}"#)
        return try reply().result.get()
    }

    /// The next reply and the id that it is to.
    func reply() throws -> (id: JSONValue, result: Result<JSONValue, WireError>) {
        while true {
            switch try ServerMessage(line: Array(nextLine().utf8)) {
            case .reply(let id, let result): return (id, .success(result))
            case .failure(let id, let error): return (id, .failure(error))
            case let other: passedOver.append(other)
            }
        }
    }

    /// The entry of an input in `status`.
    func status(of input: String = "test") throws -> JSONValue {
        let inputs = try request("status")["inputs"]?.array ?? []
        guard let entry = inputs.first(where: { $0["name"] == .string(input) }) else { throw Closed() }
        return entry
    }
}
