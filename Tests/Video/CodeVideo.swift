import CVision
import Glibc
import OverlayGeometry

/// Moving codes before a background, with noise: each frame is the same whenever it is asked for.
package struct CodeVideo: Sendable {
    package let width: Int
    package let height: Int
    package var codes: [MovingCode]
    private let backgrounds: [[UInt8]]
    private let noise: [Int8]

    /// A video of this size, before soft shades, stripes and blots.
    package init(width: Int, height: Int, codes: [MovingCode], noise strength: Int = 4) {
        self.width = width
        self.height = height
        self.codes = codes
        var state: UInt64 = 7
        func random() -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33)
        }
        var background = [UInt8](repeating: 0, count: width * height)
        for y in 0..<height {
            for x in 0..<width { background[y * width + x] = UInt8(90 + (x * 60 / width + y * 40 / height)) }
        }
        for _ in 0..<30 {
            let (side, shade) = (10 + random() % 60, UInt8(40 + random() % 160))
            let (left, top) = (random() % max(width - side, 1), random() % max(height - side, 1))
            for y in top..<min(top + side, height) {
                for x in left..<min(left + side, width) { background[y * width + x] = shade }
            }
        }
        let noise = (0..<8_191).map { _ in Int8(random() % (2 * strength + 1) - strength) }
        self.noise = noise
        // Two that take turns look as restless as ever new ones.
        backgrounds = (0..<2).map { turn in
            background.indices.map { index in
                UInt8(clamping: Int(background[index]) + Int(noise[(index &+ turn &* 4_001) % noise.count]))
            }
        }
    }

    /// The luma of a frame.
    package func luma(_ frame: Int) -> [UInt8] {
        var picture = backgrounds[frame % backgrounds.count]
        for code in codes where code.frames.contains(frame) { draw(code, in: frame, on: &picture) }
        return picture
    }

    /// Sampled more finely where it is sharp, and at several places where it is blurred.
    private func draw(_ moving: MovingCode, in frame: Int, on picture: inout [UInt8]) {
        let frameBox = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
        guard let box = moving.card(in: frame).bounds.intersection(frameBox),
            let back = moving.placing(in: frame).inverse
        else { return }
        let (left, top) = (Int(box.minX.rounded(.down)), Int(box.minY.rounded(.down)))
        let right = min(Int(box.maxX.rounded(.up)), width)
        let bottom = min(Int(box.maxY.rounded(.up)), height)
        let (columns, rows) = (right - left, bottom - top)
        guard columns > 0, rows > 0 else { return }
        let blur = moving.blurred.contains(frame) ? moving.blur : 0
        let shifts = blur > 0 ? (-4...4).map { Double($0) / 8 * blur } : [0]
        var sums = [Int](repeating: 0, count: columns * rows)
        var patch = [UInt8](repeating: 0, count: columns * rows)
        let start = back.apply(Point(x: Double(left) + 0.5, y: Double(top) + 0.5))
        for shift in shifts {
            let first = PrintedCode.print(Point(x: start.x + shift, y: start.y + shift / 2))
            let scale = PrintedCode.printing.a
            var map = [back.a * scale, back.b * scale, back.c * scale, back.d * scale, first.x - 0.5, first.y - 0.5]
            guard cvision_pyramid_sample(moving.code.handle, &map, &patch, Int32(columns), Int32(rows)) == 0 else {
                return
            }
            for index in sums.indices { sums[index] += Int(patch[index]) }
        }
        let quiet = PrintedCode.quiet
        var grain = (frame &* 1_237) % noise.count
        for row in 0..<rows {
            for column in 0..<columns {
                let x = start.x + back.a * Double(column) + back.c * Double(row)
                let y = start.y + back.b * Double(column) + back.d * Double(row)
                guard x >= -quiet, y >= -quiet, x < moving.code.columns + quiet, y < moving.code.rows + quiet else {
                    continue
                }
                grain = grain + 1 == noise.count ? 0 : grain + 1
                let shade = sums[row * columns + column] / shifts.count + Int(noise[grain])
                picture[(top + row) * width + left + column] = UInt8(clamping: shade)
            }
        }
    }
}
