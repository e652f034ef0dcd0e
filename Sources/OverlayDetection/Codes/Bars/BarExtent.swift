/// How far a code's bars reach along one line.
struct BarExtent {
    /// The first bar's outer edge.
    let start: Double
    /// The last bar's outer edge.
    let end: Double
    /// A narrow bar's width, roughly.
    let module: Double
    /// It has as many bars and spaces as the symbology says.
    let isComplete: Bool
    /// The bars and spaces from edge to edge.
    let widths: [Double]

    /// The distance between the outer edges.
    var length: Double { end - start }

    /// The bars around `u`, a place in or at an end of the code; nil when there are none.
    init?(_ runs: [BarRun], around u: Double, of shape: BarShape) {
        guard let seed = runs.firstIndex(where: { $0.end >= u }) else { return nil }
        let module = BarExtent.module(runs, around: seed)
        if let elements = shape.elements,
            let window = BarExtent.window(of: elements, in: runs, around: seed, reach: u, module: module)
        {
            self.init(runs, window, module: module, isComplete: true)
            return
        }
        guard let window = BarExtent.unbroken(runs, from: seed, widest: shape.widest * module, module: module) else {
            return nil
        }
        self.init(runs, BarExtent.trimmed(window, of: runs, to: shape), module: module, isComplete: false)
    }

    private init(_ runs: [BarRun], _ window: ClosedRange<Int>, module: Double, isComplete: Bool) {
        start = runs[window.lowerBound].start
        end = runs[window.upperBound].end
        self.module = module
        self.isComplete = isComplete
        widths = runs[window].map(\.width)
    }

    /// The lower quartile of the widths around.
    private static func module(_ runs: [BarRun], around seed: Int) -> Double {
        let widths = runs[max(seed - 24, 0)...min(seed + 24, runs.count - 1)].map(\.width).sorted()
        return max(widths[widths.count / 4], 1)
    }

    /// Of all windows of so many bars and spaces that hold the seed, that with the most light on both sides.
    private static func window(
        of elements: Int, in runs: [BarRun], around seed: Int, reach u: Double, module: Double
    ) -> ClosedRange<Int>? {
        var best: (quiet: Double, window: ClosedRange<Int>)?
        for first in max(seed - elements - 1, 0)...min(seed + 2, runs.count - 1) where runs[first].isDark {
            let last = first + elements - 1
            guard last < runs.count, runs[first].start <= u + 4 * module, runs[last].end >= u - 4 * module else {
                continue
            }
            let before = first > 0 ? runs[first - 1].width : 0
            let after = last + 1 < runs.count ? runs[last + 1].width : 0
            let quiet = min(before, after, 12 * module)
            let uneven = runs[first...last].contains { $0.width > 14 * module }
            if !uneven, quiet > best?.quiet ?? 0 { best = (quiet, first...last) }
        }
        return best?.window
    }

    /// The bars around the seed up to a run that is wider than any of a code.
    private static func unbroken(_ runs: [BarRun], from seed: Int, widest: Double, module: Double) -> ClosedRange<Int>?
    {
        // The place itself may lie in the quiet zone beside the last bar.
        let inside = [seed, seed - 1, seed + 1].first {
            runs.indices.contains($0) && runs[$0].isDark && runs[$0].width <= widest
        }
        guard let inside else { return nil }
        let lightest = lightestBar(runs, around: inside)
        let narrow = 2.5 * module
        func isPart(_ space: Int, _ bar: Int) -> Bool {
            guard runs[space].width <= widest, runs[bar].width <= widest else { return false }
            // A narrow bar that is light is blurred.
            return runs[bar].width <= narrow || runs[bar].luma <= lightest
        }
        var (first, last) = (inside, inside)
        while first > 1, isPart(first - 1, first - 2) { first -= 2 }
        while last + 2 < runs.count, isPart(last + 1, last + 2) { last += 2 }
        // What reaches the picture's edge may lie beyond the quiet zone.
        if first == 0, first + 2 < last, runs[first].width > runs[first + 2].width { first += 2 }
        if last == runs.count - 1, first + 2 < last, runs[last].width > runs[last - 2].width { last -= 2 }
        return first < last ? first...last : nil
    }

    /// What is lighter than this is no bar but what the code's label lies on.
    private static func lightestBar(_ runs: [BarRun], around seed: Int) -> Int {
        let around = runs[max(seed - 24, 0)...min(seed + 24, runs.count - 1)]
        func middle(_ isDark: Bool) -> Int? {
            let levels = around.filter { $0.isDark == isDark }.map(\.luma).sorted()
            return levels.isEmpty ? nil : levels[levels.count / 2]
        }
        guard let dark = middle(true), let light = middle(false) else { return 255 }
        return dark + (light - dark) * 45 / 100
    }

    /// The window without as few outer bars as leave a number that the symbology allows, those behind wide spaces
    /// first: what lies beside a code with a narrow quiet zone is none of it.
    private static func trimmed(_ window: ClosedRange<Int>, of runs: [BarRun], to shape: BarShape) -> ClosedRange<Int> {
        guard !shape.allows(window.count) else { return window }
        for bars in 1...mostTrimmed where window.count > 2 * bars + 2 {
            let fits = (0...bars).map { window.lowerBound + 2 * $0...window.upperBound - 2 * (bars - $0) }
                .filter { shape.allows($0.count) }
            func quiet(_ window: ClosedRange<Int>) -> Double {
                let before = window.lowerBound > 0 ? runs[window.lowerBound - 1].width : 0
                let after = window.upperBound + 1 < runs.count ? runs[window.upperBound + 1].width : 0
                return min(before, after)
            }
            if let best = fits.max(by: { quiet($0) < quiet($1) }) { return best }
        }
        return window
    }

    private static let mostTrimmed = 4
}
