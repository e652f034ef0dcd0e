import OverlayGeometry
import OverlayMetadata

/// An input of a capture session, as AVCaptureInput: a camera, a picture, a clip.
public struct CaptureInput: Hashable, Sendable {
    /// Its name in the daemon's configuration.
    public let name: String
    /// Its ports; overlayd's inputs have one each.
    public var ports: [Port] { [port] }

    private let port: Port

    /// What a connection begins at, as AVCaptureInput.Port.
    public struct Port: Hashable, Sendable {
        /// The name of the input that it belongs to.
        public let input: String
        /// Where the input looks, if that is known.
        public let position: Position?
        /// The turn by which its camera is mounted.
        public let mount: Rotation
    }

    init(_ input: Daemon.Input) {
        name = input.name
        port = Port(input: input.name, position: input.position, mount: input.mount)
    }
}
