import OverlayGeometry

extension Quad {
    /// The middle of the side at which a one-dimensional code begins.
    var startMiddle: Point { topLeft.toward(bottomLeft) }

    /// The middle of the side at which it ends.
    var endMiddle: Point { topRight.toward(bottomRight) }

    /// So many times as large about its middle.
    func grown(by factor: Double) -> Quad {
        let middle = Point(x: corners.reduce(0) { $0 + $1.x } / 4, y: corners.reduce(0) { $0 + $1.y } / 4)
        return mapped {
            Point(x: middle.x + ($0.x - middle.x) * factor, y: middle.y + ($0.y - middle.y) * factor)
        }
    }

    /// Longer than high, as a row of bars is.
    var isLong: Bool { startMiddle.distance(to: endMiddle) > 2 * topLeft.distance(to: bottomLeft) }

    /// Each corner in the middle between both.
    func halfway(to other: Quad) -> Quad {
        Quad(
            topLeft: topLeft.toward(other.topLeft), bottomLeft: bottomLeft.toward(other.bottomLeft),
            bottomRight: bottomRight.toward(other.bottomRight), topRight: topRight.toward(other.topRight))
    }
}
