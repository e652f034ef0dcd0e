import OverlayGeometry

/// What was found in one frame, in metadata space: the message that crosses from the input's side to the server's.
public struct MetadataFrame: Hashable, Sendable {
    /// Rises by one for each captured frame, for the life of the input.
    public var sequence: UInt64
    /// Capture time in microseconds of the monotonic clock; never runs backwards.
    public var time: Int64
    /// Capture time in microseconds since the epoch.
    public var wall: Int64
    /// How long the frame lasts, in microseconds.
    public var duration: Int64
    /// Whose stamp `time` is.
    public var clock: StampClock
    /// The picture's size in pixels.
    public var size: FrameSize
    /// What is in view, smoothed.
    public var objects: [MetadataObject]
    /// The same objects in the same order, where the detectors measured them.
    public var measured: [MetadataObject]
    /// What was looked for.
    public var demand: Demand

    /// A frame of its members; without `measured`, smoothing has changed nothing.
    public init(
        sequence: UInt64, time: Int64, wall: Int64, duration: Int64, clock: StampClock, size: FrameSize,
        objects: [MetadataObject], measured: [MetadataObject]? = nil, demand: Demand = .everything
    ) {
        self.sequence = sequence
        self.time = time
        self.wall = wall
        self.duration = duration
        self.clock = clock
        self.size = size
        self.objects = objects
        self.measured = measured ?? objects
        self.demand = demand
    }
}

/// A picture's size in pixels, and the shape of a pixel.
public struct FrameSize: Hashable, Sendable {
    /// Pixels in a row.
    public var width: Int
    /// Rows.
    public var height: Int
    /// A pixel's width divided by its height; 1 for square pixels.
    public var pixelAspect: Double

    /// A size in pixels.
    public init(width: Int, height: Int, pixelAspect: Double = 1) {
        self.width = width
        self.height = height
        self.pixelAspect = pixelAspect
    }

    /// The size in square pixels, as a layer takes it.
    public var display: Size { Size(width: Double(width) * pixelAspect, height: Double(height)) }
}

/// Whose clock stamped a frame.
public enum StampClock: String, CaseIterable, Sendable {
    /// The camera's own stamp, which was sane.
    case camera
    /// The moment at which the frame was received.
    case received
}
