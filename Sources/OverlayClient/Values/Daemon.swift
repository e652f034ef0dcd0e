import OverlayGeometry
import OverlayMetadata
import OverlayWire

/// What a daemon says of itself when a client connects.
public struct Daemon: Hashable, Sendable {
    /// Program and version.
    public let server: String
    /// The version of its protocol.
    public let protocolVersion: String
    /// The name of its capture session, another one at each start.
    public let session: String
    /// Its inputs, in the order of its configuration.
    public let inputs: [Input]
    /// The types that it can detect.
    public let types: ObjectTypes
    /// Optional parts of the protocol that it has.
    public let features: [String]

    /// One of a daemon's inputs.
    public struct Input: Hashable, Sendable {
        /// Its name.
        public let name: String
        /// Its state at that moment.
        public let state: InputState
        /// Where it looks, if that is known.
        public let position: Position?
        /// The turn by which its camera is mounted.
        public let mount: Rotation
    }
}

extension Daemon {
    init(_ hello: Hello) {
        server = hello.server
        protocolVersion = hello.protocolVersion
        session = hello.session
        inputs = hello.inputs.map(Input.init)
        types = hello.types
        features = hello.features
    }
}

extension Daemon.Input {
    init?(_ value: JSONValue) {
        guard let summary = Hello.InputSummary(value) else { return nil }
        self.init(summary)
    }

    init(_ summary: Hello.InputSummary) {
        self.init(name: summary.name, state: summary.state, position: summary.position, mount: summary.mount)
    }
}
