/// The four corners of a code, named by the symbol itself: whatever a layer does to them, `topLeft` stays the
/// symbol's own top-left.
///
/// Upright and unmirrored they run counter-clockwise as seen (y down).
public struct Quad: Hashable, Sendable {
    /// The symbol's own top-left corner (index 0 on the wire).
    public var topLeft: Point
    /// The symbol's own bottom-left corner (index 1).
    public var bottomLeft: Point
    /// The symbol's own bottom-right corner (index 2).
    public var bottomRight: Point
    /// The symbol's own top-right corner (index 3).
    public var topRight: Point

    /// A quad of four corners in the order of the wire.
    public init(topLeft: Point, bottomLeft: Point, bottomRight: Point, topRight: Point) {
        self.topLeft = topLeft
        self.bottomLeft = bottomLeft
        self.bottomRight = bottomRight
        self.topRight = topRight
    }

    /// The upright quad of a rectangle.
    public init(_ rect: Rect) {
        self.init(
            topLeft: Point(x: rect.minX, y: rect.minY), bottomLeft: Point(x: rect.minX, y: rect.maxY),
            bottomRight: Point(x: rect.maxX, y: rect.maxY), topRight: Point(x: rect.maxX, y: rect.minY))
    }

    /// The corners in the order of the wire.
    public var corners: [Point] { [topLeft, bottomLeft, bottomRight, topRight] }

    /// The axis-aligned box of the corners.
    public var bounds: Rect {
        Rect(spanning: topLeft, bottomRight).union(Rect(spanning: bottomLeft, topRight))
    }

    /// Every corner is finite.
    public var isFinite: Bool { corners.allSatisfy(\.isFinite) }

    /// Twice the signed area (shoelace formula): negative for corners that run counter-clockwise as seen with y down,
    /// positive for a mirrored symbol.
    public var winding: Double {
        func cross(_ p: Point, _ q: Point) -> Double { p.x * q.y - q.x * p.y }
        return cross(topLeft, bottomLeft) + cross(bottomLeft, bottomRight) + cross(bottomRight, topRight)
            + cross(topRight, topLeft)
    }

    /// Each corner sent through `transform`; the order stays.
    public func mapped(_ transform: (Point) -> Point) -> Quad {
        Quad(
            topLeft: transform(topLeft), bottomLeft: transform(bottomLeft),
            bottomRight: transform(bottomRight), topRight: transform(topRight))
    }
}
