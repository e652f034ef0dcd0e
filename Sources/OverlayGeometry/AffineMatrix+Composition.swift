extension AffineMatrix {
    /// The map that leaves everything where it is.
    package static let identity = AffineMatrix(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// This map, and then the other one.
    package func followed(by next: AffineMatrix) -> AffineMatrix {
        let move = next.apply(Point(x: tx, y: ty))
        return AffineMatrix(
            a: next.a * a + next.c * b, b: next.b * a + next.d * b, c: next.a * c + next.c * d,
            d: next.b * c + next.d * d, tx: move.x, ty: move.y)
    }
}

extension Point {
    /// The place at a part of the way to another point: 0 is here, 1 there.
    package func toward(_ other: Point, _ part: Double = 0.5) -> Point {
        Point(x: x + (other.x - x) * part, y: y + (other.y - y) * part)
    }
}
