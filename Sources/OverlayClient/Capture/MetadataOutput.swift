import OverlayGeometry
import OverlayMetadata
import Synchronization

/// An output of the objects in an input's picture, as AVCaptureMetadataOutput; in metadata space.
public final class MetadataOutput: Sendable {
    private struct State {
        var attachment = Attachment()
        var types: [ObjectType] = []
        var rectOfInterest = Rect.unit
    }

    private let state = Mutex(State())

    /// An output that is in no session yet.
    public init() {}

    /// Its session; nil until it was added to one.
    public var session: CaptureSession? { state.withLock { $0.attachment.session } }

    /// The connection to an input; nil when detached.
    public var connection: CaptureConnection? { state.withLock { $0.attachment.livingConnection } }

    /// The same as a list.
    public var connections: [CaptureConnection] { [connection].compactMap { $0 } }

    /// The types that the daemon can detect; none while the output is in no session.
    public var availableMetadataObjectTypes: [ObjectType] { session?.daemon.types.types ?? [] }

    /// The types that are delivered; none until they are set.
    public var metadataObjectTypes: [ObjectType] { state.withLock { $0.types } }

    /// Says which types are delivered; the error `unavailableType` for one that is not available.
    public func setMetadataObjectTypes(_ types: [ObjectType]) throws(ClientError) {
        let available = availableMetadataObjectTypes
        if let missing = types.first(where: { !available.contains($0) }) {
            throw ClientError(
                .invalid,
                session == nil
                    ? "no type is available: add the output to a session first"
                    : "\(missing.rawValue) is not available; available: "
                        + available.map(\.rawValue).joined(separator: ", "),
                name: .unavailableType, parameter: "metadataObjectTypes", available: available.map(\.rawValue))
        }
        change { $0.types = types }
    }

    /// Where objects are looked for, in metadata space; the whole picture until it is set.
    public var rectOfInterest: Rect { state.withLock { $0.rectOfInterest } }

    /// Says where objects are looked for; what reaches past the picture is cut.
    ///
    /// The error `badRectangle` when it is not finite, has no extent, or does not overlap the picture.
    public func setRectOfInterest(_ rect: Rect) throws(ClientError) {
        guard rect.isFinite, rect.width > 0, rect.height > 0, let cut = rect.intersection(.unit) else {
            throw .invalid(
                .badRectangle,
                "rectOfInterest must be finite, with sides greater than 0, and overlap the picture "
                    + "(0, 0, 1, 1), got \(rect)", parameter: "rectOfInterest")
        }
        change { $0.rectOfInterest = cut }
    }

    /// The objects in view, frame by frame; only the newest are kept for a reader that is slow.
    ///
    /// The error `notReady` while the output is in no session.
    public func metadataObjects() throws(ClientError) -> CapturedObjectSequence {
        guard let subscription else {
            throw ClientError(.notReady, "the output is in no session: add it to one first", name: .notReady)
        }
        return CapturedObjectSequence(metadata: subscription.metadata)
    }

    /// Why the daemon refused the newest change; nil when it did not.
    public var failure: ClientError? { state.withLock { $0.attachment.failure } }

    /// The subscription that stands for the output.
    var subscription: Subscription? { state.withLock { $0.attachment.subscription } }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            var options = SubscriptionOptions(types: ObjectTypes(state.types))
            options.rectOfInterest = state.rectOfInterest == .unit ? nil : RectOfInterest(state.rectOfInterest)
            if state.attachment.session != nil { state.attachment.ask(options) }
        }
    }
}

extension MetadataOutput: ConnectionEnd {
    var status: SubscriptionStatus? { subscription?.status }

    func join(_ session: CaptureSession) throws(ClientError) {
        let isFree = state.withLock { state in
            guard state.attachment.session == nil else { return false }
            state.attachment.move(to: session)
            return true
        }
        guard isFree else {
            throw .invalid(.alreadyConnected, "the output is in a session already", parameter: "output")
        }
        connectionChanged()
    }

    func leave() { state.withLock { $0.attachment.move(to: nil) } }

    func attach(_ connection: CaptureConnection) throws(ClientError) {
        change { $0.attachment.connection = connection }
    }

    func detach(_ connection: CaptureConnection) {
        change { if $0.attachment.connection === connection { $0.attachment.connection = nil } }
    }

    func connectionChanged() { change { _ in } }
}

/// The objects in an output's view, frame by frame.
public struct CapturedObjectSequence: AsyncSequence, Sendable {
    /// What comes.
    public typealias Element = [CapturedObject]
    /// How it may end early.
    public typealias Failure = ClientError

    let metadata: MetadataSequence

    /// Begins with the newest; each iterator reads for itself.
    public func makeAsyncIterator() -> Iterator { Iterator(metadata: metadata.makeAsyncIterator()) }

    /// Waits for one frame's objects after another.
    public struct Iterator: AsyncIteratorProtocol {
        var metadata: MetadataSequence.Iterator

        /// The next frame's objects; nil when the output left its session, or the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(ClientError) -> [CapturedObject]?
        {
            guard let next = try await metadata.next(isolation: actor) else { return nil }
            return next.objects.map {
                CapturedObject(object: $0, input: next.input, time: next.time, duration: next.duration)
            }
        }

        /// The next frame's objects; nil when the output left its session, or the task is cancelled.
        public mutating func next() async throws(ClientError) -> [CapturedObject]? {
            try await next(isolation: nil)
        }
    }
}
