import OverlayGeometry

/// What the subscribers of one input want of it, taken together: the only message that crosses from the server's side to
/// the input's side.
///
/// Nothing wanted means that the source may close.
public struct Demand: Hashable, Sendable {
    /// Faces are wanted, within this rectangle of metadata space; nil: the face detector does not run.
    public var faces: Rect?
    /// Codes are wanted, within this rectangle; nil: the code reader does not run.
    public var codes: Rect?
    /// Which symbologies are wanted, when codes are.
    public var codeTypes: ObjectTypes
    /// Frames a second that the fastest subscriber wants; nil: as many as there are.
    public var rate: Double?

    /// A demand of its members.
    public init(faces: Rect? = nil, codes: Rect? = nil, codeTypes: ObjectTypes = [], rate: Double? = nil) {
        self.faces = faces
        self.codes = codes
        self.codeTypes = codeTypes
        self.rate = rate
    }

    /// Nobody wants anything.
    public static let nothing = Demand()
    /// All codes and faces of the whole picture.
    public static let everything = Demand(faces: .unit, codes: .unit, codeTypes: .codes)

    /// No detector is asked for.
    public var isEmpty: Bool { faces == nil && codes == nil }
}

extension Demand {
    /// The demand that satisfies both.
    public func union(_ other: Demand) -> Demand {
        if isEmpty { return other.isEmpty ? .nothing : other }
        if other.isEmpty { return self }
        let fastest: Double? = if let rate, let otherRate = other.rate { max(rate, otherRate) } else { nil }
        return Demand(
            faces: Demand.union(faces, other.faces), codes: Demand.union(codes, other.codes),
            codeTypes: codeTypes.union(other.codeTypes), rate: fastest)
    }

    private static func union(_ first: Rect?, _ second: Rect?) -> Rect? {
        guard let first else { return second }
        guard let second else { return first }
        return first.union(second)
    }
}
