import OverlayGeometry

/// A scanned picture seen as lines in any direction: `u` runs along a line, `v` counts the lines, a pixel's middle is at
/// its index and a half.
struct ScanLines {
    let picture: ScanPicture
    /// Where u 0, v 0 is in the picture.
    private let origin: Point
    /// The step of u, one pixel long.
    let along: Point
    /// The step of v, one pixel long, square to `along`.
    private let across: Point
    /// Pixels of a line.
    let length: Int
    /// Lines.
    let count: Int
    /// Lines are rows or columns of the picture: no pixel lies between others.
    let isAligned: Bool

    /// The rows or the columns of a picture.
    init(_ picture: ScanPicture, columns: Bool) {
        self.picture = picture
        origin = Point(x: 0, y: 0)
        along = columns ? Point(x: 0, y: 1) : Point(x: 1, y: 0)
        across = columns ? Point(x: 1, y: 0) : Point(x: 0, y: 1)
        length = columns ? picture.height : picture.width
        count = columns ? picture.width : picture.height
        isAligned = true
    }

    /// Lines of the same picture that are square to bars which move by `slope` along u from line to line, through the
    /// point at `u`, `v`, which is in their middle.
    init(_ lines: ScanLines, turnedTo slope: Double, around middle: Point) {
        let norm = (1 + slope * slope).squareRoot()
        func turned(_ u: Double, _ v: Double) -> Point {
            Point(x: lines.along.x * u + lines.across.x * v, y: lines.along.y * u + lines.across.y * v)
        }
        picture = lines.picture
        along = turned(1 / norm, -slope / norm)
        across = turned(slope / norm, 1 / norm)
        let reach = Double(lines.length + lines.count)
        let center = lines.place(middle)
        origin = Point(
            x: center.x - (along.x + across.x) * reach, y: center.y - (along.y + across.y) * reach)
        length = 2 * (lines.length + lines.count)
        count = length
        isAligned = false
    }

    /// A place given by u and v, in the picture's x and y.
    func place(_ point: Point) -> Point {
        Point(
            x: origin.x + along.x * point.x + across.x * point.y, y: origin.y + along.y * point.x + across.y * point.y)
    }

    /// A place of the picture as u and v.
    func line(_ point: Point) -> Point {
        let (x, y) = (point.x - origin.x, point.y - origin.y)
        return Point(x: x * along.x + y * along.y, y: x * across.x + y * across.y)
    }

    /// The place at `u` in the middle of line `v` lies in the picture, half a pixel around it included.
    func shows(_ u: Double, _ v: Int) -> Bool {
        let point = place(Point(x: u, y: Double(v) + 0.5))
        return point.x > -0.5 && point.x < Double(picture.width) + 0.5
            && point.y > -0.5 && point.y < Double(picture.height) + 0.5
    }

    /// What lies beside a code on line `v` is in the picture, too.
    func shows(_ extent: BarExtent, at v: Int) -> Bool {
        let margin = 3 * extent.module
        return shows(extent.start - margin, v) && shows(extent.end + margin, v)
    }

    /// The place lies in the picture.
    func shows(_ point: Point) -> Bool {
        let point = place(point)
        return point.x > 0 && point.x < Double(picture.width) && point.y > 0 && point.y < Double(picture.height)
    }

    /// The luma of a pixel; outside the picture, that of the nearest.
    func luma(_ u: Int, _ v: Int) -> Int {
        let point = place(Point(x: Double(u) + 0.5, y: Double(v) + 0.5))
        return isAligned ? picture.luma(Int(point.x), Int(point.y)) : Int(picture.luma(at: point) + 0.5)
    }

    /// The luma between the pixels around a place given by u and v.
    func luma(at point: Point) -> Double { picture.luma(at: place(point)) }
}

extension ScanPicture {
    /// The luma of a pixel; outside, that of the nearest.
    fileprivate func luma(_ x: Int, _ y: Int) -> Int {
        Int(base[min(max(y, 0), height - 1) * columns + min(max(x, 0), width - 1)])
    }

    /// The luma between the four pixels around a place.
    fileprivate func luma(at point: Point) -> Double {
        let x = min(max(point.x - 0.5, -1), Double(width))
        let y = min(max(point.y - 0.5, -1), Double(height))
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let (column, row) = (Int(left), Int(top))
        let (right, bottom) = (x - left, y - top)
        let upper = Double(luma(column, row)) * (1 - right) + Double(luma(column + 1, row)) * right
        let lower = Double(luma(column, row + 1)) * (1 - right) + Double(luma(column + 1, row + 1)) * right
        return upper * (1 - bottom) + lower * bottom
    }
}
