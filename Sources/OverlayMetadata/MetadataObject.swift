import OverlayGeometry

/// Something found in a picture; coordinates in metadata space unless converted.
public struct MetadataObject: Hashable, Sendable {
    /// What it is.
    public var type: ObjectType
    /// Unique for the life of the input, faces and codes from one counter, never reused.
    public var id: UInt64
    /// The axis-aligned box; of a code the box of its corners.
    public var bounds: Rect
    /// The detector's certainty, 0…1, where it has one.
    public var confidence: Double?
    /// Carried by tracking, not seen in this very frame.
    public var predicted: Bool
    /// Capture time of the first frame that showed it, in microseconds of the monotonic clock.
    public var firstSeen: Int64
    /// Capture time of the last frame that showed it.
    public var lastSeen: Int64
    /// What is particular to its kind.
    public var kind: Kind

    /// What is particular to faces, and to codes.
    public enum Kind: Hashable, Sendable {
        /// A face's angles and landmarks.
        case face(Face)
        /// A code's content and corners.
        case code(Code)
    }

    /// An object of its members.
    public init(
        type: ObjectType, id: UInt64, bounds: Rect, confidence: Double? = nil, predicted: Bool = false,
        firstSeen: Int64, lastSeen: Int64, kind: Kind
    ) {
        self.type = type
        self.id = id
        self.bounds = bounds
        self.confidence = confidence
        self.predicted = predicted
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
        self.kind = kind
    }
}
