import OverlayGeometry
import OverlayMetadata
import Synchronization

/// What a connection leads to.
protocol ConnectionEnd: AnyObject, Sendable {
    var session: CaptureSession? { get }
    var connection: CaptureConnection? { get }
    /// The subscription's status.
    var status: SubscriptionStatus? { get }

    func attach(_ connection: CaptureConnection) throws(ClientError)
    func detach(_ connection: CaptureConnection)
    /// The connection is set otherwise.
    func connectionChanged()
}

/// A connection from an input to a layer or output, as AVCaptureConnection.
///
/// Where AVFoundation raises an exception, a `set…` throws. The changes are in force for conversions at once, and in
/// the daemon a moment later.
public final class CaptureConnection: Sendable {
    /// The input that it begins at.
    public let inputPort: CaptureInput.Port
    /// The same as a list.
    public var inputPorts: [CaptureInput.Port] { [inputPort] }

    struct Settings {
        var turn = PictureTurn.automatic
        var mirrored: Bool?
        var enabled = true
        weak var layer: VideoPreviewLayer?
        weak var output: MetadataOutput?
    }

    let settings = Mutex(Settings())

    /// A connection from an input to a layer; `CaptureSession.addConnection` makes it.
    public init(inputPort: CaptureInput.Port, videoPreviewLayer layer: VideoPreviewLayer) {
        self.inputPort = inputPort
        settings.withLock { $0.layer = layer }
    }

    /// A connection from an input's port to an output; of several ports the first counts, and none is an error.
    public init(inputPorts: [CaptureInput.Port], output: MetadataOutput) throws(ClientError) {
        guard let port = inputPorts.first else {
            throw .invalid(.missingParameter, "a connection needs a port to begin at", parameter: "inputPorts")
        }
        inputPort = port
        settings.withLock { $0.output = output }
    }

    /// The layer that it leads to; nil when it leads to an output.
    public var videoPreviewLayer: VideoPreviewLayer? { settings.withLock { $0.layer } }
    /// The output that it leads to; nil when it leads to a layer.
    public var output: MetadataOutput? { settings.withLock { $0.output } }

    /// It is in force, and its input shows pictures.
    public var isActive: Bool {
        guard let end, end.connection === self, let status = end.status else { return false }
        return status.isInForce && isEnabled && status.connection?.input == inputPort.input
            && status.inputState == .live
    }

    /// Something is delivered through it; a change is in the daemon a moment later.
    public var isEnabled: Bool {
        get { settings.withLock { $0.enabled } }
        set { change { $0.enabled = newValue } }
    }
}

extension CaptureConnection {
    /// The layer or the output.
    var end: (any ConnectionEnd)? { videoPreviewLayer ?? output }

    /// The settings, into a subscription's options.
    func write(into options: inout SubscriptionOptions) {
        settings.withLock { settings in
            options.input = .named(inputPort.input)
            options.rotation = settings.turn
            options.isMirrored = settings.mirrored
            options.isEnabled = settings.enabled
        }
    }

    func change(_ body: (inout Settings) -> Void) {
        settings.withLock { body(&$0) }
        if let end, end.connection === self { end.connectionChanged() }
    }
}
