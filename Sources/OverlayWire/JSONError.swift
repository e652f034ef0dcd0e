/// Why a text is not JSON: what was expected, and where.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of fault it is; the raw value is its symbolic name on the wire.
    package enum Kind: String, Sendable {
        /// Not JSON.
        case parseError
        /// More levels than the reader takes.
        case tooDeep
    }

    /// The kind of fault.
    package let kind: Kind
    /// What was wrong, in words.
    package let reason: String
    /// Bytes before the fault.
    package let offset: Int
    /// The fault's line, from 1.
    package let line: Int
    /// The fault's column in bytes, from 1.
    package let column: Int

    init(_ kind: Kind, _ reason: String, at offset: Int, in bytes: [UInt8]) {
        let before = bytes.prefix(offset)
        self.kind = kind
        self.reason = reason
        self.offset = offset
        line = 1 + before.reduce(0) { $1 == Ascii.newline ? $0 + 1 : $0 }
        column = before.count - (before.lastIndex(of: Ascii.newline) ?? -1)
    }

    package var description: String { "\(reason) at byte \(offset) (line \(line), column \(column))" }
}

/// The bytes that the reader and the writer name.
enum Ascii {
    static let backspace: UInt8 = 0x08
    static let tab: UInt8 = 0x09
    static let newline: UInt8 = 0x0A
    static let verticalTab: UInt8 = 0x0B
    static let formFeed: UInt8 = 0x0C
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let delete: UInt8 = 0x7F
    static let zero = UInt8(ascii: "0")
    static let quote = UInt8(ascii: "\"")
    static let apostrophe = UInt8(ascii: "'")
    static let backslash = UInt8(ascii: "\\")
    static let slash = UInt8(ascii: "/")
    static let star = UInt8(ascii: "*")
    static let minus = UInt8(ascii: "-")
    static let plus = UInt8(ascii: "+")
    static let dot = UInt8(ascii: ".")
    static let comma = UInt8(ascii: ",")
    static let colon = UInt8(ascii: ":")
    static let openBrace = UInt8(ascii: "{")
    static let closeBrace = UInt8(ascii: "}")
    static let openBracket = UInt8(ascii: "[")
    static let closeBracket = UInt8(ascii: "]")

    static func isDigit(_ byte: UInt8) -> Bool { byte >= zero && byte <= UInt8(ascii: "9") }

    static func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
    }

    /// The value of a hexadecimal digit.
    static func hexValue(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - zero)
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
        default: nil
        }
    }
}
