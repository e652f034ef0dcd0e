import OverlayGeometry
import TestSupport

extension SeededGenerator {
    /// A number of the range.
    package mutating func number(in range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }

    /// A point with both coordinates in the range.
    package mutating func point(in range: ClosedRange<Double> = 0...1) -> Point {
        Point(x: number(in: range), y: number(in: range))
    }

    /// A rectangle within the range on both axes.
    package mutating func rect(in range: ClosedRange<Double> = 0...1) -> Rect {
        Rect(spanning: point(in: range), point(in: range))
    }

    /// A symbol's corners: an upright rectangle, turned by any angle about its middle and a little bent.
    package mutating func quad() -> Quad {
        let rect = Rect(x: number(in: 0...0.6), y: number(in: 0...0.6), width: number(in: 0.05...0.4), height: 0.2)
        let (turnX, turnY) = (number(in: -1...1), number(in: 0.1...1))
        let length = (turnX * turnX + turnY * turnY).squareRoot()
        let (cosine, sine) = (turnX / length, turnY / length)
        return Quad(rect).mapped { corner in
            let (dx, dy) = (corner.x - rect.center.x, corner.y - rect.center.y)
            let bend = number(in: -0.01...0.01)
            return Point(x: rect.center.x + cosine * dx - sine * dy + bend, y: rect.center.y + sine * dx + cosine * dy)
        }
    }

    /// Some frame in some layer, with the given gravity, turn and mirror.
    package mutating func layer(_ manner: Manner) throws -> PreviewLayer {
        let frame = Size(width: number(in: 1...8000).rounded(), height: number(in: 1...8000).rounded())
        let bounds = Rect(
            x: number(in: -5000...5000), y: number(in: -5000...5000), width: number(in: 1...5000),
            height: number(in: 1...5000))
        let layer = PreviewLayer(
            frame: frame, bounds: bounds, gravity: manner.gravity, rotation: manner.rotation,
            mirrored: manner.mirrored)
        guard let layer else { throw NoTransform(frame: frame, bounds: bounds) }
        return layer
    }
}

/// A frame and a layer with area have no transform, though they should.
package struct NoTransform: Error {
    package let frame: Size
    package let bounds: Rect
}

/// A gravity, a turn and a mirror: 24 in all.
package struct Manner: Hashable, Sendable, CustomStringConvertible {
    package let gravity: Gravity
    package let rotation: Rotation
    package let mirrored: Bool

    /// Each gravity × rotation × mirror.
    package static let all: [Manner] = Gravity.allCases.flatMap { gravity in
        Rotation.allCases.flatMap { rotation in
            [false, true].map { Manner(gravity: gravity, rotation: rotation, mirrored: $0) }
        }
    }

    package var description: String { "\(gravity) \(rotation.rawValue)\(mirrored ? " mirrored" : "")" }
}
