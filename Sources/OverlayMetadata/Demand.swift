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
    /// The smallest face that is wanted, as a part of the picture's height; nil: what the usual search finds.
    public var minFace: Double?

    /// About the smallest face that the usual search finds, as a part of the picture's height.
    public static let usualMinFace = 0.05

    /// A demand of its members.
    public init(
        faces: Rect? = nil, codes: Rect? = nil, codeTypes: ObjectTypes = [], rate: Double? = nil,
        minFace: Double? = nil
    ) {
        self.faces = faces
        self.codes = codes
        self.codeTypes = codeTypes
        self.rate = rate
        self.minFace = minFace
    }

    /// A demand for objects of some types within one rectangle.
    public init(of types: ObjectTypes, in region: Rect, rate: Double? = nil, minFace: Double? = nil) {
        let codes = types.intersection(.codes)
        self.init(
            faces: types.contains(.face) ? region : nil, codes: codes.isEmpty ? nil : region, codeTypes: codes,
            rate: rate, minFace: minFace)
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
            codeTypes: codeTypes.union(other.codeTypes), rate: fastest, minFace: smallestFace(with: other))
    }

    /// What was looked for by this demand is all that the other one wants, however often.
    public func covers(_ other: Demand) -> Bool {
        Demand.covers(faces, other.faces) && Demand.covers(codes, other.codes)
            && codeTypes.isSuperset(of: other.codeTypes)
            && (other.faces == nil || smallestFace(with: other) == minFace)
    }

    /// The smaller of both sizes, of those who want faces at all.
    private func smallestFace(with other: Demand) -> Double? {
        if other.faces == nil { return minFace }
        if faces == nil { return other.minFace }
        guard let minFace, let otherSize = other.minFace else {
            let given = minFace ?? other.minFace ?? Demand.usualMinFace
            return given < Demand.usualMinFace ? given : nil
        }
        return min(minFace, otherSize)
    }

    private static func covers(_ searched: Rect?, _ wanted: Rect?) -> Bool {
        guard let wanted else { return true }
        // Unions of rectangles are rounded.
        return searched?.expanded(by: 1e-9).contains(wanted) ?? false
    }

    /// The demand that satisfies all, the same in whatever order they come.
    package static func union(of demands: some Collection<Demand>) -> Demand {
        let wanted = demands.filter { !$0.isEmpty }
        guard let first = wanted.first else { return .nothing }
        guard wanted.count > 1 else { return first }
        return Demand(
            faces: hull(wanted.compactMap(\.faces)), codes: hull(wanted.compactMap(\.codes)),
            codeTypes: wanted.reduce([]) { $0.union($1.codeTypes) },
            rate: wanted.reduce(0) { rate, demand in
                if let rate, let other = demand.rate { max(rate, other) } else { nil }
            },
            minFace: smallestFace(of: wanted.filter { $0.faces != nil }))
    }

    /// The smallest size among those who want faces; those who name none want the usual ones.
    private static func smallestFace(of demands: [Demand]) -> Double? {
        let given = demands.compactMap(\.minFace)
        let isUsualWanted = given.count < demands.count
        return given.min().flatMap { isUsualWanted && $0 >= usualMinFace ? nil : $0 }
    }

    /// The smallest rectangle that holds all; rounding does not add up, as it does when they are joined one by one.
    private static func hull(_ rects: [Rect]) -> Rect? {
        guard let left = rects.map(\.minX).min(), let top = rects.map(\.minY).min(),
            let right = rects.map(\.maxX).max(), let bottom = rects.map(\.maxY).max()
        else { return nil }
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    private static func union(_ first: Rect?, _ second: Rect?) -> Rect? {
        guard let first else { return second }
        guard let second else { return first }
        return first.union(second)
    }
}
