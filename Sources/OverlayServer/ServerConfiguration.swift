import OverlayGeometry
import OverlayMetadata
import OverlayWire

/// An input as the server presents it.
package struct ServedInput: Hashable, Sendable {
    /// Its name.
    package var name: String
    /// Where it looks; nil when that was not said.
    package var position: Position?
    /// The turn by which it is mounted.
    package var mount: Rotation

    /// An input of its members.
    package init(name: String, position: Position? = nil, mount: Rotation = .none) {
        self.name = name
        self.position = position
        self.mount = mount
    }
}

/// What a server is made with.
package struct ServerConfiguration: Sendable {
    /// The inputs, the first being the default.
    package var inputs: [ServedInput]
    /// The types that can be detected now.
    package var types: ObjectTypes
    /// Why a type cannot be detected, where that has a reason of its own.
    package var reasons: [ObjectType: String]
    /// The libraries by which pictures are read and searched.
    package var libraries: [LibraryVersion]
    /// The session's name, another one at each start.
    package var session: String
    /// The program's version.
    package var version: String
    /// Clients may point a camera's focus.
    package var allowsFocus: Bool
    /// The limits that `hello` states.
    package var limits: Hello.Limits
    /// Bytes of replies that may wait for a client before no more of its requests are read.
    package var replyBound: Int
    /// The size asked for each client's socket send buffer, in bytes.
    package var sendBuffer: Int32
    /// Seconds without progress after which a client that should read is closed.
    package var stallSeconds: Double

    /// A configuration of its members.
    package init(
        inputs: [ServedInput], types: ObjectTypes, reasons: [ObjectType: String] = [:],
        libraries: [LibraryVersion] = [], session: String, version: String,
        allowsFocus: Bool = true, limits: Hello.Limits = Hello.Limits(), replyBound: Int = 65_536,
        sendBuffer: Int32 = 16_384,
        stallSeconds: Double = 10
    ) {
        self.inputs = inputs
        self.types = types
        self.reasons = reasons
        self.libraries = libraries
        self.session = session
        self.version = version
        self.allowsFocus = allowsFocus
        self.limits = limits
        self.replyBound = replyBound
        self.sendBuffer = sendBuffer
        self.stallSeconds = stallSeconds
    }
}
