/// An axis-aligned rectangle: its top-left corner and its extent, which is never negative by construction of its users.
public struct Rect: Hashable, Sendable {
    /// Left edge.
    public var x: Double
    /// Top edge.
    public var y: Double
    /// Extent along x.
    public var width: Double
    /// Extent along y.
    public var height: Double

    /// A rectangle with its top-left corner at `x`, `y`.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The smallest rectangle that holds both points, in whichever order they come.
    public init(spanning first: Point, _ second: Point) {
        self.init(
            x: min(first.x, second.x), y: min(first.y, second.y),
            width: abs(second.x - first.x), height: abs(second.y - first.y))
    }

    /// The smallest rectangle that holds all points; nil for none.
    public init?(bounding points: some Sequence<Point>) {
        var iterator = points.makeIterator()
        guard let first = iterator.next() else { return nil }
        var (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
        while let point = iterator.next() {
            left = min(left, point.x)
            top = min(top, point.y)
            right = max(right, point.x)
            bottom = max(bottom, point.y)
        }
        self.init(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The whole picture in metadata space.
    public static let unit = Rect(x: 0, y: 0, width: 1, height: 1)

    /// Left edge.
    public var minX: Double { x }
    /// Top edge.
    public var minY: Double { y }
    /// Right edge.
    public var maxX: Double { x + width }
    /// Bottom edge.
    public var maxY: Double { y + height }
    /// The middle.
    public var center: Point { Point(x: x + width / 2, y: y + height / 2) }
    /// The extent.
    public var size: Size { Size(width: width, height: height) }
    /// Width times height.
    public var area: Double { width * height }
    /// No member is infinite or not a number.
    public var isFinite: Bool { x.isFinite && y.isFinite && width.isFinite && height.isFinite }
}

extension Rect {
    /// The part that both share; nil unless it has extent on both axes.
    public func intersection(_ other: Rect) -> Rect? {
        let left = max(minX, other.minX)
        let top = max(minY, other.minY)
        let right = min(maxX, other.maxX)
        let bottom = min(maxY, other.maxY)
        guard right > left, bottom > top else { return nil }
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The smallest rectangle that holds both.
    public func union(_ other: Rect) -> Rect {
        let left = min(minX, other.minX)
        let top = min(minY, other.minY)
        return Rect(
            x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }

    /// The rectangle grown by `margin` on every side.
    public func expanded(by margin: Double) -> Rect {
        Rect(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
    }

    /// The point lies in the half-open rectangle: its left and top edges belong to it, the others do not.
    public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// The other rectangle lies wholly within this one, edges included.
    public func contains(_ other: Rect) -> Bool {
        other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
    }

    /// Both overlap with positive extent on each axis; a side of `other` without extent counts as a point in the
    /// half-open interval of this rectangle (the delivery rule of a rectangle of interest).
    public func meets(_ other: Rect) -> Bool {
        Rect.meets(minX, maxX, other.minX, other.maxX) && Rect.meets(minY, maxY, other.minY, other.maxY)
    }

    private static func meets(_ low: Double, _ high: Double, _ otherLow: Double, _ otherHigh: Double) -> Bool {
        otherLow == otherHigh ? otherLow >= low && otherLow < high : otherLow < high && otherHigh > low
    }

    /// Shared area divided by covered area, 0…1: how well two boxes agree.
    public func overlap(with other: Rect) -> Double {
        guard let shared = intersection(other)?.area else { return 0 }
        return shared / (area + other.area - shared)
    }
}
