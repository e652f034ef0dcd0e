import OverlayGeometry

/// The outer edge of a code's first or last bar: a line, and where on it the bar begins and ends.
///
/// It is followed from line to line at a fraction of a pixel, on lines that are about square to the bars.
struct BarEdge {
    /// Where the bar begins and ends, as v; between pixels.
    private(set) var reach: ClosedRange<Double>
    /// The edge at v is at `offset + slope * v` along u.
    private(set) var offset: Double
    private(set) var slope: Double

    /// The edge at `u` of line `v`, of a bar `width` wide that lies on that side of it.
    init(of u: Double, bar: Side, width: Double, in lines: ScanLines, from v: Int, module: Double) {
        let follower = EdgeFollower(bar: bar, width: width, module: module, in: lines)
        let places = follower.places(from: u, v)
        (offset, slope) = BarEdge.line(through: places, v: Double(v) + 0.5, u: u)
        let low = places.first?.y ?? Double(v) + 0.5
        let high = places.last?.y ?? Double(v) + 0.5
        reach = low - 0.5...high + 0.5
        let line = (offset: offset, slope: slope)
        let middle = (low + high) / 2
        let start = follower.end(of: line, from: low, towards: -1, through: middle)
        let end = follower.end(of: line, from: high, towards: 1, through: middle)
        if start < end { reach = start...end }
    }

    /// On which side of an edge its bar lies.
    enum Side {
        /// Towards growing u: the edge is the first of a code.
        case after
        /// The edge is the last of a code.
        case before
    }

    /// The edge at `v`.
    func place(_ v: Double) -> Point { Point(x: offset + slope * v, y: v) }

    /// Where the bar begins and ends, as u and v.
    var ends: [Point] { [place(reach.lowerBound), place(reach.upperBound)] }

    /// The bar's length.
    var length: Double { reach.upperBound - reach.lowerBound }

    /// The same edge between other lines.
    func reaching(_ other: BarEdge) -> BarEdge {
        var edge = self
        edge.reach = other.reach
        return edge
    }

    /// The least-squares line, made again without what is far from it.
    private static func line(through places: [Point], v: Double, u: Double) -> (offset: Double, slope: Double) {
        guard places.count > 2 else { return (u, 0) }
        var (kept, line) = (places, (offset: u, slope: 0.0))
        for _ in 0..<3 {
            line = leastSquares(kept)
            let errors = kept.map { abs($0.x - line.offset - line.slope * $0.y) }
            let limit = max(2.5 * errors.sorted()[errors.count / 2], 0.3)
            let near = zip(kept, errors).filter { $0.1 <= limit }.map(\.0)
            guard near.count < kept.count, near.count > 2 else { break }
            kept = near
        }
        return line
    }

    /// The line of places `offset + slope * v` nearest to all points.
    static func leastSquares(_ places: [Point]) -> (offset: Double, slope: Double) {
        let count = Double(places.count)
        let meanV = places.reduce(0) { $0 + $1.y } / count
        let meanU = places.reduce(0) { $0 + $1.x } / count
        var (covariance, variance) = (0.0, 0.0)
        for place in places {
            covariance += (place.y - meanV) * (place.x - meanU)
            variance += (place.y - meanV) * (place.y - meanV)
        }
        let slope = variance > 0 ? covariance / variance : 0
        return (meanU - slope * meanV, slope)
    }
}
