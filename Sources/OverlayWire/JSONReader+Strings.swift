extension JSONReader {
    /// A string, from its opening quote to its closing one.
    mutating func readString(until quote: UInt8) throws(JSONError) -> String {
        let start = position
        position += 1
        var runStart = position
        var unescaped: [UInt8] = []
        while let byte = current {
            switch byte {
            case quote:
                let run = bytes[runStart..<position]
                position += 1
                if unescaped.isEmpty { return String(decoding: run, as: UTF8.self) }
                return String(decoding: unescaped + run, as: UTF8.self)
            case Ascii.backslash:
                unescaped += bytes[runStart..<position]
                try readEscape(into: &unescaped)
                runStart = position
            case 0..<Ascii.space: throw fault("a control character in a string must be written as an escape")
            case 0..<0x80: position += 1
            default: position += try multibyteLength()
            }
        }
        throw fault("the string is not closed", at: start)
    }

    private mutating func readEscape(into text: inout [UInt8]) throws(JSONError) {
        let start = position
        position += 1
        guard let byte = current else { throw fault("the string is not closed", at: start) }
        position += 1
        switch byte {
        case Ascii.quote, Ascii.backslash, Ascii.slash: text.append(byte)
        case UInt8(ascii: "b"): text.append(Ascii.backspace)
        case UInt8(ascii: "f"): text.append(Ascii.formFeed)
        case UInt8(ascii: "n"): text.append(Ascii.newline)
        case UInt8(ascii: "r"): text.append(Ascii.carriageReturn)
        case UInt8(ascii: "t"): text.append(Ascii.tab)
        case UInt8(ascii: "u"): try readUnicodeEscape(from: start, into: &text)
        default:
            guard dialect == .json5 else { throw fault("unknown escape in a string", at: start) }
            try readLooseEscape(byte, from: start, into: &text)
        }
    }

    private mutating func readUnicodeEscape(from start: Int, into text: inout [UInt8]) throws(JSONError) {
        var value = try readHex(digits: 4, from: start)
        if (0xD800..<0xDC00).contains(value) {
            guard position + 1 < bytes.count, bytes[position] == Ascii.backslash,
                bytes[position + 1] == UInt8(ascii: "u")
            else { throw fault("a high surrogate must be followed by a low one", at: start) }
            position += 2
            let low = try readHex(digits: 4, from: start)
            guard (0xDC00..<0xE000).contains(low) else {
                throw fault("a high surrogate must be followed by a low one", at: start)
            }
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(value) else { throw fault("a lone low surrogate", at: start) }
        text += Array(String(Character(scalar)).utf8)
    }

    private mutating func readHex(digits: Int, from start: Int) throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let digit = current.flatMap(Ascii.hexValue) else {
                throw fault("expected \(digits) hexadecimal digits", at: start)
            }
            value = value << 4 | digit
            position += 1
        }
        return value
    }

    /// The escapes that only JSON5 has; `byte`, which followed the backslash, has been stepped over.
    private mutating func readLooseEscape(_ byte: UInt8, from start: Int, into text: inout [UInt8]) throws(JSONError) {
        switch byte {
        case UInt8(ascii: "v"): text.append(Ascii.verticalTab)
        case Ascii.zero: text.append(0)
        case UInt8(ascii: "x"):
            let value = UInt8(truncatingIfNeeded: try readHex(digits: 2, from: start))
            text += Array(String(Character(Unicode.Scalar(value))).utf8)
        case Ascii.newline: break
        case Ascii.carriageReturn: if current == Ascii.newline { position += 1 }
        case UInt8(ascii: "1")...UInt8(ascii: "9"): throw fault("unknown escape in a string", at: start)
        case 0x80...:
            position -= 1
            let length = try multibyteLength()
            text += bytes[position..<position + length]
            position += length
        default: text.append(byte)
        }
    }

    /// How many bytes the well-formed UTF-8 sequence at the position has; its first byte is beyond ASCII.
    func multibyteLength() throws(JSONError) -> Int {
        let (length, second): (Int, ClosedRange<UInt8>) =
            switch bytes[position] {
            case 0xC2...0xDF: (2, 0x80...0xBF)
            case 0xE0: (3, 0xA0...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xE1...0xEF: (3, 0x80...0xBF)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: (0, 0...0)
            }
        guard length > 0, position + length <= bytes.count, second.contains(bytes[position + 1]),
            bytes[position + 1..<position + length].allSatisfy({ $0 & 0xC0 == 0x80 })
        else { throw fault("invalid UTF-8") }
        return length
    }
}
