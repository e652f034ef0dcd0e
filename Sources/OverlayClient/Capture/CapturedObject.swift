import OverlayGeometry
import OverlayMetadata

/// An object of an output, as AVMetadataObject and its kinds: what was found, in which input, when.
@dynamicMemberLookup
public struct CapturedObject: Hashable, Sendable {
    /// What was found; in metadata space until a layer transforms it.
    public internal(set) var object: MetadataObject
    /// The name of the input that showed it.
    public let input: String
    /// Capture time of its frame in microseconds of the monotonic clock.
    public let time: Int64
    /// How long the frame lasts, in microseconds.
    public let duration: Int64

    /// The object's own members, such as `type`, `id` and `bounds`.
    public subscript<Value>(dynamicMember path: KeyPath<MetadataObject, Value>) -> Value { object[keyPath: path] }
}

extension CapturedObject {
    /// The face, if it is one.
    public var face: Face? { if case .face(let face) = object.kind { face } else { nil } }
    /// The code, if it is one.
    public var code: Code? { if case .code(let code) = object.kind { code } else { nil } }
    /// A face's id, for the life of the input; nil for a code.
    public var faceID: UInt64? { face == nil ? nil : object.id }
    /// A face's roll in degrees, clockwise; nil where it was not measured.
    public var rollAngle: Double? { face?.roll }
    /// A face's yaw in degrees; nil where it was not measured.
    public var yawAngle: Double? { face?.yaw }
    /// A code's text; nil when its payload is not text.
    public var stringValue: String? { code?.value }
    /// A code's corners: its own top-left, bottom-left, bottom-right, top-right.
    public var corners: [Point] { code?.corners.corners ?? [] }
}
