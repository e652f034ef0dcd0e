import OverlayGeometry

/// One bar or space of a line.
struct BarRun {
    /// Its first edge, in pixels of the line, a pixel's middle being at its index and a half.
    var start: Double
    /// Its last edge.
    var end: Double
    /// A bar.
    var isDark: Bool
    /// Its darkest, or a space's lightest, pixel.
    var luma: Int

    /// Its width.
    var width: Double { end - start }
}

extension ScanLines {
    private static let blockSide = 16
    private static let blocksAround = 3
    private static let leastContrast = 24

    /// The bars and spaces of a line, divided half-way between the darkest and lightest pixel around.
    ///
    /// The first and the last reach the picture's edge.
    func runs(of v: Int) -> [BarRun] {
        let span = span(of: v)
        let values = span.map { luma($0, v) }
        let thresholds = ScanLines.blockThresholds(of: values)
        func threshold(_ index: Int) -> Int { thresholds[index / ScanLines.blockSide] }
        var runs: [BarRun] = []
        var isDark = values[0] < threshold(0)
        var furthest = values[0]
        var start = Double(span.lowerBound)
        for index in stride(from: 1, to: values.count, by: 1) {
            let (before, now, level) = (values[index - 1], values[index], threshold(index))
            guard (now < level) != isDark else {
                furthest = isDark ? min(furthest, now) : max(furthest, now)
                continue
            }
            let part = before == now ? 0.5 : Double(before - level) / Double(before - now)
            let edge = Double(span.lowerBound + index) - 0.5 + min(max(part, 0), 1)
            runs.append(BarRun(start: start, end: edge, isDark: isDark, luma: furthest))
            isDark.toggle()
            (start, furthest) = (edge, now)
        }
        runs.append(BarRun(start: start, end: Double(span.upperBound), isDark: isDark, luma: furthest))
        return runs
    }

    /// The pixels of a line that lie in the picture, and some beside; never none.
    private func span(of v: Int) -> Range<Int> {
        guard !isAligned else { return 0..<length }
        let start = place(Point(x: 0, y: Double(v) + 0.5))
        var (low, high) = (0.0, Double(length))
        for (from, step, size) in [
            (start.x, along.x, Double(picture.width)), (start.y, along.y, Double(picture.height)),
        ] where abs(step) > 1e-9 {
            let borders = [-2, size + 2].map { ($0 - from) / step }.sorted()
            (low, high) = (max(low, borders[0]), min(high, borders[1]))
        }
        guard low < high else { return 0..<1 }
        let first = min(Int(low), length - 1)
        return first..<max(min(Int(high), length), first + 1)
    }

    /// A threshold for each block of a line; 0, darker than anything, where there is no contrast.
    private static func blockThresholds(of values: [Int]) -> [Int] {
        let blocks = (values.count + blockSide - 1) / blockSide
        var ranges: [(low: Int, high: Int)] = []
        for block in 0..<blocks {
            var range = (low: 255, high: 0)
            for value in values[block * blockSide..<min((block + 1) * blockSide, values.count)] {
                range = (min(range.low, value), max(range.high, value))
            }
            ranges.append(range)
        }
        return (0..<blocks).map { block in
            let around = ranges[max(block - blocksAround, 0)...min(block + blocksAround, blocks - 1)]
            let low = around.reduce(255) { min($0, $1.low) }
            let high = around.reduce(0) { max($0, $1.high) }
            return high - low < leastContrast ? 0 : (low + high + 1) / 2
        }
    }
}
