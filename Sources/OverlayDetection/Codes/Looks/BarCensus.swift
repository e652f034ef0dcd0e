import OverlayFrame
import OverlayGeometry

/// Counts a one-dimensional code's bars in the picture and looks beyond its ends: a reader takes a part of a longer code
/// for a whole one where a scan line leaves the bars at their side.
struct BarCensus {
    private let luma: PictureView
    private let corners: Quad

    /// Lines across the bars, as parts of their height.
    private static let lines = [0.2, 0.35, 0.5, 0.65, 0.8]
    /// Half of this part of the contrast on both sides of the middle is neither dark nor light.
    private static let undecided = 0.35
    /// Modules beyond each end in which no bars go on: less than any quiet zone.
    private static let quiet = 5.0
    /// A lower box, as a part of its length, was made of one line that was read, not of bars.
    private static let leastHeight = 0.03

    /// A census of the code at `corners`, in pixels of a picture of one channel.
    init(_ luma: PictureView, _ corners: Quad) {
        self.luma = luma
        self.corners = corners
    }

    /// The bars are not those of a whole code of so many bars and spaces and, roughly, modules: on most lines there are
    /// more, or one follows on an end, or its ends are no guards; or there are no bars at all.
    func isPart(elements: Int, modules: Int, hasGuards: (([Int]) -> Bool)?) -> Bool {
        let length = corners.topLeft.distance(to: corners.topRight)
        let height = corners.topLeft.distance(to: corners.bottomLeft)
        guard length.isFinite, length <= Double(luma.width + luma.height) else { return false }
        if length < Double(elements) || height < length * BarCensus.leastHeight { return hasGuards != nil }
        let parts = BarCensus.lines.count { part in
            isPart(elements: elements, beyond: BarCensus.quiet / Double(modules), at: part, hasGuards: hasGuards)
        }
        return parts * 2 > BarCensus.lines.count
    }

    private func isPart(
        elements: Int, beyond: Double, at height: Double, hasGuards: (([Int]) -> Bool)?
    ) -> Bool {
        let start = corners.topLeft.toward(corners.bottomLeft, height)
        let end = corners.topRight.toward(corners.bottomRight, height)
        let samples = profile(from: start, to: end, beyond: beyond)
        let sorted = samples.inside.sorted()
        let (dark, light) = (sorted[sorted.count / 10], sorted[sorted.count * 9 / 10])
        guard light > dark else { return false }
        let middle = (Int(dark) + Int(light)) / 2
        let band = Int(Double(light - dark) * BarCensus.undecided / 2)
        /// The lengths of dark and light, without what is neither at the ends.
        func runs(_ values: [UInt8]) -> [(isDark: Bool, length: Int)] {
            var runs: [(isDark: Bool, length: Int)] = []
            for value in values {
                let isDecided = abs(Int(value) - middle) > band
                let isDark = Int(value) < middle
                if let last = runs.last, !isDecided || last.isDark == isDark {
                    runs[runs.count - 1].length += 1
                } else if isDecided {
                    runs.append((isDark, 1))
                }
            }
            return runs
        }
        let inside = runs(samples.inside).drop { !$0.isDark }
        if inside.count > elements + 3 { return true }
        // Beyond the edge itself, which may be blurred, comes light. One bar may be the code's own, where blur hid it
        // from what found the corners; an ITF is short of exactly such a bar where it is a part.
        let most = hasGuards == nil ? 1 : 0
        func barsGoOn(_ values: [UInt8]) -> Bool { runs(values).drop { $0.isDark }.count { $0.isDark } > most }
        if barsGoOn(samples.before) || barsGoOn(samples.after) { return true }
        guard let hasGuards, inside.count == elements else { return false }
        let widths = inside.map(\.length)
        return !hasGuards(widths) && !hasGuards(widths.reversed())
    }

    /// The luma along a line, beyond its ends from each end outwards.
    private func profile(
        from start: Point, to end: Point, beyond: Double
    ) -> (before: [UInt8], inside: [UInt8], after: [UInt8]) {
        let length = start.distance(to: end)
        func values(_ low: Double, _ high: Double) -> [UInt8] {
            let steps = max(2, Int(abs(high - low) * length * 2))
            return (0..<steps).compactMap { step in
                value(at: start.toward(end, low + (high - low) * Double(step) / Double(steps)))
            }
        }
        let (before, inside, after) = (values(0, -beyond), values(0, 1), values(1, 1 + beyond))
        return (before, inside.isEmpty ? [0] : inside, after)
    }

    /// The luma of the pixel at a place; nil outside the picture.
    private func value(at point: Point) -> UInt8? {
        guard point.x >= 0, point.y >= 0, point.x < Double(luma.width), point.y < Double(luma.height) else {
            return nil
        }
        return luma.base[Int(point.y) * luma.stride + Int(point.x)]
    }
}

extension CodeReading {
    /// The bars go on where this reading ends, or are not there.
    func isPart(in luma: PictureView) -> Bool {
        guard ReadPolicy.of(type).mayBePart, let size else { return false }
        let census = BarCensus(luma, corners)
        guard type == .itf else {
            return census.isPart(elements: size.elements, modules: size.modules, hasGuards: nil)
        }
        return census.isPart(elements: size.elements, modules: size.modules) { CodeReading.areGuardsOfITF($0) }
    }

    /// Bars and spaces, and modules where wide ones are between two and three, of a symbology that fixes them.
    private var size: (elements: Int, modules: Int)? {
        let count = payload.count
        return switch type {
        case .ean8: (43, 67)
        case .upcE: (33, 51)
        case .itf: (7 + 5 * count, 9 + 8 * count)
        case .code39: ((count + 2) * 10 - 1, (count + 2) * 15)
        case .codabar: (count * 8 - 1, count * 11)
        default: nil
        }
    }

    /// Four narrow elements first, a wide and two narrow ones last.
    private static func areGuardsOfITF(_ widths: [Int]) -> Bool {
        guard widths.count >= 7, let narrow = widths[..<4].min(), let wide = widths[..<4].max() else { return false }
        let (last, one, two) = (widths[widths.count - 3], widths[widths.count - 2], widths[widths.count - 1])
        return Double(wide) < 1.8 * Double(narrow) + 1 && Double(last) > 1.4 * Double(max(one, two)) - 1
    }
}
