import OverlayFrame

@testable import OverlayCapture

/// A picture that is known in every pixel, and what a camera sends of it, by the descriptions of the formats in the
/// kernel's documentation.
struct CameraPicture {
    let width: Int
    let height: Int
    /// Bytes at the end of each row of the first plane.
    let padding: Int

    /// Luma of a pixel.
    func luma(_ x: Int, _ y: Int) -> Int { 16 + (x * 37 + y * 53 + x * y * 7) % 220 }
    /// The blue difference of the block that a pixel lies in; blocks of 2 × 2.
    func blue(_ x: Int, _ y: Int) -> Int { 90 + (x / 2 * 5 + y / 2 * 11) % 76 }
    /// The red difference.
    func red(_ x: Int, _ y: Int) -> Int { 90 + (x / 2 * 13 + y / 2 * 3) % 76 }
    /// Red, green and blue, for formats of these.
    func colour(_ x: Int, _ y: Int) -> (Int, Int, Int) {
        ((x * 41 + y * 3) % 256, (x * 5 + y * 67) % 256, (x * 23 + y * 29 + 100) % 256)
    }

    /// The formats, and bytes of a row without padding.
    static let formats: [FourCC] = [
        "GREY", "Y10", "Y12", "Y16", "YUYV", "UYVY", "NV12", "NV21", "YU12", "YV12", "NV16", "422P", "RGB3", "BGR3",
    ]

    /// What the driver says of it.
    func format(_ code: FourCC) -> VideoFormat {
        let stride = row(code) + padding
        return VideoFormat(
            code: code, width: width, height: height, stride: stride, byteCount: bytes(code).count, colorSpace: 8)
    }

    private var halfWidth: Int { (width + 1) / 2 }
    private var halfHeight: Int { (height + 1) / 2 }

    private func row(_ code: FourCC) -> Int {
        switch code {
        case "Y10", "Y12", "Y16": width * 2
        case "YUYV", "UYVY": halfWidth * 4
        case "RGB3", "BGR3": width * 3
        // Planes of half the width have half the stride, so that it is to be even.
        case "GREY": width
        default: halfWidth * 2
        }
    }

    /// What is in the buffer; padding is filled with 0xEE.
    func bytes(_ code: FourCC) -> [UInt8] {
        let stride = row(code) + padding
        switch code {
        case "GREY": return rows(stride) { y in (0..<width).map { luma($0, y) } }
        case "Y10": return rows(stride) { y in (0..<width).flatMap { pair(luma($0, y) * 4 + 3) } }
        case "Y12": return rows(stride) { y in (0..<width).flatMap { pair(luma($0, y) * 16 + 9) } }
        case "Y16": return rows(stride) { y in (0..<width).flatMap { pair(luma($0, y) * 256 + 200) } }
        case "YUYV":
            return rows(stride) { y in
                (0..<halfWidth).flatMap { [even($0, y), blue($0 * 2, y), odd($0, y), red($0 * 2, y)] }
            }
        case "UYVY":
            return rows(stride) { y in
                (0..<halfWidth).flatMap { [blue($0 * 2, y), even($0, y), red($0 * 2, y), odd($0, y)] }
            }
        case "RGB3": return rows(stride) { y in (0..<width).flatMap { three(colour($0, y)) } }
        case "BGR3": return rows(stride) { y in (0..<width).flatMap { three(colour($0, y)).reversed() } }
        default: break
        }
        let luminance = rows(stride) { y in (0..<width).map { luma($0, y) } }
        func pairs(_ count: Int, _ step: Int, isReversed: Bool = false) -> [UInt8] {
            rows(stride, count) { y in
                (0..<halfWidth).flatMap { x -> [Int] in
                    let both = [blue(x * 2, y * step), red(x * 2, y * step)]
                    return isReversed ? both.reversed() : both
                }
            }
        }
        func plane(_ count: Int, _ step: Int, _ value: (Int, Int) -> Int) -> [UInt8] {
            rows(stride / 2, count) { y in (0..<halfWidth).map { value($0 * 2, y * step) } }
        }
        switch code {
        case "NV12": return luminance + pairs(halfHeight, 2)
        case "NV21": return luminance + pairs(halfHeight, 2, isReversed: true)
        case "NV16": return luminance + pairs(height, 1)
        case "YU12": return luminance + plane(halfHeight, 2, blue) + plane(halfHeight, 2, red)
        case "YV12": return luminance + plane(halfHeight, 2, red) + plane(halfHeight, 2, blue)
        case "422P": return luminance + plane(height, 1, blue) + plane(height, 1, red)
        default: return []
        }
    }

    private func rows(_ stride: Int, _ count: Int? = nil, _ row: (Int) -> [Int]) -> [UInt8] {
        (0..<(count ?? height)).flatMap { y -> [UInt8] in
            let bytes = row(y).map { UInt8($0) }
            return bytes + [UInt8](repeating: 0xEE, count: stride - bytes.count)
        }
    }

    private func pair(_ value: Int) -> [Int] { [value % 256, value / 256] }
    private func three(_ colour: (Int, Int, Int)) -> [Int] { [colour.0, colour.1, colour.2] }
    private func even(_ pair: Int, _ y: Int) -> Int { luma(pair * 2, y) }
    /// The second pixel of a pair; behind the last one of an odd width there is something.
    private func odd(_ pair: Int, _ y: Int) -> Int { luma(pair * 2 + 1, y) }

    /// The luma that is to come out.
    func expectedLuma(_ code: FourCC, _ x: Int, _ y: Int, _ encoding: ColourEncoding) -> Double {
        guard code == "RGB3" || code == "BGR3" else { return Double(luma(x, y)) }
        let (red, blue) = encoding.matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
        let (r, g, b) = colour(x, y)
        let full = red * Double(r) + (1 - red - blue) * Double(g) + blue * Double(b)
        return encoding.isFullRange ? full : 16 + full * 219 / 255
    }

    /// The colour that is to come out; nil for grey.
    func expectedColour(_ code: FourCC, _ x: Int, _ y: Int, _ encoding: ColourEncoding) -> [Double]? {
        switch code {
        case "GREY", "Y10", "Y12", "Y16": return nil
        case "RGB3", "BGR3": return three(colour(x, y)).map(Double.init)
        default: break
        }
        let full = encoding.isFullRange
        let (red, blue) = encoding.matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
        let light = full ? Double(luma(x, y)) : (Double(luma(x, y)) - 16) * 255 / 219
        let scale = full ? 1.0 : 255.0 / 224
        // Formats of half the height have one row of differences for two.
        let isHalf = ["NV12", "NV21", "YU12", "YV12"].contains(code)
        let row = isHalf ? y / 2 * 2 : y
        let db = Double(self.blue(x / 2 * 2, row) - 128) * scale
        let dr = Double(self.red(x / 2 * 2, row) - 128) * scale
        let r = light + 2 * (1 - red) * dr
        let b = light + 2 * (1 - blue) * db
        let g = (light - red * r - blue * b) / (1 - red - blue)
        return [r, g, b].map { min(max($0, 0), 255) }
    }
}
