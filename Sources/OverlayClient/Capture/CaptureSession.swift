import OverlayMetadata
import Synchronization

/// A capture session, as AVCaptureSession; it lives in the daemon, whose inputs it has, and this is a client's view of it.
///
/// There is nothing to start: a source is open exactly while somebody wants something of it.
public final class CaptureSession: Sendable {
    /// The client whose daemon it is.
    public let client: Client
    private let known: Mutex<Daemon>
    private let outputList = Mutex<[MetadataOutput]>([])

    /// The session of the daemon at a socket, found as `Client` finds it; throws why when it does not answer at once.
    public static func connect(to socket: String? = nil) async throws(ClientError) -> CaptureSession {
        try CaptureSession(client: try await Client.connect(to: socket))
    }

    /// The session of a connected client's daemon; the error `notReady` when it is not connected.
    public init(client: Client) throws(ClientError) {
        guard let daemon = client.daemon else {
            throw ClientError(.notReady, "the client is not connected: wait for its state", name: .notReady)
        }
        self.client = client
        known = Mutex(daemon)
    }

    /// The daemon's inputs, in the order of its configuration.
    public var inputs: [CaptureInput] { daemon.inputs.map(CaptureInput.init) }

    /// The outputs that were added.
    public var outputs: [MetadataOutput] { outputList.withLock { $0 } }

    /// The daemon is there.
    public var isRunning: Bool { client.daemon != nil }

    /// What the daemon said of itself last.
    var daemon: Daemon {
        let newest = client.daemon
        return known.withLock { known in
            if let newest { known = newest }
            return known
        }
    }
}

extension CaptureSession {
    /// The output is in no session yet.
    public func canAddOutput(_ output: MetadataOutput) -> Bool { output.session == nil }

    /// Takes an output, and connects it to the first input; the error `alreadyConnected` when it is in a session.
    public func addOutput(_ output: MetadataOutput) throws(ClientError) {
        try addOutputWithNoConnections(output)
        guard let port = inputs.first?.ports.first else { return }
        try addConnection(CaptureConnection(inputPorts: [port], output: output))
    }

    /// Takes an output without connecting it; the error `alreadyConnected` when it is in a session.
    public func addOutputWithNoConnections(_ output: MetadataOutput) throws(ClientError) {
        try output.join(self)
        outputList.withLock { $0.append(output) }
    }

    /// Lets an output go, and with it its connection.
    public func removeOutput(_ output: MetadataOutput) {
        let isHere = outputList.withLock { outputs in
            let count = outputs.count
            outputs.removeAll { $0 === output }
            return outputs.count < count
        }
        if isHere { output.leave() }
    }

    /// A connection from one of this session's inputs to a layer or output of this session that has none.
    public func canAddConnection(_ connection: CaptureConnection) -> Bool {
        (try? check(connection)) != nil
    }

    /// Makes a connection: the error `alreadyConnected` when its layer or output has one, `unknownInput` when its input
    /// is none of this session's.
    public func addConnection(_ connection: CaptureConnection) throws(ClientError) {
        try check(connection).attach(connection)
    }

    /// Takes a connection away; its layer's `connection` is nil from then on.
    public func removeConnection(_ connection: CaptureConnection) { connection.end?.detach(connection) }

    @discardableResult
    private func check(_ connection: CaptureConnection) throws(ClientError) -> any ConnectionEnd {
        let names = inputs.map(\.name)
        guard names.contains(connection.inputPort.input) else {
            throw ClientError(
                .invalid, "the session has no input \"\(connection.inputPort.input)\"", name: .unknownInput,
                parameter: "inputPort", available: names)
        }
        guard let end = connection.end, end.session === self else {
            throw .invalid(
                .notConnected, "the connection's layer or output is in another session, or in none",
                parameter: "connection")
        }
        guard end.connection == nil else {
            throw .invalid(
                .alreadyConnected, "it is connected already; remove that connection first", parameter: "connection")
        }
        return end
    }
}
