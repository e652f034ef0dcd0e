import Glibc
import OverlayDevices
import OverlayLink
import OverlayMetadata
import OverlayOptions
import OverlayServer
import OverlaySystem
import OverlayWire

/// The whole service in one object: the inputs, the server, and what they tell each other.
///
/// Everything happens on the loop's thread.
package final class Daemon {
    /// What a test puts in the place of chance and time.
    package struct Determinism: Sendable {
        /// The session's name.
        package var session: String
        /// Where frames get their stamps.
        package var frames: Opening.FrameClock

        /// Determinism of its members.
        package init(session: String, frames: Opening.FrameClock) {
            self.session = session
            self.frames = frames
        }
    }

    /// Nothing can be served, and why.
    package struct Unable: Error, Hashable, Sendable, CustomStringConvertible {
        /// The sentence.
        package let description: String
    }

    /// The names of the inputs, in order.
    package var inputNames: [String] { inputs.map(\.description.name) }

    private let server: Server
    private var inputs: [InputSupervisor] = []
    private var socket: ServingSocket?
    private var controlSocket: ServingSocket?
    private var hotPlug: HotPlug?

    /// A daemon that is ready to serve: its worker was tried, its models were checked.
    package init(
        _ configuration: Configuration, _ installation: Installation, loop: EventLoop, log: Log,
        determinism: Determinism? = nil, cameras: CameraSystem = CameraSystem()
    ) throws {
        let capabilities = try WorkerProbe.capabilities(of: installation.worker, on: loop)
        let hasFaces = capabilities.faces && installation.faceModel != nil
        if let complaint = installation.complaint { log(.warning, "faces cannot be detected: \(complaint)") }
        var reasons = MissingTypes.reasons(capabilities)
        reasons[.face] = installation.complaint
        server = Server(
            ServerConfiguration(
                inputs: configuration.inputs.map { ServedInput(name: $0.name, position: $0.position, mount: $0.mount) },
                types: capabilities.codes.union(hasFaces ? .face : []),
                reasons: reasons, libraries: capabilities.libraries,
                session: determinism?.session ?? Daemon.newSession(), version: Version.current,
                allowsFocus: configuration.allowsFocus,
                limits: Hello.Limits(
                    clients: configuration.limits.clients, subscriptions: configuration.limits.subscriptions),
                sendBuffer: Int32(clamping: configuration.limits.sendBuffer),
                stallSeconds: configuration.limits.stall),
            clock: loop.clock, loop: loop, log: { log(.info, $0) })
        let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        let opener = SourceOpener(
            faceModel: installation.faceModel, sample: installation.sample, clock: determinism?.frames ?? .live,
            threads: min(4, processors), cameras: cameras)
        let closeAfter = configuration.closeAfter.map { Int64($0 * 1_000_000) }
        inputs = configuration.inputs.map { description in
            InputSupervisor(
                description, times: InputLife.Times(description, closeAfter: closeAfter),
                InputSupervisor.Surroundings(loop: loop, installation: installation, opener: opener, log: log))
        }
        connect()
        // Before the first look, so that nothing that comes meanwhile is missed.
        if configuration.inputs.contains(where: { !$0.isNoDevice }) {
            hotPlug = try HotPlug(on: loop) { [weak self] _ in self?.inputs.forEach { $0.look() } }
        }
        for input in inputs { input.inspect() }
    }

    /// Listens; the daemon keeps the socket until `stop`.
    package func serve(on socket: ServingSocket) throws {
        self.socket = socket
        try server.listen(on: socket.listener)
    }

    /// Listens for those who may control, too; the daemon keeps the socket until `stop`.
    package func serveControls(on socket: ServingSocket) throws {
        controlSocket = socket
        try server.listen(on: socket.listener, controls: true)
    }

    /// Takes leave of every client, ends every worker and removes the socket.
    package func stop() {
        server.close()
        hotPlug?.stop()
        for input in inputs { input.stop() }
        for socket in [socket, controlSocket] { socket?.close() }
        socket = nil
        controlSocket = nil
    }

    /// Lets the stepped clock of an input go on by so many frames.
    package func advance(_ name: String, frames: Int) { input(name)?.advance(frames) }

    private func input(_ name: String) -> InputSupervisor? { inputs.first { $0.description.name == name } }

    private func connect() {
        for input in inputs {
            let name = input.description.name
            input.onFrame = { [weak server] in server?.frame($0, from: name) }
            input.onChange = { [weak server, weak input] in
                guard let input else { return }
                server?.input(name, changedTo: input.status)
            }
        }
        server.demandChanged = { [weak self] name, demand in self?.input(name)?.want(demand) }
        server.steer = { [weak self] name, steering, done in self?.input(name)?.steer(steering, done) }
        server.retryOfInput = { [weak self] in self?.input($0)?.retryIn }
        server.statusOfInputs = { [weak self] in
            Dictionary(uniqueKeysWithValues: (self?.inputs ?? []).map { ($0.description.name, $0.statusMembers) })
        }
    }

    /// A name that no other start of a daemon has had: 64 bits of chance.
    private static func newSession() -> String {
        String(UInt64.random(in: 0...UInt64.max), radix: 16)
    }
}
