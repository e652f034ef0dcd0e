extension JSONReader {
    /// Steps over white space and, in JSON5, over comments.
    mutating func skipBlank() throws(JSONError) {
        while let byte = current {
            switch byte {
            case Ascii.space, Ascii.tab, Ascii.newline, Ascii.carriageReturn: position += 1
            case Ascii.verticalTab where dialect == .json5, Ascii.formFeed where dialect == .json5: position += 1
            case Ascii.slash where dialect == .json5: try skipComment()
            default: return
            }
        }
    }

    private mutating func skipComment() throws(JSONError) {
        let start = position
        switch position + 1 < bytes.count ? bytes[position + 1] : 0 {
        case Ascii.slash:
            position = bytes[position...].firstIndex(of: Ascii.newline) ?? bytes.count
        case Ascii.star:
            position += 2
            while position + 1 < bytes.count, bytes[position] != Ascii.star || bytes[position + 1] != Ascii.slash {
                position += 1
            }
            guard position + 1 < bytes.count else { throw fault("the comment is not closed by '*/'", at: start) }
            position += 2
        default:
            throw fault("expected a value, or a comment that begins with '//' or '/*'")
        }
    }

    /// An unquoted name: letters, digits, `_`, `$`, `-` and anything beyond ASCII; no digit or `-` first.
    mutating func readIdentifier() throws(JSONError) -> String {
        let start = position
        while let byte = current, isNamePart(byte, first: position == start) {
            position += byte < 0x80 ? 1 : try multibyteLength()
        }
        guard position > start else { throw fault("expected a name") }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private func isNamePart(_ byte: UInt8, first: Bool) -> Bool {
        if Ascii.isLetter(byte) || byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") {
            return true
        }
        return !first && (Ascii.isDigit(byte) || byte == Ascii.minus)
    }
}
