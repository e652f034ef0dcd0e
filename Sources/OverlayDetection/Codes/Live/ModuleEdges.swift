import OverlayFrame
import OverlayGeometry

/// The outer edges of a two-dimensional code's modules, found in the luma around the corners that a reader gave.
struct ModuleEdges {
    private let luma: PictureView
    private let isInverted: Bool

    /// How far from where the reader put a side it is looked for, as a part of the code's size.
    private static let reach = 0.06
    /// The parts of a side, towards its ends, where it is looked for.
    private static let parts = [0.03...0.3, 0.7...0.97]
    /// Places of a part.
    private static let samples = 24
    /// What lies outside is lighter than what lies inside by so much.
    private static let leastContrast = 24.0

    /// Edges of a code in a picture of one channel.
    init(in luma: PictureView, inverted: Bool) {
        self.luma = luma
        isInverted = inverted
    }

    /// The corners where the modules end; those given where that cannot be told.
    ///
    /// Both in pixels.
    func refined(_ quad: Quad) -> Quad {
        let corners = quad.corners
        let size = (corners[0].distance(to: corners[1]) + corners[1].distance(to: corners[2])) / 2
        let reach = ModuleEdges.reach * size
        guard size >= 16, reach < 1e4 else { return quad }
        let outward = quad.winding < 0 ? 1.0 : -1
        var lines: [(Point, Point)] = []
        for (from, to) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
            let length = from.distance(to: to)
            guard length > 4 else { return quad }
            let normal = Point(
                x: -outward * (to.y - from.y) / length, y: outward * (to.x - from.x) / length)
            let ends = ModuleEdges.parts.compactMap { part in
                edge(from, to, part, normal, reach).map { offset -> Point in
                    let middle = (part.lowerBound + part.upperBound) / 2
                    return Point(
                        x: from.x + (to.x - from.x) * middle + normal.x * offset,
                        y: from.y + (to.y - from.y) * middle + normal.y * offset)
                }
            }
            guard ends.count == 2 else { return quad }
            lines.append((ends[0], ends[1]))
        }
        guard let first = crossing(lines[3], lines[0]), let second = crossing(lines[0], lines[1]),
            let third = crossing(lines[1], lines[2]), let fourth = crossing(lines[2], lines[3])
        else { return quad }
        let found = Quad(topLeft: first, bottomLeft: second, bottomRight: third, topRight: fourth)
        let isNear = zip(found.corners, corners).allSatisfy { $0.distance(to: $1) <= 2 * reach }
        return found.isFinite && isNear ? found : quad
    }

    /// How far outwards of the line the modules end along a part of it; nil when nothing ends there.
    private func edge(
        _ from: Point, _ to: Point, _ part: ClosedRange<Double>, _ normal: Point, _ reach: Double
    ) -> Double? {
        let step = max(reach / 16, 0.25)
        let profile = stride(from: reach, through: -reach, by: -step).map { offset in
            mean(from, to, part, Point(x: normal.x * offset, y: normal.y * offset))
        }
        guard let light = profile.prefix(profile.count / 2).max(), let dark = profile.min(),
            light - dark >= ModuleEdges.leastContrast,
            let lightest = profile.firstIndex(of: light)
        else { return nil }
        let level = (light + dark) / 2
        guard let place = profile.indices.dropFirst(lightest + 1).first(where: { profile[$0] < level }) else {
            return nil
        }
        let (before, after) = (profile[place - 1], profile[place])
        let part = before > after ? (before - level) / (before - after) : 0
        return reach - step * (Double(place - 1) + part)
    }

    private func mean(_ from: Point, _ to: Point, _ part: ClosedRange<Double>, _ shift: Point) -> Double {
        let count = ModuleEdges.samples
        let sum = (0..<count).reduce(0.0) { sum, index in
            let along = part.lowerBound + (part.upperBound - part.lowerBound) * (Double(index) + 0.5) / Double(count)
            return sum
                + value(
                    from.x + (to.x - from.x) * along + shift.x - 0.5, from.y + (to.y - from.y) * along + shift.y - 0.5)
        }
        return isInverted ? 255 - sum / Double(count) : sum / Double(count)
    }

    /// Between the middles of pixels; outside the picture what its edge shows.
    private func value(_ x: Double, _ y: Double) -> Double {
        let (x, y) = (min(max(x, 0), Double(luma.width - 1)), min(max(y, 0), Double(luma.height - 1)))
        let (column, row) = (Int(x), Int(y))
        let (right, below) = (min(column + 1, luma.width - 1), min(row + 1, luma.height - 1))
        let (u, v) = (x - Double(column), y - Double(row))
        func pixel(_ column: Int, _ row: Int) -> Double { Double(luma.base[row * luma.stride + column]) }
        let top = pixel(column, row) * (1 - u) + pixel(right, row) * u
        let bottom = pixel(column, below) * (1 - u) + pixel(right, below) * u
        return top * (1 - v) + bottom * v
    }

    private func crossing(_ one: (Point, Point), _ other: (Point, Point)) -> Point? {
        let (p, r) = (one.0, Point(x: one.1.x - one.0.x, y: one.1.y - one.0.y))
        let (q, s) = (other.0, Point(x: other.1.x - other.0.x, y: other.1.y - other.0.y))
        let area = r.x * s.y - r.y * s.x
        guard abs(area) > 1e-9 else { return nil }
        let along = ((q.x - p.x) * s.y - (q.y - p.y) * s.x) / area
        return Point(x: p.x + along * r.x, y: p.y + along * r.y)
    }
}
