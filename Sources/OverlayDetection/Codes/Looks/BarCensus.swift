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
    /// How far beyond each end bars would go on, as a part of the length: the quiet zone.
    private static let beyond = 0.12

    /// A census of the code at `corners`, in pixels of a picture of one channel.
    init(_ luma: PictureView, _ corners: Quad) {
        self.luma = luma
        self.corners = corners
    }

    /// On most lines there are more bars and spaces than the code has, or more of them follow on one of its ends.
    func isPart(elements: Int) -> Bool {
        let parts = BarCensus.lines.count { isPart(elements: elements, at: $0) }
        return parts * 2 > BarCensus.lines.count
    }

    private func isPart(elements: Int, at height: Double) -> Bool {
        let start = corners.topLeft.toward(corners.bottomLeft, height)
        let end = corners.topRight.toward(corners.bottomRight, height)
        let length = start.distance(to: end)
        guard length.isFinite, length >= 16, length <= Double(luma.width + luma.height) else { return false }
        let samples = profile(from: start, to: end, length: length)
        let sorted = samples.inside.sorted()
        let (dark, light) = (sorted[sorted.count / 10], sorted[sorted.count * 9 / 10])
        guard light > dark else { return false }
        let middle = (Int(dark) + Int(light)) / 2
        let band = Int(Double(light - dark) * BarCensus.undecided / 2)
        func changes(_ values: [UInt8]) -> Int {
            var count = 0
            var isDark: Bool?
            for value in values where abs(Int(value) - middle) > band {
                let now = Int(value) < middle
                if let before = isDark, before != now { count += 1 }
                isDark = now
            }
            return count
        }
        // A line of text or a border beside the code is no bar pattern: as dense as the code's own is.
        let expected = Double(elements) * BarCensus.beyond
        let follows = max(3, Int(expected * 0.6))
        return changes(samples.inside) > elements + max(3, elements / 8)
            || changes(samples.before) >= follows || changes(samples.after) >= follows
    }

    private func profile(
        from start: Point, to end: Point, length: Double
    ) -> (before: [UInt8], inside: [UInt8], after: [UInt8]) {
        func values(_ low: Double, _ high: Double) -> [UInt8] {
            let steps = max(2, Int((high - low) * length * 2))
            return (0..<steps).compactMap { step in
                value(at: start.toward(end, low + (high - low) * Double(step) / Double(steps)))
            }
        }
        let edge = 0.02
        let inside = values(0, 1)
        return (
            values(-BarCensus.beyond - edge, -edge), inside.isEmpty ? [0] : inside,
            values(1 + edge, 1 + edge + BarCensus.beyond)
        )
    }

    /// The luma of the pixel at a place; nil outside the picture.
    private func value(at point: Point) -> UInt8? {
        guard point.x >= 0, point.y >= 0, point.x < Double(luma.width), point.y < Double(luma.height) else {
            return nil
        }
        return luma.base[Int(point.y) * luma.stride + Int(point.x)]
    }
}

extension Point {
    /// The place at a part of the way to another.
    fileprivate func toward(_ other: Point, _ part: Double) -> Point {
        Point(x: x + (other.x - x) * part, y: y + (other.y - y) * part)
    }
}

extension CodeReading {
    /// The bars go on where this reading ends.
    func isPart(in luma: PictureView) -> Bool {
        guard ReadPolicy.of(type).mayBePart, let elements else { return false }
        return BarCensus(luma, corners).isPart(elements: elements)
    }

    /// How many bars and spaces the code has, where its symbology fixes that.
    private var elements: Int? {
        switch type {
        case .ean13: 59
        case .ean8: 43
        case .upcE: 33
        case .itf: 7 + 5 * payload.count
        case .code39: (payload.count + 2) * 10 - 1
        case .codabar: payload.count * 8 - 1
        default: nil
        }
    }
}
