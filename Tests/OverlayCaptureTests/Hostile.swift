/// Files made for the tests, byte by byte.
enum Hostile {
    /// A PNG that says its size and holds no pixels.
    static func png(width: Int, height: Int) -> [UInt8] {
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let header: [[UInt8]] = [big(width), big(height), [8, 2, 0, 0, 0]]
        return joined([signature, chunk("IHDR", joined(header)), chunk("IDAT", [])])
    }

    /// A BMP of 24 bits that says its size, without pixels or with all of them grey 100.
    static func bmp(width: Int, height: Int, filled: Bool = false) -> [UInt8] {
        let stride = (width * 24 + 31) / 32 * 4
        let pixels = filled ? [UInt8](repeating: 100, count: stride * height) : []
        return bmp(header: info(width: width, height: height, bits: 24, compression: 0), palette: [], pixels: pixels)
    }

    /// A BMP of its parts.
    static func bmp(header: [UInt8], palette: [UInt8], pixels: [UInt8]) -> [UInt8] {
        let offset = 14 + header.count + palette.count
        return joined([
            [0x42, 0x4D], little(offset + pixels.count), little(0), little(offset), header, palette, pixels,
        ])
    }

    /// The 40-byte header of a BMP; a negative height is top-down.
    static func info(width: Int, height: Int, bits: Int, compression: Int, colours: Int = 0) -> [UInt8] {
        let words = [40, width, height, bits << 16 | 1, compression, 0, 0, 0, colours, 0]
        return joined(words.map { little($0) })
    }

    /// The 12-byte header of OS/2.
    static func core(width: Int, height: Int, bits: Int) -> [UInt8] {
        let words = [12, height << 16 | width, bits << 16 | 1]
        return joined(words.map { little($0) })
    }

    private static func joined(_ parts: [[UInt8]]) -> [UInt8] { parts.flatMap { $0 } }

    /// Four bytes, the lowest first.
    static func little(_ value: Int) -> [UInt8] { big(value).reversed() }

    private static func big(_ value: Int) -> [UInt8] {
        let word = UInt32(truncatingIfNeeded: value)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        return joined([big(content.count), body, big(Int(checksum(body)))])
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var value = UInt32.max
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
        return ~value
    }
}
