import OverlayGeometry

/// Goes over a picture part by part, so that in time every part is looked at, whatever it looks like.
struct LiveSweep {
    private var parts: [Patch] = []
    private var picture = Rect(x: 0, y: 0, width: 0, height: 0)
    private var area = Rect(x: 0, y: 0, width: 0, height: 0)
    private var next = 0

    /// So many pixels are looked at in one go.
    static let mostPixels = 220_000.0
    /// A part's size, and how much of it the next one has too.
    private static let part = (width: 560.0, height: 400.0, overlap: 200.0)

    /// Goes over `area` of `picture` from now on; begins anew where either has changed.
    mutating func cover(_ area: Rect, of picture: Rect) {
        guard picture != self.picture || area != self.area else { return }
        (self.picture, self.area, next) = (picture, area, 0)
        guard let whole = Patch(area, of: picture, most: LiveSweep.mostPixels) else {
            parts = []
            return
        }
        parts = [whole]
        guard whole.placing.a > 1 else { return }
        // The whole, made smaller, comes up often: what is new and large is found by it at once.
        for (place, tile) in tiles.enumerated() {
            if place > 0, place % 4 == 0 { parts.append(whole) }
            parts.append(tile)
        }
    }

    /// It takes no longer to go over all than to look at one part.
    var isOne: Bool { parts.count == 1 }

    /// The part that is next, passing over those in which nothing is busy; nil when there is none.
    mutating func part(busy: [Rect]) -> Patch? {
        for _ in parts.indices {
            let patch = parts[next % parts.count]
            if busy.contains(where: { $0.meets(patch.area) }) { return patch }
            next = (next + 1) % parts.count
        }
        return parts.isEmpty ? nil : parts[0]
    }

    /// The part that was next was looked at.
    mutating func advance() { next = parts.isEmpty ? 0 : (next + 1) % parts.count }

    private var tiles: [Patch] {
        let (width, height, overlap) = LiveSweep.part
        func starts(_ low: Double, _ length: Double, _ part: Double) -> [Double] {
            guard length > part else { return [low] }
            let count = ((length - overlap) / (part - overlap)).rounded(.up)
            return (0..<Int(count)).map { low + Double($0) * (length - part) / max(count - 1, 1) }
        }
        return starts(area.minY, area.height, height).flatMap { y in
            starts(area.minX, area.width, width).compactMap { x in
                Patch(Rect(x: x, y: y, width: width, height: height), of: picture, most: .infinity)
            }
        }
    }
}

extension Patch {
    /// The part of the picture that it is of, where it is upright.
    fileprivate var area: Rect {
        placing.apply(Rect(x: 0, y: 0, width: Double(width), height: Double(height)))
    }
}
