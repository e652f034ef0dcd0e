import Glibc
import OverlayGeometry
import OverlayMetadata
import OverlayServer
import OverlaySystem
import OverlayWire
import Synchronization

/// The daemon's server on a thread of its own, at a real socket, with frames that a test makes.
final class LiveServer: Sendable {
    typealias Work = @Sendable (Server) -> Void

    static let inputs = [
        ServedInput(name: "front", position: .front), ServedInput(name: "side", position: .rear, mount: .quarter),
    ]

    let path: SocketPath
    private let work = Mutex<[Work]>([])
    private let wake = Mutex<(@Sendable () -> Void)?>(nil)
    private let stopped = Mutex(false)
    private let thread = Mutex<OverlaySystem.Thread?>(nil)

    init(
        at path: SocketPath = SocketPath(), inputs: [ServedInput] = inputs, limits: Hello.Limits = Hello.Limits()
    ) throws {
        self.path = path
        unlink(path.text)
        let listener = try UnixSocket.listen(at: path.text, mode: 0o600)
        let configuration = ServerConfiguration(
            inputs: inputs, types: ObjectTypes([.face, .qrCode, .ean13]), session: "s\(UInt32.random(in: 1...9999))",
            version: "0.1.0", limits: limits)
        let thread = try OverlaySystem.Thread(named: "live-server") { [self] in
            guard let loop = try? EventLoop() else { return }
            let server = Server(configuration, clock: SystemClock(), loop: loop) { _ in }
            try? server.listen(on: listener)
            wake.withLock { $0 = loop.wake }
            while !stopped.withLock({ $0 }) {
                for body in work.withLock({ work in
                    defer { work = [] }
                    return work
                }) { body(server) }
                loop.turn(limit: 20)
            }
            server.close()
        }
        self.thread.withLock { $0 = thread }
    }

    /// Does something with the server, on its thread.
    func run(_ body: @escaping Work) {
        work.withLock { $0.append(body) }
        wake.withLock { $0 }?()
    }

    /// An input goes live with frames of a size, and shows a frame.
    func goLive(
        _ name: String = "front", _ size: FrameSize = FrameSize(width: 1280, height: 720),
        sequence: UInt64 = 1, objects: [MetadataObject] = []
    ) {
        run {
            $0.input(name, changedTo: InputStatus(state: .live, since: 0, frame: size))
            $0.frame(.sample(sequence, objects, size: size), from: name)
        }
    }

    func frame(_ sequence: UInt64, _ objects: [MetadataObject], from input: String = "front") {
        run { $0.frame(.sample(sequence, objects), from: input) }
    }

    /// Closes every client and the socket, as the end of the process would.
    func stop() {
        stopped.withLock { $0 = true }
        wake.withLock { $0 }?()
        thread.withLock { $0 }?.join()
        unlink(path.text)
    }
}

extension MetadataFrame {
    static func sample(
        _ sequence: UInt64, _ objects: [MetadataObject] = [], size: FrameSize = FrameSize(width: 1280, height: 720)
    ) -> MetadataFrame {
        MetadataFrame(
            sequence: sequence, time: 1_000_000 + Int64(sequence) * 40_000, wall: 0, duration: 40_000,
            clock: .received, size: size, objects: objects)
    }
}

extension MetadataObject {
    static func face(_ id: UInt64 = 7) -> MetadataObject {
        MetadataObject(
            type: .face, id: id, bounds: Rect(x: 0.5, y: 0.25, width: 0.125, height: 0.25), confidence: 0.9375,
            firstSeen: 1, lastSeen: 2, kind: .face(Face(roll: 2.5, yaw: 340)))
    }

    static func code(_ id: UInt64 = 12) -> MetadataObject {
        let corners = Quad(Rect(x: 0.1, y: 0.2, width: 0.2, height: 0.3))
        return MetadataObject(
            type: .qrCode, id: id, bounds: corners.bounds, firstSeen: 1, lastSeen: 2,
            kind: .code(Code(value: "hello", payload: Array("hello".utf8), corners: corners)))
    }
}

/// The first element that `isWanted`; a test that waits in vain ends by its time limit.
func first<Elements: AsyncSequence & Sendable>(
    of elements: Elements, where isWanted: @Sendable (Elements.Element) -> Bool = { _ in true }
) async throws -> Elements.Element where Elements.Element: Sendable {
    for try await element in elements where isWanted(element) { return element }
    throw Ended()
}

/// A sequence ended before what was waited for.
struct Ended: Error {}
