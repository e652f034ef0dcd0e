/// The map x' = a·x + c·y + tx, y' = b·x + d·y + ty, written [a, b, c, d, tx, ty].
public struct AffineMatrix: Hashable, Sendable {
    /// Part of x' that comes from x.
    public var a: Double
    /// Part of y' that comes from x.
    public var b: Double
    /// Part of x' that comes from y.
    public var c: Double
    /// Part of y' that comes from y.
    public var d: Double
    /// Shift along x.
    public var tx: Double
    /// Shift along y.
    public var ty: Double

    /// A matrix of its six members.
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// The members in the order of the wire.
    public var members: [Double] { [a, b, c, d, tx, ty] }

    /// The image of a point.
    public func apply(_ point: Point) -> Point {
        Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
    }

    /// The image of a rectangle through two opposite corners: exact while turns are right angles.
    public func apply(_ rect: Rect) -> Rect {
        Rect(
            spanning: apply(Point(x: rect.minX, y: rect.minY)), apply(Point(x: rect.maxX, y: rect.maxY)))
    }

    /// The map that undoes this one; nil when this one flattens the plane.
    public var inverse: AffineMatrix? {
        let determinant = a * d - b * c
        guard determinant != 0, determinant.isFinite else { return nil }
        return AffineMatrix(
            a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
            tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
    }
}
