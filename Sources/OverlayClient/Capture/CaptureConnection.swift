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

    private struct State {
        var turn = PictureTurn.automatic
        var mirrored: Bool?
        var enabled = true
        weak var layer: VideoPreviewLayer?
        weak var output: MetadataOutput?
    }

    private let state = Mutex(State())

    /// A connection from an input to a layer; `CaptureSession.addConnection` makes it.
    public init(inputPort: CaptureInput.Port, videoPreviewLayer layer: VideoPreviewLayer) {
        self.inputPort = inputPort
        state.withLock { $0.layer = layer }
    }

    /// A connection from an input's port to an output; of several ports the first counts, and none is an error.
    public init(inputPorts: [CaptureInput.Port], output: MetadataOutput) throws(ClientError) {
        guard let port = inputPorts.first else {
            throw .invalid(.missingParameter, "a connection needs a port to begin at", parameter: "inputPorts")
        }
        inputPort = port
        state.withLock { $0.output = output }
    }

    /// The layer that it leads to; nil when it leads to an output.
    public var videoPreviewLayer: VideoPreviewLayer? { state.withLock { $0.layer } }
    /// The output that it leads to; nil when it leads to a layer.
    public var output: MetadataOutput? { state.withLock { $0.output } }

    /// It is in force, and its input shows pictures.
    public var isActive: Bool {
        guard let end, end.connection === self, let status = end.status else { return false }
        return status.isInForce && isEnabled && status.connection?.input == inputPort.input
            && status.inputState == .live
    }

    /// Something is delivered through it; a change is in the daemon a moment later.
    public var isEnabled: Bool {
        get { state.withLock { $0.enabled } }
        set { change { $0.enabled = newValue } }
    }
}

extension CaptureConnection {
    /// The picture can be turned: in layers, not in outputs, whose objects are in metadata space.
    public var isVideoOrientationSupported: Bool { videoPreviewLayer != nil }

    /// How the device is held, by name; the name of the input's mount until it is set.
    public var videoOrientation: Orientation {
        get {
            Orientation.allCases.first { $0.rotation(for: inputPort.position) == rotation } ?? .landscapeRight
        }
        set { if isVideoOrientationSupported { change { $0.turn = .orientation(newValue) } } }
    }

    /// The clockwise turn of the picture in degrees; that of the input's mount until it is set.
    public var videoRotationAngle: Double { rotation.degrees }

    /// It is 0, 90, 180 or 270, and the picture can be turned.
    public func isVideoRotationAngleSupported(_ angle: Double) -> Bool {
        videoPreviewLayer != nil && Rotation.allCases.contains { $0.degrees == angle }
    }

    /// Turns the picture; the error `badRotation` for an angle that is not supported.
    public func setVideoRotationAngle(_ angle: Double) throws(ClientError) {
        guard isVideoRotationAngleSupported(angle),
            let rotation = Rotation.allCases.first(where: { $0.degrees == angle })
        else {
            throw .invalid(
                .badRotation,
                videoPreviewLayer == nil
                    ? "the objects of an output stand in metadata space, which is never turned"
                    : "videoRotationAngle must be 0, 90, 180 or 270, got \(angle)",
                parameter: "videoRotationAngle")
        }
        change { $0.turn = .fixed(rotation) }
    }

    var rotation: Rotation {
        switch state.withLock({ $0.turn }) {
        case .automatic: videoPreviewLayer == nil ? .none : inputPort.mount
        case .fixed(let rotation): rotation
        case .orientation(let orientation): orientation.rotation(for: inputPort.position)
        }
    }
}

extension CaptureConnection {
    /// The picture can be mirrored: in layers, not in outputs, whose objects are in metadata space.
    public var isVideoMirroringSupported: Bool { videoPreviewLayer != nil }

    /// It is mirrored exactly when its input is declared front; on until it is set.
    ///
    /// Switched off, the mirroring stays as it is.
    public var automaticallyAdjustsVideoMirroring: Bool {
        get { state.withLock { $0.mirrored == nil } }
        set {
            let held = isVideoMirrored
            change { $0.mirrored = newValue ? nil : held }
        }
    }

    /// The picture is flipped left-right as shown.
    public var isVideoMirrored: Bool {
        guard isVideoMirroringSupported else { return false }
        return state.withLock { $0.mirrored } ?? (inputPort.position == .front)
    }

    /// Mirrors the picture or not; the error `badValue` while that is adjusted automatically.
    public func setVideoMirrored(_ isMirrored: Bool) throws(ClientError) {
        guard isVideoMirroringSupported else {
            throw .invalid(
                .notSupported, "the objects of an output stand in metadata space, which is never mirrored",
                parameter: "isVideoMirrored")
        }
        guard !automaticallyAdjustsVideoMirroring else {
            throw .invalid(
                .badValue,
                "isVideoMirrored cannot be set while automaticallyAdjustsVideoMirroring is true: set that to false first",
                parameter: "isVideoMirrored")
        }
        change { $0.mirrored = isMirrored }
    }
}

extension CaptureConnection {
    /// The layer or the output.
    var end: (any ConnectionEnd)? { videoPreviewLayer ?? output }

    /// The settings, into a subscription's options.
    func write(into options: inout SubscriptionOptions) {
        state.withLock { state in
            options.input = .named(inputPort.input)
            options.rotation = state.turn
            options.isMirrored = state.mirrored
            options.isEnabled = state.enabled
        }
    }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
        if let end, end.connection === self { end.connectionChanged() }
    }
}
