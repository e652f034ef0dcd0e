import OverlayGeometry

/// The rows of a stacked code on lines square to its bars, found from one of them.
struct BarRows {
    /// The points between which the rows lie, as u and v.
    private(set) var corners: [Point] = []
    /// The code is read towards growing u, where a row says so.
    private(set) var readsForward: Bool?

    private let lines: ScanLines
    private let shape: BarShape
    private let module: Double
    private let u: Double

    /// A stacked code has at most eleven rows, with three separators between two of them.
    private static let mostRows = 44

    /// The rows above and below the one whose edges were followed.
    init(of shape: BarShape, in lines: ScanLines, from extent: BarExtent, start: EdgeTrack, end: EdgeTrack) {
        self.lines = lines
        self.shape = shape
        module = extent.module
        u = (extent.start + extent.end) / 2
        add(extent, start, end)
        for direction in [-1, 1] {
            var (row, last) = (extent, direction < 0 ? start.lines.lowerBound : start.lines.upperBound)
            for _ in 0..<BarRows.mostRows {
                guard let next = neighbour(of: row, beyond: last, direction: direction) else { break }
                (row, last) = next
            }
        }
    }

    /// The next row, which starts or ends where this one does, and its furthest line.
    private mutating func neighbour(
        of row: BarExtent, beyond last: Int, direction: Int
    ) -> (row: BarExtent, last: Int)? {
        for distance in 1...max(Int(4 * module), 2) {
            let v = last + direction * distance
            guard v >= 0, v < lines.count, let next = BarExtent(lines.runs(of: v), around: u, of: shape) else {
                continue
            }
            let isAligned = abs(next.start - row.start) < 5 * module || abs(next.end - row.end) < 5 * module
            guard isAligned, next.length > row.length / 4 else { continue }
            let (start, end) = next.edges(in: lines, from: v)
            add(next, start, end)
            let far =
                direction < 0
                ? min(start.lines.lowerBound, end.lines.lowerBound)
                : max(start.lines.upperBound, end.lines.upperBound)
            return (next, direction < 0 ? min(far, v) : max(far, v))
        }
        return nil
    }

    private mutating func add(_ extent: BarExtent, _ start: EdgeTrack, _ end: EdgeTrack) {
        corners += start.ends + end.ends
        readsForward = readsForward ?? extent.readsForward
    }
}

extension BarExtent {
    /// The outer edges of the first and the last bar, followed from line `v` on.
    func edges(in lines: ScanLines, from v: Int) -> (start: EdgeTrack, end: EdgeTrack) {
        let inner = Int(min(max(8 * module, 6), max(length / 2, 2)))
        let outer = Int(max(3 * module, 2))
        return (
            EdgeTrack(of: start, in: lines, from: v, before: outer, after: inner, gap: gap),
            EdgeTrack(of: end, in: lines, from: v, before: inner, after: outer, gap: gap)
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
