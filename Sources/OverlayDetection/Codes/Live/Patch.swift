import Glibc
import OverlayGeometry

/// A part of a picture that is cut out to be read, turned and scaled as the reader likes it.
struct Patch: Hashable, Sendable {
    /// Pixels in a row.
    let width: Int
    /// Rows.
    let height: Int
    /// Where its pixels lie in the picture's.
    let placing: AffineMatrix

    /// The longest side.
    private static let longestSide = 2_048.0

    /// How many pixels of the picture one of its pixels is wide.
    var scale: Double { Point(x: 0, y: 0).distance(to: Point(x: placing.a, y: placing.b)) }

    /// How many pixels it has.
    var pixels: Int { width * height }

    /// A patch round `middle`: `along` and `down` are its sides in the picture, of `width` and `height` pixels.
    private init(middle: Point, along: Point, down: Point, width: Double, height: Double) {
        let columns = max(min(width, Patch.longestSide).rounded(), 1)
        let rows = max(min(height, Patch.longestSide).rounded(), 1)
        self.width = Int(columns)
        self.height = Int(rows)
        placing = AffineMatrix(
            a: along.x / columns, b: along.y / columns, c: down.x / rows, d: down.y / rows,
            tx: middle.x - (along.x + down.x) / 2, ty: middle.y - (along.y + down.y) / 2)
    }

    /// An upright area of a picture, cut to it and as it is, or smaller where it has more than `most` pixels; nil when
    /// nothing is left.
    init?(_ area: Rect, of picture: Rect, most: Double) {
        guard area.isFinite, let inside = area.intersection(picture) else { return nil }
        let (left, top) = (inside.minX.rounded(.down), inside.minY.rounded(.down))
        let (width, height) = (inside.maxX.rounded(.up) - left, inside.maxY.rounded(.up) - top)
        guard width >= 1, height >= 1 else { return nil }
        let scale = max((width * height / most).squareRoot(), max(width, height) / Patch.longestSide, 1)
        self.init(
            middle: Point(x: left + width / 2, y: top + height / 2), along: Point(x: width, y: 0),
            down: Point(x: 0, y: height), width: width / scale, height: height / scale)
    }

    /// An area turned clockwise by so many degrees, so that what runs in that direction lies level; with all its
    /// corners, and smaller where it has more than `most` pixels.
    init(_ area: Rect, turned degrees: Double, most: Double) {
        let (x, y) = Patch.direction(degrees)
        let width = area.width * abs(x) + area.height * abs(y)
        let height = area.width * abs(y) + area.height * abs(x)
        let scale = max((width * height / most).squareRoot(), max(width, height) / Patch.longestSide, 1)
        self.init(
            middle: area.center, along: Point(x: x * width, y: y * width), down: Point(x: -y * height, y: x * height),
            width: width / scale, height: height / scale)
    }

    /// The bars of a one-dimensional code, upright: a few rows from its middle.
    init?(barsOf corners: Quad) {
        guard let sides = Sides(corners) else { return nil }
        let rows = 12.0
        // A quiet zone on either side, and pixels enough for thin bars that are turned.
        let part = 1.25
        self.init(
            middle: sides.middle, along: sides.along(part), down: sides.down(0.4), width: sides.length * part * 1.5,
            height: rows)
    }

    /// A two-dimensional code, upright and alone, of at most `longest` pixels a side; small ones up to so many times as
    /// large as they are.
    init?(modulesOf corners: Quad, longest: Double, enlarged: Double = 1) {
        guard let sides = Sides(corners) else { return nil }
        let part = 1.35
        let scale = max(max(sides.length, sides.height) * part / longest, 1 / enlarged)
        self.init(
            middle: sides.middle, along: sides.along(part), down: sides.down(part),
            width: sides.length * part / scale, height: sides.height * part / scale)
    }

    private static func direction(_ degrees: Double) -> (x: Double, y: Double) {
        let turn = degrees * .pi / 180
        return (cos(turn), sin(turn))
    }

    /// The mean sides of a quad.
    private struct Sides {
        let middle: Point
        let right: Point
        let below: Point
        let length: Double
        let height: Double

        /// Nil when it is too thin to be looked at.
        init?(_ corners: Quad) {
            func way(_ from: Point, _ to: Point) -> Point { Point(x: to.x - from.x, y: to.y - from.y) }
            let (top, bottom) = (
                corners.topLeft.toward(corners.topRight), corners.bottomLeft.toward(corners.bottomRight)
            )
            let (left, right) = (
                corners.topLeft.toward(corners.bottomLeft), corners.topRight.toward(corners.bottomRight)
            )
            middle = top.toward(bottom)
            self.right = way(left, right)
            below = way(top, bottom)
            length = left.distance(to: right)
            height = top.distance(to: bottom)
            guard corners.isFinite, length >= 4, height >= 1, length < 1e5, height < 1e5,
                abs(self.right.x * below.y - self.right.y * below.x) > 0.1 * length * height
            else { return nil }
        }

        func along(_ part: Double) -> Point { Point(x: right.x * part, y: right.y * part) }
        func down(_ part: Double) -> Point { Point(x: below.x * part, y: below.y * part) }
    }
}
