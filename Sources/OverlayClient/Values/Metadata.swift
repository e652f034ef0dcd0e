import OverlayGeometry
import OverlayMetadata
import OverlayWire

/// What a subscription sees in one frame.
public struct Metadata: Hashable, Sendable {
    /// The revision of the subscription that made it: rises with every change of layer, types and so on.
    public let revision: Int
    /// The frame's number, rising by one for each captured frame of the input.
    public let sequence: UInt64
    /// Messages that were overtaken since the one before, in the daemon and here.
    public internal(set) var dropped: Int
    /// The input's name.
    public let input: String
    /// Capture time in microseconds of the monotonic clock.
    public let time: Int64
    /// Capture time in microseconds since the epoch.
    public let wall: Int64
    /// How long the frame lasts, in microseconds.
    public let duration: Int64
    /// Whose stamp `time` is.
    public let clock: StampClock
    /// Microseconds from capture to encoding.
    public let latency: Int64
    /// The picture's size in pixels.
    public let frame: FrameSize
    /// In what coordinates the objects stand.
    public let space: CoordinateSpace
    /// The objects in view.
    public let objects: [MetadataObject]
    /// Why there is nothing in view; nil when the picture simply holds nothing.
    public let absence: Absence?
    /// How the picture stands in the subscription's layer, for conversions of one's own; nil without a layer.
    public let layer: PreviewLayer?

    /// Why nothing can be in view.
    public enum Absence: Hashable, Sendable {
        /// The input is not live any more, or the subscription has moved to one that has shown nothing yet, or to none.
        case input
        /// The daemon is gone; the client is trying to reach it again.
        case daemon
    }
}

extension Metadata {
    init(_ message: MetadataMessage, layer: PreviewLayer?) {
        revision = message.revision
        sequence = message.sequence
        dropped = min(max(0, message.dropped), Int(Int32.max))
        input = message.input
        time = message.time
        wall = message.wall
        duration = message.duration
        clock = message.clock
        latency = message.latency
        frame = message.frame
        space = CoordinateSpace(message.space)
        objects = message.objects
        absence = message.reason == "input" ? .input : nil
        self.layer = layer
    }

    /// The objects that a reply says are in view; nil when no frame has come yet.
    init?(_ reply: ReceivedSubscription, layer: PreviewLayer?) {
        guard let sequence = reply.sequence, let time = reply.time, let input = reply.geometry.connection?.input,
            let frame = reply.geometry.frame
        else { return nil }
        revision = reply.geometry.revision
        self.sequence = sequence
        dropped = 0
        self.input = input
        self.time = time
        wall = reply.wall ?? 0
        duration = 0
        clock = .received
        latency = 0
        self.frame = frame
        space = CoordinateSpace(reply.space)
        objects = reply.objects
        absence = nil
        self.layer = layer
    }

    /// The same moment with nothing in view.
    func emptied(_ absence: Absence) -> Metadata {
        Metadata(
            revision: revision, sequence: sequence, dropped: 0, input: input, time: time, wall: wall,
            duration: duration, clock: clock, latency: 0, frame: frame, space: space, objects: [], absence: absence,
            layer: layer)
    }
}

/// In what coordinates objects stand.
public enum CoordinateSpace: Hashable, Sendable {
    /// Metadata space: 0…1 of the unrotated, unmirrored picture.
    case device
    /// Metadata space in pixels.
    case pixels
    /// The subscription's layer.
    case layer
}

extension CoordinateSpace {
    init(_ space: Space) {
        self =
            switch space {
            case .device: .device
            case .pixels: .pixels
            case .layer: .layer
            }
    }
}
