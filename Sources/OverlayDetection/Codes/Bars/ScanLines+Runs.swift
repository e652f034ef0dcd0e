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
    /// The first and the last reach the picture's edge. Where the number of bars is not known, what hardly crosses the
    /// threshold is part of what lies around it.
    func runs(of v: Int, for shape: BarShape) -> [BarRun] {
        let span = span(of: v)
        let values = span.map { luma($0, v) }
        let levels = ScanLines.levels(of: values)
        func level(_ index: Int) -> Level { levels[index / ScanLines.blockSide] }
        var runs: [BarRun] = []
        var run = BarRun(
            start: Double(span.lowerBound), end: 0, isDark: values[0] < level(0).middle, luma: values[0])
        for index in stride(from: 1, to: values.count, by: 1) {
            let (before, now, level) = (values[index - 1], values[index], level(index))
            guard (now < level.middle) != run.isDark else {
                run.luma = run.isDark ? min(run.luma, now) : max(run.luma, now)
                continue
            }
            let part = before == now ? 0.5 : Double(before - level.middle) / Double(before - now)
            run.end = Double(span.lowerBound + index) - 0.5 + min(max(part, 0), 1)
            if !shape.isStacked || abs(run.luma - level.middle) >= level.least {
                runs.append(run)
                run = BarRun(start: run.end, end: 0, isDark: !run.isDark, luma: now)
            } else if let last = runs.popLast() {
                run = last
                run.luma = run.isDark ? min(run.luma, now) : max(run.luma, now)
            } else {
                run.isDark.toggle()
                run.luma = now
            }
        }
        run.end = Double(span.upperBound)
        runs.append(run)
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

    /// Between dark and light in a block of a line.
    private struct Level {
        /// The threshold; 0, darker than anything, where there is no contrast.
        let middle: Int
        /// What is not so much darker or lighter than the threshold is noise.
        let least: Int
    }

    private static func levels(of values: [Int]) -> [Level] {
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
            guard high - low >= leastContrast else { return Level(middle: 0, least: 0) }
            return Level(middle: (low + high + 1) / 2, least: (high - low) / 12)
        }
    }
}
