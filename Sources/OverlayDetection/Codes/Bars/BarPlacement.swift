import CZBar
import OverlayGeometry

/// Finds where the bars of a one-dimensional symbol are: the scan hits say on which lines to look, the picture how far
/// the bars reach along a line, and the outer edges are followed from line to line.
struct BarPlacement {
    private let shape: BarShape
    private let lines: ScanLines
    /// Which way the code is read, roughly, in x and y.
    private let reading: Point
    /// Hits as u and v, in the order of the lines.
    private let hits: [Point]
    /// All hits, of rows and columns, as x and y.
    private let allHits: [Point]
    private let quality: Int

    /// Equal codes that are told apart, at most.
    private static let mostPlaces = 32
    /// Hits lie so near to the bars that they belong to.
    private static let nearModules = 4.0
    /// Hits that a further code of equal content must have.
    private static let leastHits = 4

    init(_ symbol: ReadSymbol, _ shape: BarShape, in picture: ScanPicture) {
        let (rows, columns) = symbol.hits
        let rowLines = ScanLines(picture, columns: false)
        let lines = columns.count > rows.count ? ScanLines(picture, columns: true) : rowLines
        let hits = columns.count > rows.count ? columns : rows
        self.shape = shape
        self.lines = lines
        reading = symbol.reading
        self.hits = hits.map(lines.line).sorted { $0.y < $1.y }
        allHits = symbol.points
        quality = symbol.quality
    }

    /// A code's box in x and y, the extent that it was made from, whether it is known to be read from start to end, and
    /// how many hits lie in it.
    private struct Found {
        var box: BarBox
        var extent: BarExtent
        var readsForward: Bool?
        var hits = 0
    }

    /// The corners of each code of this content in the picture, never none, and how many lines agreed.
    var places: [(corners: Quad, quality: Int)] {
        let found = distinct(all)
        guard found.count != 1, !found.isEmpty else {
            var box = found.first?.box ?? Rect(bounding: allHits).map { BarBox($0) }
            if let extent = found.first?.extent, !extent.isComplete {
                box?.include(allHits, beyond: BarPlacement.nearModules * extent.module)
            }
            return box.map { [(oriented($0, forward: found.first?.readsForward), quality)] } ?? []
        }
        return found.map { (oriented($0.box, forward: $0.readsForward), $0.hits) }
    }

    /// What the picture shows around the hits, until each lies in something.
    private var all: [Found] {
        var all: [Found] = []
        var left = hits
        while all.count < BarPlacement.mostPlaces, all.isEmpty || left.count >= BarPlacement.leastHits {
            guard var found = grown(from: left) else { break }
            let near = found.box.grown(by: 4 * found.extent.module)
            let rest = left.filter { !near.contains(lines.place($0)) }
            guard rest.count < left.count || all.isEmpty else { break }
            found.hits = left.count - rest.count
            all.append(found)
            left = rest
            if shape.isStacked { break }
        }
        return all
    }

    /// Those that are codes of their own: whole ones where any is whole, else those as long as the longest; where one
    /// cannot tell, the first.
    private func distinct(_ all: [Found]) -> [Found] {
        let whole = all.filter(\.extent.isComplete)
        let longest = all.map(\.extent.length).max() ?? 0
        let candidates =
            if !whole.isEmpty {
                whole
            } else if shape.elements == nil {
                all.filter { $0.extent.length >= 0.75 * longest }
            } else {
                Array(all.prefix(1))
            }
        return candidates.reduce(into: []) { kept, found in
            if !kept.contains(where: { $0.box.contains(found.box.center) }) { kept.append(found) }
        }
    }

    /// What the picture shows around one of the hits.
    private func grown(from hits: [Point]) -> Found? {
        var best: Found?
        for part in [4, 3, 5, 2, 6] where !hits.isEmpty {
            guard let found = box(around: hits[min(hits.count * part / 8, hits.count - 1)]) else { continue }
            let isBetter = found.extent.isComplete || found.extent.length > best?.extent.length ?? 0
            if isBetter { best = found }
            if found.extent.isComplete { break }
        }
        if shape.isStacked, let module = best?.extent.module {
            best?.box.include(allHits, beyond: BarPlacement.nearModules * module)
        }
        return best
    }

