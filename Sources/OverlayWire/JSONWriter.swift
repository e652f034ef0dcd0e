/// Writes JSON straight into a buffer that is used again and again.
///
/// The caller opens and closes objects and arrays in
/// pairs and gives each member a name before its value; the writer sets the commas.
package struct JSONWriter {
    /// What has been written so far, in UTF-8.
    package private(set) var bytes: [UInt8]

    /// An empty writer with room for so many bytes.
    package init(capacity: Int = 512) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Forgets what was written and keeps the room.
    package mutating func clear() { bytes.removeAll(keepingCapacity: true) }

    /// What has been written, to be kept: in no more room than it needs, and without tying up the writer's own.
    package var copy: [UInt8] { bytes.withUnsafeBufferPointer { Array($0) } }

    /// What has been written, as text.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Opens an object.
    package mutating func openObject() {
        separate()
        bytes.append(Ascii.openBrace)
    }

    /// Closes the innermost object.
    package mutating func closeObject() { bytes.append(Ascii.closeBrace) }

    /// Opens an array.
    package mutating func openArray() {
        separate()
        bytes.append(Ascii.openBracket)
    }

    /// Closes the innermost array.
    package mutating func closeArray() { bytes.append(Ascii.closeBracket) }

    /// A member's name, one that needs no escapes.
    package mutating func name(_ name: StaticString) {
        separate()
        bytes.append(Ascii.quote)
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(Ascii.quote)
        bytes.append(Ascii.colon)
    }

    /// A member's name, whatever it holds.
    package mutating func name(_ name: String) {
        string(name)
        bytes.append(Ascii.colon)
    }

    /// Ends the line, so that the next value begins a new text.
    package mutating func endLine() { bytes.append(Ascii.newline) }

    /// A text that is JSON already, as a value.
    package mutating func raw(_ text: some Collection<UInt8>) {
        separate()
        bytes.append(contentsOf: text)
    }

    /// Members that are JSON already, without their braces, after a comma where one is due.
    package mutating func rawMembers(_ text: some Collection<UInt8>) {
        if !text.isEmpty { raw(text) }
    }

    /// The token null.
    package mutating func null() { literal("null") }

    /// A truth value.
    package mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    /// A whole number.
    package mutating func integer(_ value: some BinaryInteger) {
        separate()
        if value < 0 { bytes.append(Ascii.minus) }
        digits(UInt64(clamping: value.magnitude))
    }

    private mutating func literal(_ word: StaticString) {
        separate()
        word.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Sets a comma unless a value has just been announced, opened, or begins a text.
    mutating func separate() {
        guard let last = bytes.last else { return }
        switch last {
        case Ascii.openBrace, Ascii.openBracket, Ascii.colon, Ascii.comma, Ascii.newline: break
        default: bytes.append(Ascii.comma)
        }
    }

    mutating func append(_ byte: UInt8) { bytes.append(byte) }
    mutating func append(_ text: some Sequence<UInt8>) { bytes.append(contentsOf: text) }

    mutating func digits(_ value: UInt64) {
        var divisor: UInt64 = 1
        while value / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            bytes.append(Ascii.zero + UInt8(truncatingIfNeeded: value / divisor % 10))
            divisor /= 10
        }
    }
}
