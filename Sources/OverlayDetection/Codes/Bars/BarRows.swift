import OverlayGeometry

/// The rows of a stacked code on lines square to its bars, found from one of them.
struct BarRows {
    /// The code is read towards growing u, where a row says so.
    private(set) var readsForward: Bool?

    private let lines: ScanLines
    private let shape: BarShape
    private let module: Double
    /// The lines that show a part of the code, upwards in v.
    private var shown: [Line]

    /// What lies beside a row is one if it has so many bars and spaces, about as narrow, and starts or ends where it does.
    private static let leastElements = 15
    private static let likeWidths = 0.6...1.7
    private static let likePlace = 5.0
    private static let likeLength = 0.25...4.0
    /// Modules without a row after which there is none any more; three separators are between two.
    private static let gap = 6.0
    /// Modules from a row's border at which it is looked at.
    private static let inside = 2.0

    /// How far the code reaches on a line.
    private struct Line {
        let v: Int
        let extent: BarExtent
    }

    /// The rows above and below line `v` of a code that has this extent there, between these edges.
    init(of shape: BarShape, in lines: ScanLines, from extent: BarExtent, _ start: BarEdge, _ end: BarEdge, at v: Int) {
        self.lines = lines
        self.shape = shape
        module = extent.module
        shown = [Line(v: v, extent: extent)]
        shown = walk(-1, start, end, at: v).reversed() + shown + walk(1, start, end, at: v)
        readsForward = shown.lazy.compactMap(\.extent.readsForward).first
    }

    private func walk(_ direction: Int, _ start: BarEdge, _ end: BarEdge, at first: Int) -> [Line] {
        var (found, v, missed): ([Line], Int, Int) = ([], first, 0)
        let step = max(Int(module / 2), 1)
        while missed <= Int(BarRows.gap * module), (0..<lines.count).contains(v + direction * step) {
            v += direction * step
            let (left, right) = (start.place(Double(v) + 0.5).x, end.place(Double(v) + 0.5).x)
            guard lines.shows((left + right) / 2, v) else { break }
            if let extent = BarExtent(lines.runs(of: v, for: shape), around: (left + right) / 2, of: shape),
                isRow(extent, between: left, right)
            {
                found.append(Line(v: v, extent: extent))
                missed = 0
            } else {
                missed += step
            }
        }
        return found
    }

    private func isRow(_ extent: BarExtent, between left: Double, _ right: Double) -> Bool {
        let isAligned =
            min(abs(extent.start - left), abs(extent.end - right)) < BarRows.likePlace * module
        return isAligned && extent.widths.count >= BarRows.leastElements && shape.allows(extent.widths.count)
            && BarRows.likeWidths.contains(extent.module / module)
            && BarRows.likeLength.contains(extent.length / (right - left))
    }
}

extension BarRows {
    /// The start and the end edge of all rows together, as u and v: each through the outermost bars, from the first
    /// row's first line to the last row's last.
    ///
    /// The last row may be shorter than the others.
    var outline: (start: [Point], end: [Point]) {
        let byLength = shown.sorted { $0.extent.length < $1.extent.length }
        let long = byLength[byLength.count * 9 / 10]
        let (start, end) = long.extent.edges(in: lines, from: long.v)
        let left = BarRows.Side(start, shift: furthest { start.place($0).x - $1.start })
        let right = BarRows.Side(end, shift: -furthest { $1.end - end.place($0).x })
        let inside = Int(BarRows.inside * module)
        let first = shown.first { $0.v >= shown[0].v + inside } ?? shown[0]
        let last = shown.last { $0.v <= shown[shown.count - 1].v - inside } ?? shown[shown.count - 1]
        let (firstStart, firstEnd) = first.extent.edges(in: lines, from: first.v)
        let (lastStart, lastEnd) = last.extent.edges(in: lines, from: last.v)
        let (top, bottom) = ((firstStart.ends[0], firstEnd.ends[0]), (lastStart.ends[1], lastEnd.ends[1]))
        return ([left.meeting(top), left.meeting(bottom)], [right.meeting(top), right.meeting(bottom)])
    }

    /// How far outside of an edge a row reaches, where rows differ by a module or two; three lines must agree.
    private func furthest(_ distance: (Double, BarExtent) -> Double) -> Double {
        let distances = shown.map { distance(Double($0.v) + 0.5, $0.extent) }.filter { abs($0) <= 2.5 * module }
        guard distances.count >= 3 else { return 0 }
        return (0..<distances.count - 2).map { distances[$0..<$0 + 3].sorted()[1] }.max() ?? 0
    }

    /// A side of the code, as u = offset + slope * v.
    private struct Side {
        let offset: Double
        let slope: Double

        /// The line of an edge, moved along u.
        init(_ edge: BarEdge, shift: Double) {
            offset = edge.offset - shift
            slope = edge.slope
        }

        /// Where it meets the line through two points.
        func meeting(_ line: (Point, Point)) -> Point {
            let (from, to) = line
            let across = to.x - from.x
            guard across != 0 else { return Point(x: offset + slope * from.y, y: from.y) }
            let rise = (to.y - from.y) / across
            let u = (offset + slope * (from.y - rise * from.x)) / (1 - slope * rise)
            return Point(x: u, y: from.y + rise * (u - from.x))
        }
    }
}

extension BarExtent {
    /// The outer edges of the first and the last bar, followed from line `v` on.
    func edges(in lines: ScanLines, from v: Int) -> (start: BarEdge, end: BarEdge) {
        (
            BarEdge(of: start, bar: .after, width: widths.first ?? module, in: lines, from: v, module: module),
            BarEdge(of: end, bar: .before, width: widths.last ?? module, in: lines, from: v, module: module)
        )
    }

    /// Lines without a likeness after which a bar has ended.
    var gap: Int { Int(2 * module) + 1 }

    /// The first row of a DataBar Expanded holds, after a bar and a character of eight, the finder pattern A1, which no
    /// other place does; ZBar's own direction is a matter of luck there.
    ///
    /// Nil when it is at neither end.
    var readsForward: Bool? {
        func hasFinder(_ widths: some Collection<Double>) -> Bool {
            let finder = widths.dropFirst(9).prefix(5)
            let module = finder.reduce(0, +) / 15
            return finder.count == 5 && zip(finder, [1, 8, 4, 1, 1]).allSatisfy { abs($0 / module - $1) < 0.75 }
        }
        let (forward, backward) = (hasFinder(widths), hasFinder(widths.reversed()))
        return forward == backward ? nil : forward
    }
}
