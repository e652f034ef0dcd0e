/// The kernel's code of a pixel format: four letters, as `YUYV`.
package struct FourCC: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The first letter in the lowest byte; the highest bit marks a big-endian variant.
    package let rawValue: UInt32

    /// A code of its number.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A code of its letters, filled up with spaces.
    package init(stringLiteral value: StaticString) { self.init(padding: value.description) }

    /// A code of one to four printable ASCII letters; nil for any other text.
    package init?(letters text: String) {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
            return nil
        }
        self.init(padding: text)
    }

    private init(padding letters: String) {
        var code: UInt32 = 0x2020_2020
        for (place, letter) in letters.utf8.prefix(4).enumerated() {
            code &= ~(0xFF << UInt32(place * 8))
            code |= UInt32(letter) << UInt32(place * 8)
        }
        rawValue = code
    }

    /// The letters without spaces at the end; what cannot be printed is a question mark.
    package var description: String {
        let letters = (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> UInt32($0 * 8)) & 0x7F }
        let text = String(decoding: letters.map { (0x20..<0x7F).contains($0) ? $0 : 0x3F }, as: UTF8.self)
        let trimmed = String(text.reversed().drop { $0 == " " }.reversed())
        return rawValue >> 31 == 1 ? "\(trimmed)-BE" : trimmed
    }
}
