import OverlayGeometry
import OverlayMetadata
import OverlayWire

/// How a subscription stands: what the daemon made of its options, and how its input is.
public struct SubscriptionStatus: Hashable, Sendable {
    /// The daemon knows the subscription; false before that, and while the client reconnects.
    public internal(set) var isInForce = false
    /// Rises with every change; starts anew with each connection to a daemon.
    public internal(set) var revision = 0
    /// The connection to an input; nil when detached.
    public internal(set) var connection: Connection?
    /// The input's state; nil when detached or not known.
    public internal(set) var inputState: InputState?
    /// Why the input is in that state, and what to do; nil when there is nothing to say.
    public internal(set) var inputDetail: String?
    /// The types that are delivered.
    public internal(set) var types: ObjectTypes = []
    /// Names that were asked for and are not available.
    public internal(set) var unavailable: [String] = []
    /// The size of the input's frames; nil before the first.
    public internal(set) var frame: FrameSize?
    /// How the picture stands in the layer; nil without a layer, or before the first frame.
    public internal(set) var layer: PreviewLayer?
    /// The rectangle of interest in metadata space.
    public internal(set) var rectOfInterest: Rect?
    /// The rectangle of interest in the layer.
    public internal(set) var rectOfInterestInLayer: Rect?
    /// Why the newest change was refused; nil after one that was not.
    public internal(set) var failure: ClientError?

    /// How a subscription is connected to its input.
    public struct Connection: Hashable, Sendable {
        /// The input's name.
        public let input: String
        /// The turn that holds.
        public let rotation: Rotation
        /// Whether it is mirrored.
        public let isMirrored: Bool
        /// It is mirrored exactly when the input is declared front.
        public let automaticallyAdjustsMirroring: Bool
        /// Something is delivered.
        public let isEnabled: Bool
    }
}

extension SubscriptionStatus {
    mutating func take(_ geometry: ReceivedGeometry, _ options: SubscriptionOptions) {
        revision = geometry.revision
        connection = geometry.connection.map(Connection.init)
        frame = geometry.frame
        rectOfInterest = geometry.rectOfInterest
        rectOfInterestInLayer = geometry.rectOfInterestInLayer
        layer = nil
        guard let frame, let connection, let bounds = options.layer else { return }
        layer = PreviewLayer(
            frame: frame.display, bounds: bounds, gravity: options.gravity, rotation: connection.rotation,
            mirrored: connection.isMirrored)
    }

    mutating func take(_ reply: ReceivedSubscription, _ options: SubscriptionOptions) {
        take(reply.geometry, options)
        isInForce = true
        if reply.state != inputState { inputDetail = nil }
        inputState = reply.state
        types = reply.types
        unavailable = reply.unavailable
        failure = nil
    }

    mutating func take(_ status: InputStatus) {
        inputState = status.state
        let words = [status.reason, status.detail].compactMap { $0 }.filter { !$0.isEmpty }
        inputDetail = words.isEmpty ? nil : words.joined(separator: ": ")
    }

    /// The daemon is gone.
    mutating func lose() {
        isInForce = false
        inputState = nil
        inputDetail = nil
    }
}

extension SubscriptionStatus.Connection {
    init(_ connection: SubscriptionGeometry.Connection) {
        self.init(
            input: connection.input, rotation: connection.rotation, isMirrored: connection.mirrored,
            automaticallyAdjustsMirroring: connection.automaticallyAdjustsMirroring, isEnabled: connection.enabled)
    }
}
