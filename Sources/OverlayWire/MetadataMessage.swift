import OverlayGeometry
import OverlayMetadata

/// A `metadata` notification as a client reads it.
package struct MetadataMessage: Hashable, Sendable {
    /// The subscription's number.
    package var subscription: Int
    /// The revision of the subscription that made it.
    package var revision: Int
    /// Messages of this subscription that were overtaken since the one before.
    package var dropped: Int
    /// The frame's number.
    package var sequence: UInt64
    /// The input's name.
    package var input: String
    /// Capture time in microseconds of the monotonic clock.
    package var time: Int64
    /// Capture time in microseconds since the epoch.
    package var wall: Int64
    /// How long the frame lasts, in microseconds.
    package var duration: Int64
    /// Whose stamp `time` is.
    package var clock: StampClock
    /// Microseconds from capture to encoding.
    package var latency: Int64
    /// The picture's size.
    package var frame: FrameSize
    /// In what coordinates the objects stand.
    package var space: Space
    /// The objects; those of types that the client does not know are left out.
    package var objects: [MetadataObject]
    /// Why it has no objects: `input` when the input is not live any more.
    package var reason: String?

    /// The message that parameters describe.
    package init?(_ params: JSONValue) {
        guard let subscription = params["subscription"]?.integer, let revision = params["revision"]?.integer,
            let sequence = params["sequence"]?.counter, let input = params["input"]?.string,
            let time = params["time"]?.integer, let frame = params["frame"]?.frameSize,
            let space = params["space"]?.string.flatMap(Space.init), let objects = params["objects"]?.array
        else { return nil }
        self.subscription = Int(clamping: subscription)
        self.revision = Int(clamping: revision)
        dropped = Int(clamping: params["dropped"]?.integer ?? 0)
        self.sequence = sequence
        self.input = input
        self.time = time
        wall = params["wall"]?.integer ?? 0
        duration = params["duration"]?.integer ?? 0
        clock = params["clock"]?.string.flatMap(StampClock.init) ?? .received
        latency = params["latency"]?.integer ?? 0
        self.frame = frame
        self.space = space
        self.objects = objects.compactMap(\.metadataObject)
        reason = params["reason"]?.string
    }
}

extension JSONWriter {
    /// Begins a `metadata` line with what differs for each client; the shared rest follows as it stands.
    package mutating func metadataHead(subscription: Int, revision: Int, dropped: Int) {
        openNotification("metadata")
        name("subscription")
        integer(subscription)
        name("revision")
        integer(revision)
        name("dropped")
        integer(dropped)
        append(Ascii.comma)
    }

    /// The rest of a `metadata` line, the same for all equal subscriptions, up to its newline.
    package mutating func metadataBody(
        _ frame: MetadataFrame, input: String, latency: Int64, space: Space, decimals: Int, objects: [MetadataObject],
        reason: String? = nil
    ) {
        members(of: frame, input: input, latency: latency, space: space, decimals: decimals, objects: objects)
        optional("reason", reason)
        closeNotification()
    }

    /// A frame and its objects, into the object that is open; a `latency` only where one is measured.
    package mutating func members(
        of frame: MetadataFrame, input: String, latency: Int64?, space: Space, decimals: Int, objects: [MetadataObject]
    ) {
        name("sequence")
        integer(frame.sequence)
        name("input")
        string(input)
        name("time")
        integer(frame.time)
        name("wall")
        integer(frame.wall)
        name("duration")
        integer(frame.duration)
        name("clock")
        string(frame.clock.rawValue)
        if let latency {
            name("latency")
            integer(latency)
        }
        name("frame")
        frameSize(frame.size)
        name("space")
        string(space.rawValue)
        name("objects")
        openArray()
        for object in objects { self.object(object, decimals) }
        closeArray()
    }
}
