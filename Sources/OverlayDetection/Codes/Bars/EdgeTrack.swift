import OverlayGeometry

/// An edge between bars, followed from line to line.
struct EdgeTrack {
    /// The first and the last line that show it.
    private(set) var lines: ClosedRange<Int>
    /// Where the edge is in the middle of line `v`, as `offset + slope * v`.
    private(set) var offset: Double
    private(set) var slope: Double

    /// How alike a line must be to the first, as correlation.
    private static let leastLikeness = 0.7
    /// Pixels that the edge may move from one line to the next.
    private static let reach = 3

    /// Lines on either side that are enough to know the slope.
    private static let mostLines = 64

    /// Follows the edge at `u` of line `v` both ways, to the picture's border at most, while the pixels `before` and
    /// `after` it look alike, over at most `gap` lines that do not.
    init(of u: Double, in lines: ScanLines, from v: Int, before: Int, after: Int, gap: Int) {
        let origin = Int(u.rounded())
        let first = -before
        let template = Template((origin - before...origin + after).map { lines.luma($0, v) })
        var places = [(v: v, u: u)]
        for direction in [-1, 1] {
            var (line, shift, missed) = (v, 0, 0)
            while missed <= gap, abs(line - v) < EdgeTrack.mostLines {
                line += direction
                guard line >= 0, line < lines.count, lines.shows(u + Double(shift), line) else { break }
                var best = (likeness: EdgeTrack.leastLikeness, shift: 0, found: false)
                for candidate in shift - EdgeTrack.reach...shift + EdgeTrack.reach {
                    let start = origin + first + candidate
                    let likeness = template.likeness { lines.luma(start + $0, line) }
                    if likeness > best.likeness { best = (likeness, candidate, true) }
                }
                if best.found {
                    shift = best.shift
                    missed = 0
                    places.append((line, u + Double(shift)))
                } else {
                    missed += 1
                }
            }
        }
        self.lines = (places.map(\.v).min() ?? v)...(places.map(\.v).max() ?? v)
        (offset, slope) = EdgeTrack.line(through: places)
    }

    /// The middle of the edge, as u and v.
    var middle: Point {
        let line = Double(lines.lowerBound + lines.upperBound) / 2
        return Point(x: offset + slope * line, y: line + 0.5)
    }

    /// The least-squares line.
    private static func line(through places: [(v: Int, u: Double)]) -> (offset: Double, slope: Double) {
        let count = Double(places.count)
        let meanV = places.reduce(0) { $0 + Double($1.v) } / count
        let meanU = places.reduce(0) { $0 + $1.u } / count
        var (covariance, variance) = (0.0, 0.0)
        for place in places {
            covariance += (Double(place.v) - meanV) * (place.u - meanU)
            variance += (Double(place.v) - meanV) * (Double(place.v) - meanV)
        }
        let slope = variance > 0 ? covariance / variance : 0
        return (meanU - slope * meanV, slope)
    }
}

/// A piece of a line that others are compared with.
private struct Template {
    private let values: [Double]
    private let norm: Double

    init(_ luma: [Int]) {
        let mean = Double(luma.reduce(0, +)) / Double(luma.count)
        values = luma.map { Double($0) - mean }
        norm = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
    }

    /// Normalized cross-correlation with the piece whose luma `sample` gives, −1…1.
    func likeness(_ sample: (Int) -> Int) -> Double {
        var (sum, squares, product) = (0.0, 0.0, 0.0)
        for (index, value) in values.enumerated() {
            let other = Double(sample(index))
            sum += other
            squares += other * other
            product += value * other
        }
        let spread = (squares - sum * sum / Double(values.count)).squareRoot()
        return spread > 0 && norm > 0 ? product / (norm * spread) : 0
    }
}
