/// A point: in metadata space 0…1 of the unrotated picture, in layer space the client's units; y grows downwards.
public struct Point: Hashable, Sendable {
    /// Distance from the left edge.
    public var x: Double
    /// Distance from the top edge.
    public var y: Double

    /// A point at `x`, `y`.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Neither coordinate is infinite or not a number.
    public var isFinite: Bool { x.isFinite && y.isFinite }

    /// The distance to another point, in the space's own units.
    public func distance(to other: Point) -> Double {
        let dx = other.x - x
        let dy = other.y - y
        return (dx * dx + dy * dy).squareRoot()
    }
}

/// A width and a height, in the units of the space it belongs to.
public struct Size: Hashable, Sendable {
    /// Extent along x.
    public var width: Double
    /// Extent along y.
    public var height: Double

    /// A size of `width` by `height`.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// Both sides are finite and greater than 0: something can be shown in it.
    public var hasArea: Bool { width > 0 && height > 0 && width.isFinite && height.isFinite }
}
