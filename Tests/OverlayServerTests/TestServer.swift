import OverlayGeometry
import OverlayMetadata
@testable import OverlayServer
import OverlaySystem
import OverlayWire

/// How a test's clients reach the server: straight into the hub, or over real sockets.
enum Carrier: CaseIterable, Sendable {
    case memory
    case socket
}

/// A server under test, with a clock that stands still unless it is moved.
final class TestServer {
    let clock = ManualClock()
    /// The demand of each input that has had one.
    var demands: [String: Demand] {
        backEnd.run()
        return reported
    }
    private var reported: [String: Demand] = [:]
    private(set) var log: [String] = []
    var statusOfInputs: () -> [String: JSONObject] = { [:] } {
        didSet { backEnd.statusOfInputs = statusOfInputs }
    }
    /// What cameras do when they are asked.
    var steer: ((String, Steering, @escaping (Result<JSONObject, WireError>) -> Void) -> Void)? {
        didSet { backEnd.steer = steer }
    }
    private let backEnd: any BackEnd

    static let inputs = [
        ServedInput(name: "front", position: .front), ServedInput(name: "side", position: .rear, mount: .quarter),
    ]

    init(
        _ carrier: Carrier = .memory, inputs: [ServedInput] = inputs, types: ObjectTypes = [.face, .detectable],
        libraries: [LibraryVersion] = [], allowsFocus: Bool = true, limits: Hello.Limits = Hello.Limits(),
        stallSeconds: Double = 10
    ) throws {
        let configuration = ServerConfiguration(
            inputs: inputs, types: types, reasons: [.aztec: "its reader was left out"], libraries: libraries,
            session: "b7c1", version: "0.1.0", allowsFocus: allowsFocus, limits: limits, stallSeconds: stallSeconds)
        switch carrier {
        case .memory: backEnd = MemoryBackEnd(configuration, clock)
        case .socket: backEnd = try SocketBackEnd(configuration, clock)
        }
        backEnd.demandChanged = { [unowned self] in self.reported[$0] = $1 }
        backEnd.log = { [unowned self] in self.log.append($0) }
    }

    func client(controls: Bool = false) throws -> TestClient {
        TestClient(try backEnd.connect(controls: controls), backEnd)
    }

    /// A client that has read its hello.
    func greeted(controls: Bool = false) throws -> TestClient {
        let client = try client(controls: controls)
        _ = client.lines()
        return client
    }

    func frame(_ frame: MetadataFrame, from input: String = "front") { backEnd.frame(frame, from: input) }
    func input(_ name: String = "front", _ status: InputStatus) { backEnd.input(name, changedTo: status) }
    func available(_ types: ObjectTypes) { backEnd.available(types) }

    /// The input goes live with frames of a size, and shows an empty frame.
    func goLive(_ name: String = "front", _ size: FrameSize = FrameSize(width: 1280, height: 720)) {
        input(name, InputStatus(state: .live, since: clock.monotonic, frame: size))
        frame(.sample(1, size: size), from: name)
    }
}

extension ObjectTypes {
    /// What the server under test can read.
    static let detectable = ObjectTypes([.qrCode, .ean13, .itf, .code128])
}

/// A client of a server under test.
final class TestClient {
    private let link: any Link
    private let backEnd: any BackEnd
    private var rest: [UInt8] = []
    private var nextID = 0

    init(_ link: any Link, _ backEnd: any BackEnd) {
        self.link = link
        self.backEnd = backEnd
    }

    /// The server has closed the connection.
    var isClosed: Bool {
        backEnd.run()
        return link.isClosed
    }

    func send(bytes: [UInt8]) {
        link.send(bytes)
        backEnd.run()
    }

    /// Sends as much as the carrier takes without the client's reading.
    func sendWhatFits(_ bytes: [UInt8]) {
        link.sendWhatFits(bytes)
        backEnd.run()
    }

    func send(_ text: String) { send(bytes: Array((text + "\n").utf8)) }
    func endWriting() {
        link.endWriting()
        backEnd.run()
    }
    func vanish() {
        link.vanish()
        backEnd.run()
    }

    /// The whole lines that came since the last call.
    func lines() -> [String] {
        backEnd.run()
        rest += link.receive()
        var lines = rest.split(separator: 0x0A, omittingEmptySubsequences: false)
        rest = Array(lines.removeLast())
        return lines.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The lines that came, understood.
    func messages() throws -> [ServerMessage] { try lines().map { try ServerMessage(line: Array($0.utf8)) } }

    /// Sends a request and hands back its result; everything else that came before it is dropped.
    @discardableResult
    func request(_ method: String, _ params: String = "{}") throws -> JSONValue {
        switch try reply(to: method, params) {
        case .success(let result): return result
        case .failure(let error): throw error
        }
    }

    /// Sends a request that must fail, and hands back its error.
    func failure(_ method: String, _ params: String = "{}") throws -> WireError? {
        if case .failure(let error) = try reply(to: method, params) { error } else { nil }
    }

    private func reply(to method: String, _ params: String) throws -> Result<JSONValue, WireError> {
        nextID += 1
        send(#"{"jsonrpc":"2.0","id":\#(nextID),"method":"\#(method)","params":\#(params)}"#)
        for message in try messages() {
            switch message {
            case .reply(.integer(Int64(nextID)), let result): return .success(result)
            case .failure(.integer(Int64(nextID)), let error): return .failure(error)
            default: continue
            }
        }
        return .failure(WireError(.internalError, "no reply to \(method)"))
    }

    /// The `metadata` messages that came.
    func metadata() throws -> [MetadataMessage] {
        try messages().compactMap { if case .metadata(let message) = $0 { message } else { nil } }
    }
}
