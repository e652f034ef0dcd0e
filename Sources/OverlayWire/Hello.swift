import OverlayGeometry
import OverlayMetadata

/// The first message of a server.
package struct Hello: Hashable, Sendable {
    /// Program and version.
    package var server: String
    /// The protocol's version.
    package var protocolVersion: String
    /// The session's name, another one at each start of the daemon.
    package var session: String
    /// The inputs in the order of the configuration.
    package var inputs: [InputSummary]
    /// The types that can be detected now.
    package var types: ObjectTypes
    /// Optional parts of the protocol that this server has.
    package var features: [String]
    /// The server's limits.
    package var limits: Limits

    /// What an input is.
    package struct InputSummary: Hashable, Sendable {
        /// Its name.
        package var name: String
        /// Its state.
        package var state: InputState
        /// Where it looks, if that was said.
        package var position: Position?
        /// The turn by which it is mounted.
        package var mount: Rotation

        /// A summary of its members.
        package init(name: String, state: InputState, position: Position?, mount: Rotation) {
            self.name = name
            self.state = state
            self.position = position
            self.mount = mount
        }
    }

    /// The server's limits.
    package struct Limits: Hashable, Sendable {
        /// Bytes of a request line.
        package var request: Int
        /// Clients at once.
        package var clients: Int
        /// Subscriptions of a client.
        package var subscriptions: Int

        /// The protocol's own limits, or others.
        package init(request: Int = 65_536, clients: Int = 1024, subscriptions: Int = 64) {
            self.request = request
            self.clients = clients
            self.subscriptions = subscriptions
        }
    }

    /// A hello of its members.
    package init(
        server: String, protocolVersion: String, session: String, inputs: [InputSummary], types: ObjectTypes,
        features: [String], limits: Limits
    ) {
        self.server = server
        self.protocolVersion = protocolVersion
        self.session = session
        self.inputs = inputs
        self.types = types
        self.features = features
        self.limits = limits
    }
}

extension Hello {
    /// The version of the protocol that this code speaks.
    ///
    /// Versions of one major number understand each other.
    package static let spoken = "0.1"

    /// The major number of a version as `0.1`; nil when it is none.
    package static func major(of version: String) -> Int? {
        version.split(separator: ".", omittingEmptySubsequences: false).first.flatMap { Int($0) }
    }

    /// The hello that parameters describe.
    package init?(_ params: JSONValue) {
        guard let server = params["server"]?.string, let version = params["protocol"]?.string,
            let session = params["session"]?.string
        else { return nil }
        let limits = params["limits"]
        self.init(
            server: server, protocolVersion: version, session: session,
            inputs: params["inputs"]?.array?.compactMap(InputSummary.init) ?? [],
            types: ObjectTypes(params["types"]?.array?.compactMap { $0.string.flatMap(ObjectType.init) } ?? []),
            features: params["features"]?.array?.compactMap(\.string) ?? [],
            limits: Limits(
                request: Int(clamping: limits?["request"]?.integer ?? 65_536),
                clients: Int(clamping: limits?["clients"]?.integer ?? 1024),
                subscriptions: Int(clamping: limits?["subscriptions"]?.integer ?? 64)))
    }

    /// The message as a line.
    package func write(into writer: inout JSONWriter) {
        writer.openNotification("hello")
        writer.name("server")
        writer.string(server)
        writer.name("protocol")
        writer.string(protocolVersion)
        writer.name("session")
        writer.string(session)
        writer.name("inputs")
        writer.openArray()
        for input in inputs { input.write(into: &writer) }
        writer.closeArray()
        writer.name("types")
        writer.strings(types.types.map(\.rawValue))
        writer.name("features")
        writer.strings(features)
        writer.name("limits")
        writer.openObject()
        writer.name("request")
        writer.integer(limits.request)
        writer.name("clients")
        writer.integer(limits.clients)
        writer.name("subscriptions")
        writer.integer(limits.subscriptions)
        writer.closeObject()
        writer.closeNotification()
    }
}

extension Hello.InputSummary {
    /// The summary that an element of `inputs` describes.
    package init?(_ value: JSONValue) {
        guard let name = value["name"]?.string, let state = value["state"]?.string.flatMap(InputState.init) else {
            return nil
        }
        self.init(
            name: name, state: state, position: value["position"]?.string.flatMap(Position.init),
            mount: value["mount"]?.integer.flatMap { Rotation(rawValue: Int(clamping: $0)) } ?? .none)
    }

    func write(into writer: inout JSONWriter) {
        writer.openObject()
        members(into: &writer)
        writer.closeObject()
    }

    /// The members, into the object that is open.
    package func members(into writer: inout JSONWriter) {
        writer.name("name")
        writer.string(name)
        writer.name("state")
        writer.string(state.rawValue)
        writer.name("position")
        writer.stringOrNull(position?.rawValue)
        writer.name("mount")
        writer.integer(mount.rawValue)
    }
}
