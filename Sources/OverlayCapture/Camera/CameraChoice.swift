/// Which of a camera's modes serves best.
///
/// What is asked for comes first. Where no size is asked for: the largest that one core can search 15 times a second.
/// Where no format is asked for: among those that come fast enough the one whose luma costs least, so that JPEG serves
/// where raw pictures do not come 15 times a second.
package enum CameraChoice {
    /// Slower is not smooth: another format is taken where it is faster.
    static let leastRate = 15.0
    /// More is not asked for.
    static let usualRate = 30.0
    /// What one core searches for codes at `leastRate`: about 50 ns a pixel.
    static let searchablePixels = 1_330_000

    /// The modes from the best to the worst, one for each format and size; modes of another format than the wished one
    /// are left out, as are those that cannot be read.
    package static func ranked(
        _ modes: [CameraMode], for wish: CameraWish, reads: (FourCC) -> Bool = { CameraPixels.of($0) != nil }
    ) -> [CameraMode] {
        var known: [FourCC: Bool] = [:]
        for mode in modes where known[mode.format] == nil { known[mode.format] = reads(mode.format) }
        let usable = modes.filter { known[$0.format] == true && (wish.format == nil || $0.format == wish.format) }
        let candidates = oneRate(of: usable, for: wish)
        let ranks = candidates.map { Rank($0, wish) }
        let order = candidates.indices.sorted { one, other in
            ranks[one] == ranks[other] ? one < other : ranks[one] < ranks[other]
        }
        return order.map { candidates[$0] }
    }

    /// Of the modes that differ in their rate alone, the slowest that is fast enough, or else the fastest.
    private static func oneRate(of modes: [CameraMode], for wish: CameraWish) -> [CameraMode] {
        let wanted = (wish.rate ?? usualRate) * 0.99
        var order: [CameraMode] = []
        var best: [CameraMode: CameraMode] = [:]
        for mode in modes {
            let key = CameraMode(mode.format, width: mode.width, height: mode.height, interval: nil)
            guard let other = best[key] else {
                best[key] = mode
                order.append(key)
                continue
            }
            let (rate, otherRate) = (mode.rate ?? 0, other.rate ?? 0)
            let isBetter = otherRate < wanted ? rate > otherRate : rate >= wanted && rate < otherRate
            if isBetter { best[key] = mode }
        }
        return order.compactMap { best[$0] }
    }

    /// Modes in order: each member decides where all before it are equal, and less is better.
    private struct Rank: Comparable {
        private let keys: [Double]

        init(_ mode: CameraMode, _ wish: CameraWish) {
            let least = min(wish.rate ?? leastRate, usualRate) * 0.99
            // A driver that tells no rate is believed to keep up.
            let rate = mode.rate ?? usualRate
            let isSlow = rate < least
            let pixels = Double(mode.width) * Double(mode.height)
            let speed: [Double] = [isSlow ? 1 : 0, isSlow ? -rate : 0]
            let price: [Double] = [CameraPixels.cost(of: mode.format), -min(rate, usualRate)]
            if let wished = wish.size {
                keys = Rank.distance(of: mode, from: wished) + speed + price
            } else {
                keys = speed + [-Rank.use(of: pixels)] + price
            }
        }

        /// How much of a picture serves: all of it as far as it can be searched in time; what is more costs frames.
        private static func use(of pixels: Double) -> Double {
            let most = Double(searchablePixels)
            return pixels <= most ? pixels : most * most / pixels
        }

        /// None; or larger in both ways, by how much; or smaller, by how much.
        private static func distance(of mode: CameraMode, from size: CameraWish.Size) -> [Double] {
            if mode.width == size.width, mode.height == size.height { return [0, 0] }
            let difference = Double(mode.width) * Double(mode.height) - Double(size.width) * Double(size.height)
            let covers = mode.width >= size.width && mode.height >= size.height
            return [covers ? 1 : 2, abs(difference)]
        }

        static func < (one: Rank, other: Rank) -> Bool { one.keys.lexicographicallyPrecedes(other.keys) }
    }
}
