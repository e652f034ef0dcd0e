/// Reads one JSON text (RFC 8259, UTF-8): every byte is checked, nesting is bounded, no name may occur twice.
///
/// The `json5` dialect, for configuration files, takes comments, trailing commas, unquoted
/// names, single quotes, hexadecimal numbers, a leading or trailing point and a leading plus besides.
package struct JSONReader {
    /// Which texts are accepted.
    package enum Dialect: Sendable {
        /// RFC 8259 and nothing else.
        case strict
        /// For people: https://spec.json5.org, without Infinity and NaN.
        case json5
    }

    let bytes: [UInt8]
    let dialect: Dialect
    let maxDepth: Int
    var position = 0
    private var depth = 0
    /// Where the value of each member of the outermost object stands in the text, in the order of its members.
    private(set) var topLevel: [Range<Int>] = []

    /// A reader of `bytes`; objects and arrays nest at most `maxDepth` (never more than 256) levels.
    package init(_ bytes: [UInt8], dialect: Dialect = .strict, maxDepth: Int = 16) {
        self.bytes = bytes
        self.dialect = dialect
        self.maxDepth = min(maxDepth, 256)
    }

    /// The value of a whole text.
    package static func read(
        _ bytes: [UInt8], dialect: Dialect = .strict, maxDepth: Int = 16
    ) throws(JSONError) -> JSONValue {
        var reader = JSONReader(bytes, dialect: dialect, maxDepth: maxDepth)
        return try reader.readText()
    }

    /// The value of a whole text.
    package static func read(
        _ text: String, dialect: Dialect = .strict, maxDepth: Int = 16
    ) throws(JSONError) -> JSONValue {
        try read(Array(text.utf8), dialect: dialect, maxDepth: maxDepth)
    }

    mutating func readText() throws(JSONError) -> JSONValue {
        if dialect == .json5, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        let value = try readValue()
        try skipBlank()
        if position < bytes.count { throw fault("expected the end of the text after the value") }
        return value
    }

    private mutating func readValue() throws(JSONError) -> JSONValue {
        try skipBlank()
        guard let byte = current else { throw fault("expected a value, got the end of the text") }
        switch byte {
        case Ascii.openBrace: return .object(try readObject())
        case Ascii.openBracket: return .array(try readArray())
        case Ascii.quote: return .string(try readString(until: byte))
        case Ascii.apostrophe where dialect == .json5: return .string(try readString(until: byte))
        case UInt8(ascii: "t"): return try readWord("true", .bool(true))
        case UInt8(ascii: "f"): return try readWord("false", .bool(false))
        case UInt8(ascii: "n"): return try readWord("null", .null)
        default: return try readNumber()
        }
    }

    private mutating func readWord(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let end = position + word.utf8CodeUnitCount
        let matches = end <= bytes.count && word.withUTF8Buffer { bytes[position..<end].elementsEqual($0) }
        guard matches, end == bytes.count || !Ascii.isLetter(bytes[end]) else { throw fault("expected a value") }
        position = end
        return value
    }

    private mutating func readArray() throws(JSONError) -> [JSONValue] {
        try descend()
        var elements: [JSONValue] = []
        while try !closes(Ascii.closeBracket, first: elements.isEmpty) { elements.append(try readValue()) }
        depth -= 1
        return elements
    }

    private mutating func readObject() throws(JSONError) -> JSONObject {
        try descend()
        var members: [JSONObject.Member] = []
        var names: Set<String> = []
        while try !closes(Ascii.closeBrace, first: members.isEmpty) {
            let start = position
            let name = try readName()
            guard names.insert(name).inserted else {
                throw fault("the name \"\(name.prefix(40))\" stands twice in an object", at: start)
            }
            try skipBlank()
            guard current == Ascii.colon else { throw fault("expected ':' after a name") }
            position += 1
            try skipBlank()
            let valueStart = position
            members.append(JSONObject.Member(name: name, value: try readValue()))
            if depth == 1 { topLevel.append(valueStart..<position) }
        }
        depth -= 1
        return JSONObject(members)
    }

    private mutating func readName() throws(JSONError) -> String {
        switch current {
        case Ascii.quote?: return try readString(until: Ascii.quote)
        case Ascii.apostrophe? where dialect == .json5: return try readString(until: Ascii.apostrophe)
        default:
            if dialect == .json5 { return try readIdentifier() }
            throw fault("expected a name in double quotes")
        }
    }

    private mutating func descend() throws(JSONError) {
        guard depth < maxDepth else {
            throw JSONError(.tooDeep, "more than \(maxDepth) levels of objects and arrays", at: position, in: bytes)
        }
        depth += 1
        position += 1
    }

    /// Steps over the comma before the next element, or over the closing bracket, and says which it was.
    private mutating func closes(_ closing: UInt8, first: Bool) throws(JSONError) -> Bool {
        try skipBlank()
        if current == closing {
            position += 1
            return true
        }
        if first { return false }
        guard current == Ascii.comma else {
            throw fault("expected ',' or '\(Character(Unicode.Scalar(closing)))'")
        }
        position += 1
        try skipBlank()
        guard current == closing else { return false }
        guard dialect == .json5 else { throw fault("expected a further element after ','") }
        position += 1
        return true
    }

    var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    func fault(_ reason: String, at offset: Int? = nil) -> JSONError {
        JSONError(.parseError, reason, at: offset ?? position, in: bytes)
    }
}
