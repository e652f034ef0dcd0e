extension JSONWriter {
    /// A string; control characters, the C1 set included, are written as escapes, so that no terminal obeys them.
    package mutating func string(_ text: String) {
        separate()
        append(Ascii.quote)
        var text = text
        text.withUTF8 { utf8 in
            var runStart = 0
            for place in utf8.indices where needsEscape(utf8, place) {
                append(utf8[runStart..<place])
                escape(utf8, place)
                runStart = place + (utf8[place] == 0xC2 ? 2 : 1)
            }
            append(utf8[runStart...])
        }
        append(Ascii.quote)
    }

    private func needsEscape(_ utf8: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
        switch utf8[place] {
        case 0..<Ascii.space, Ascii.quote, Ascii.backslash, Ascii.delete: true
        case 0xC2: place + 1 < utf8.count && utf8[place + 1] < 0xA0
        default: false
        }
    }

    private mutating func escape(_ utf8: UnsafeBufferPointer<UInt8>, _ place: Int) {
        append(Ascii.backslash)
        switch utf8[place] {
        case Ascii.quote, Ascii.backslash: append(utf8[place])
        case Ascii.backspace: append(UInt8(ascii: "b"))
        case Ascii.formFeed: append(UInt8(ascii: "f"))
        case Ascii.newline: append(UInt8(ascii: "n"))
        case Ascii.carriageReturn: append(UInt8(ascii: "r"))
        case Ascii.tab: append(UInt8(ascii: "t"))
        case let byte:
            let value = byte == 0xC2 ? utf8[place + 1] : byte
            append("u00".utf8)
            append(JSONWriter.hexDigits[Int(value >> 4)])
            append(JSONWriter.hexDigits[Int(value & 15)])
        }
    }

    /// Bytes as a string in base64 (RFC 4648, with padding).
    package mutating func base64(_ payload: [UInt8]) {
        separate()
        append(Ascii.quote)
        for start in stride(from: 0, to: payload.count, by: 3) {
            let group = payload[start..<min(start + 3, payload.count)]
            var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            bits <<= UInt32(8 * (3 - group.count))
            for sextet in 0..<4 {
                let value = Int(bits >> UInt32(18 - 6 * sextet) & 63)
                append(sextet <= group.count ? Base64.alphabet[value] : UInt8(ascii: "="))
            }
        }
        append(Ascii.quote)
    }

    private static let hexDigits = Array("0123456789abcdef".utf8)
}

/// The alphabet of RFC 4648 and its reading; writing is `JSONWriter.base64`.
package enum Base64 {
    static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The bytes of a padded base64 text; nil when it is not one.
    package static func decode(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 4) else { return nil }
        let padding = digits.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        var result: [UInt8] = []
        result.reserveCapacity(digits.count / 4 * 3)
        var bits: UInt32 = 0
        for (place, digit) in digits.dropLast(padding).enumerated() {
            guard let value = value(of: digit) else { return nil }
            bits = bits << 6 | value
            if place % 4 != 0 { result.append(UInt8(truncatingIfNeeded: bits >> UInt32(6 - 2 * (place % 4)))) }
        }
        return result
    }

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
