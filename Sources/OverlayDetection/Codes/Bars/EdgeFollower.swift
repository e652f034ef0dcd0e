import OverlayGeometry

/// Follows an outer edge along its bar.
struct EdgeFollower {
    /// The step along u from the edge out of the code.
    private let out: Double
    private let width: Double
    private let module: Double
    private let lines: ScanLines

    /// The edge is looked for so far on either side of where it should be, in modules.
    private static let reach = 1.25
    /// Lines that do not show the edge after which the bar has ended, in modules.
    private static let gap = 2.0
    /// The contrast of a line, as a part of that around, below which it shows nothing.
    private static let leastContrast = 0.4
    /// Of so many lines the next one's edge is foretold.
    private static let memory = 16

    init(bar: BarEdge.Side, width: Double, module: Double, in lines: ScanLines) {
        out = bar == .after ? -1 : 1
        self.width = max(width, 1)
        self.module = max(module, 1)
        self.lines = lines
    }

    /// Where the edge is on each line that shows it, upwards in v; the edge at `u` of line `v` is one of them.
    func places(from u: Double, _ v: Int) -> [Point] {
        let middle = Double(v) + 0.5
        let first = Point(x: u, y: middle)
        guard let shades = shades(at: first, least: 8) else { return [first] }
        let before = walk(from: first, towards: -1, shades)
        return before.reversed() + [first] + walk(from: first, towards: 1, shades)
    }

    private struct Shades {
        var light: Double
        var dark: Double
        var middle: Double { (light + dark) / 2 }
        var contrast: Double { light - dark }
    }

    /// How light it is outside of the edge and how dark inside; nil when that is not so much.
    private func shades(at place: Point, least: Double) -> Shades? {
        var (light, dark) = (0.0, 255.0)
        var offset = 0.5
        while offset <= 1.5 * module {
            light = max(light, lines.luma(at: Point(x: place.x + out * offset, y: place.y)))
            offset += 0.5
        }
        offset = 0
        while offset <= max(width, module) {
            dark = min(dark, lines.luma(at: Point(x: place.x - out * offset, y: place.y)))
            offset += 0.5
        }
        return light - dark >= least ? Shades(light: light, dark: dark) : nil
    }

    private func walk(from first: Point, towards step: Double, _ start: Shades) -> [Point] {
        var places: [Point] = []
        var (shades, missed) = (start, 0)
        let gap = Int(EdgeFollower.gap * module) + 1
        let stride = Double(max(Int(module / 4), 1))
        var v = first.y + step * stride
        while missed <= gap {
            let expected = foretold(places, from: first, at: v)
            let place = Point(x: expected, y: v)
            guard lines.shows(place) else { break }
            if let own = self.shades(at: place, least: shades.contrast * EdgeFollower.leastContrast),
                own.middle < shades.light, let u = crossing(around: place, own)
            {
                places.append(Point(x: u, y: v))
                shades.light += (own.light - shades.light) / 8
                shades.dark += (own.dark - shades.dark) / 8
                missed = 0
            } else {
                missed += Int(stride)
            }
            v += step * stride
        }
        return places
    }

    /// Where the last lines say that the edge will be.
    private func foretold(_ places: [Point], from first: Point, at v: Double) -> Double {
        let recent = places.suffix(EdgeFollower.memory)
        guard let last = recent.last, let earliest = recent.first else { return first.x }
        guard recent.count >= 8 else { return last.x }
        let slope = (last.x - earliest.x) / (last.y - earliest.y)
        return last.x + slope * (v - last.y)
    }

    /// The place at which light becomes dark from outside in; nil when it does not, or is dark outside.
    private func crossing(around place: Point, _ shades: Shades) -> Double? {
        let reach = EdgeFollower.reach * module
        var (offset, before) = (reach, lines.luma(at: Point(x: place.x + out * reach, y: place.y)))
        guard before >= shades.middle else { return nil }
        while offset > -reach {
            offset -= 0.5
            let now = lines.luma(at: Point(x: place.x + out * offset, y: place.y))
            if now < shades.middle {
                let part = (before - shades.middle) / max(before - now, 0.001)
                return place.x + out * (offset + 0.5 - 0.5 * part)
            }
            before = now
        }
        return nil
    }

    /// Where the bar ends beyond `v`, looked for in the bar's middle along its edge.
    func end(
        of line: (offset: Double, slope: Double), from v: Double, towards step: Double, through middle: Double
    ) -> Double {
        func shade(_ v: Double) -> Double {
            let center = line.offset + line.slope * v - out * width / 2
            let places = [-0.25, 0, 0.25].map { Point(x: center + $0 * width, y: v) }
            return places.reduce(0) { $0 + lines.luma(at: $1) } / 3
        }
        func light(_ v: Double) -> Double {
            lines.luma(at: Point(x: line.offset + line.slope * v + out * module, y: v))
        }
        // The bar's own shade, and that of the paper beside it, a little before its end.
        let inner = v - step * min(2 * module, abs(v - middle))
        let probes = (0..<5).map { inner - step * Double($0) * min(module, abs(inner - middle) / 5) }
        let dark = probes.map(shade).sorted()[2]
        let paper = probes.map(light).sorted()[2]
        guard paper > dark else { return v + step / 2 }
        let level = (paper + dark) / 2
        let last = v + step * (EdgeFollower.gap * module + 2)
        var (place, before) = (inner, dark)
        while (last - place) * step > 0 {
            let next = place + step / 4
            guard lines.shows(Point(x: line.offset + line.slope * next, y: next)) else { return v + step / 2 }
            let now = shade(next)
            let isOver = (1...4).allSatisfy { shade(next + step * Double($0) * module / 4) >= level }
            if now >= level, isOver {
                let part = now == before ? 0.5 : (level - before) / (now - before)
                return place + step / 4 * min(max(part, 0), 1)
            }
            (place, before) = (next, now)
        }
        return v + step / 2
    }
}