    /// The box around a hit: first the slope of the bars there, then, on lines square to them, their extent and edges.
    private func box(around hit: Point) -> Found? {
        let v = min(max(Int(hit.y), 0), lines.count - 1)
        guard let glance = BarExtent(lines.runs(of: v, for: shape), around: hit.x, of: shape) else { return nil }
        let reach = Int(min(max(8 * glance.module, 6), max(glance.length / 2, 2)))
        let bars = EdgeTrack(
            of: (glance.start + glance.end) / 2, in: lines, from: v, before: reach, after: reach,
            gap: glance.gap)
        let square = ScanLines(lines, turnedTo: bars.slope, around: bars.middle)
        let middle = square.count / 2
        guard let extent = BarExtent(square.runs(of: middle, for: shape), around: Double(square.length) / 2, of: shape),
            extent.isComplete || extent.widths.count >= glance.widths.count || square.shows(extent, at: middle)
        else {
            // The line that is square to the bars leaves the picture before they end.
            return Found(box: BarBox(glance, of: bars, at: v, in: lines), extent: glance)
        }
        let (start, end) = extent.edges(in: square, from: middle)
        var found = Found(box: BarBox(from: start, to: end, in: square), extent: extent)
        if shape.isStacked, !extent.isComplete {
            let rows = BarRows(of: shape, in: square, from: extent, start, end, at: middle)
            found.box = BarBox(rows, in: square)
            found.readsForward = rows.readsForward
        }
        return found
    }

    /// The box's corners in the symbol's own order.
    private func oriented(_ box: BarBox, forward: Bool? = nil) -> Quad {
        let (start, end) = (box.start, box.end)
        let along = Point(
            x: end[0].x + end[1].x - start[0].x - start[1].x, y: end[0].y + end[1].y - start[0].y - start[1].y)
        let isForward = forward ?? (along.x * reading.x + along.y * reading.y >= 0)
        let (first, last) = isForward ? (start, end) : (end, start)
        // Up is a quarter turn counter-clockwise, as seen, from the way the code is read.
        let up = isForward ? Point(x: along.y, y: -along.x) : Point(x: -along.y, y: along.x)
        func height(_ point: Point) -> Double { point.x * up.x + point.y * up.y }
        func top(_ pair: [Point]) -> Point { height(pair[0]) >= height(pair[1]) ? pair[0] : pair[1] }
        func bottom(_ pair: [Point]) -> Point { height(pair[0]) >= height(pair[1]) ? pair[1] : pair[0] }
        return Quad(topLeft: top(first), bottomLeft: bottom(first), bottomRight: bottom(last), topRight: top(last))
    }
}

extension ReadSymbol {
    /// The hits of rows, whose y never falls, and those of columns after them, whose x never falls.
    fileprivate var hits: (rows: [Point], columns: [Point]) {
        let isColumn = orientation == ZBAR_ORIENT_RIGHT || orientation == ZBAR_ORIENT_LEFT
        guard !isColumn else { return ([], points) }
        let turn = points.indices.dropLast().first { points[$0].y > points[$0 + 1].y }
        let rows = turn.map { $0 + 1 } ?? points.count
        return (Array(points[..<rows]), Array(points[rows...]))
    }

    /// The unit step in the direction of reading, to the nearest quarter turn.
    fileprivate var reading: Point {
        switch orientation {
        case ZBAR_ORIENT_RIGHT: Point(x: 0, y: 1)
        case ZBAR_ORIENT_DOWN: Point(x: -1, y: 0)
        case ZBAR_ORIENT_LEFT: Point(x: 0, y: -1)
        default: Point(x: 1, y: 0)
        }
    }
}
