import OverlayGeometry
import OverlayMetadata
import Synchronization

/// A layer in which a client shows an input's picture, as AVCaptureVideoPreviewLayer: its place and gravity, its
/// connection, and the conversions between it and the picture.
///
/// It shows nothing by itself, and opens no source: that an object is looked for is a `MetadataOutput`'s matter. What is
/// set here is in force for conversions at once.
public final class VideoPreviewLayer: Sendable {
    private struct State {
        var session: CaptureSession?
        var attachment = Attachment()
        var bounds = Rect(x: 0, y: 0, width: 0, height: 0)
        var gravity = Gravity.resizeAspect
    }

    private let state = Mutex(State())

    /// A layer of a session, connected to its first input.
    public init(session: CaptureSession) { self.session = session }

    /// A layer of a session, without a connection.
    public init(sessionWithNoConnection session: CaptureSession) { setSessionWithNoConnection(session) }

    /// The session; setting it connects the layer to the first input, and ends the connection that it had.
    public var session: CaptureSession? {
        get { state.withLock { $0.session } }
        set {
            setSessionWithNoConnection(newValue)
            guard let newValue, let port = newValue.inputs.first?.ports.first else { return }
            connect(CaptureConnection(inputPort: port, videoPreviewLayer: self))
        }
    }

    /// Sets the session without connecting the layer; nil leaves it without one.
    public func setSessionWithNoConnection(_ session: CaptureSession?) {
        state.withLock { state in
            state.session = session
            state.attachment.move(to: session)
            ask(&state)
        }
    }

    /// The connection to an input; nil when detached, or when a restarted daemon does not have that input.
    public var connection: CaptureConnection? { state.withLock { $0.attachment.livingConnection } }

    /// How the picture fills the layer.
    public var videoGravity: Gravity {
        get { state.withLock { $0.gravity } }
        set {
            state.withLock { state in
                state.gravity = newValue
                ask(&state)
            }
        }
    }

    /// The layer's place in the client's own units, y down; without area until it is set.
    public var bounds: Rect { state.withLock { $0.bounds } }

    /// Places the layer; the error `badLayer` for what is not finite or has a negative side.
    public func setBounds(_ bounds: Rect) throws(ClientError) {
        guard bounds.isFinite, bounds.width >= 0, bounds.height >= 0 else {
            throw .invalid(
                .badLayer, "bounds must be finite, with sides of 0 or more, got \(bounds)", parameter: "bounds")
        }
        state.withLock { state in
            state.bounds = bounds
            ask(&state)
        }
    }

    /// Why the daemon refused the newest change; nil when it did not.
    public var failure: ClientError? { state.withLock { $0.attachment.failure } }

    /// The subscription that stands for the layer.
    var subscription: Subscription? { state.withLock { $0.attachment.subscription } }

    private func connect(_ connection: CaptureConnection) {
        state.withLock { state in
            state.attachment.connection = connection
            ask(&state)
        }
    }

    private func ask(_ state: inout State) {
        // No types: the daemon tells how the picture stands, and looks for nothing on this layer's account.
        state.attachment.ask(SubscriptionOptions(layer: state.bounds, gravity: state.gravity))
    }
}

extension VideoPreviewLayer: ConnectionEnd {
    var status: SubscriptionStatus? { subscription?.status }

    func attach(_ connection: CaptureConnection) throws(ClientError) { connect(connection) }

    func detach(_ connection: CaptureConnection) {
        state.withLock { state in
            guard state.attachment.connection === connection else { return }
            state.attachment.connection = nil
            ask(&state)
        }
    }

    func connectionChanged() { state.withLock { ask(&$0) } }
}
