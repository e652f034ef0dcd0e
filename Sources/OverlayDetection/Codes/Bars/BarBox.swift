import OverlayGeometry

/// A code's box in x and y: the outer edges of its first and last bar, and between which points across they lie.
struct BarBox {
    /// The start edge's two ends.
    private(set) var start: [Point]
    /// The end edge's two ends, in the same order.
    private(set) var end: [Point]

    /// The box between two edges that were followed on lines square to the bars.
    ///
    /// Where one was lost early, at a damaged spot, the other says how far the bars reach.
    init(from first: BarEdge, to last: BarEdge, in lines: ScanLines) {
        let (shorter, longer) = first.length < last.length ? (first, last) : (last, first)
        let isLost = shorter.length < BarBox.leastLikeness * longer.length
        let first = isLost ? first.reaching(longer) : first
        let last = isLost ? last.reaching(longer) : last
        start = first.ends.map(lines.place)
        end = last.ends.map(lines.place)
    }

    /// The box of a code that reaches so far on line `v`, as slanted and as long as the bars that were followed from there.
    init(_ extent: BarExtent, of bars: EdgeTrack, at v: Int, in lines: ScanLines) {
        let reach = [Double(bars.lines.lowerBound), Double(bars.lines.upperBound) + 1]
        func edge(_ u: Double) -> [Point] {
            reach.map { lines.place(Point(x: u + bars.slope * ($0 - Double(v) - 0.5), y: $0)) }
        }
        start = edge(extent.start)
        end = edge(extent.end)
    }

    /// The box of all rows of a stacked code.
    init(_ rows: BarRows, in lines: ScanLines) {
        let outline = rows.outline
        start = outline.start.map(lines.place)
        end = outline.end.map(lines.place)
    }

    /// The box of an upright rectangle.
    init(_ bounds: Rect) {
        start = [Point(x: bounds.minX, y: bounds.minY), Point(x: bounds.minX, y: bounds.maxY)]
        end = [Point(x: bounds.maxX, y: bounds.minY), Point(x: bounds.maxX, y: bounds.maxY)]
    }

    /// The lengths of the two edges of a code that is seen at a slant do not differ more.
    private static let leastLikeness = 0.7

    /// Where some of the points lie beyond a margin around it, makes the box a rectangle that also holds those.
    mutating func include(_ all: [Point], beyond margin: Double) {
        let near = grown(by: margin)
        let points = all.filter { !near.contains($0) }
        guard !points.isEmpty else { return }
        let (along, across) = steps
        func reach(_ step: Point) -> (low: Double, high: Double) {
            let places = (start + end + points).map { $0.x * step.x + $0.y * step.y }
            return (places.min() ?? 0, places.max() ?? 0)
        }
        let (horizontal, vertical) = (reach(along), reach(across))
        func point(_ a: Double, _ b: Double) -> Point {
            Point(x: along.x * a + across.x * b, y: along.y * a + across.y * b)
        }
        start = [point(horizontal.low, vertical.low), point(horizontal.low, vertical.high)]
        end = [point(horizontal.high, vertical.low), point(horizontal.high, vertical.high)]
    }

    /// The box with so much more on every side.
    func grown(by margin: Double) -> BarBox {
        let (along, across) = steps
        func moved(_ point: Point, _ a: Double, _ b: Double) -> Point {
            Point(
                x: point.x + (along.x * a + across.x * b) * margin, y: point.y + (along.y * a + across.y * b) * margin)
        }
        var box = self
        box.start = [moved(start[0], -1, -1), moved(start[1], -1, 1)]
        box.end = [moved(end[0], 1, -1), moved(end[1], 1, 1)]
        return box
    }

    /// The middle of the four corners.
    var center: Point {
        let corners = start + end
        return Point(x: corners.reduce(0) { $0 + $1.x } / 4, y: corners.reduce(0) { $0 + $1.y } / 4)
    }

    /// The point lies within, edges included.
    func contains(_ point: Point) -> Bool {
        let ring = [start[0], end[0], end[1], start[1]]
        let sides = ring.indices.map { index in
            let (a, b) = (ring[index], ring[(index + 1) % ring.count])
            return (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
        }
        return sides.allSatisfy { $0 >= 0 } || sides.allSatisfy { $0 <= 0 }
    }

    /// Unit steps from the start to the end edge, and square to it towards the edges' second ends.
    private var steps: (along: Point, across: Point) {
        let x = end[0].x + end[1].x - start[0].x - start[1].x
        let y = end[0].y + end[1].y - start[0].y - start[1].y
        let norm = (x * x + y * y).squareRoot()
        guard norm > 0 else { return (Point(x: 1, y: 0), Point(x: 0, y: 1)) }
        let along = Point(x: x / norm, y: y / norm)
        let downX = start[1].x + end[1].x - start[0].x - end[0].x
        let downY = start[1].y + end[1].y - start[0].y - end[0].y
        let side = downY * along.x - downX * along.y < 0 ? -1.0 : 1.0
        return (along, Point(x: -along.y * side, y: along.x * side))
    }
}
