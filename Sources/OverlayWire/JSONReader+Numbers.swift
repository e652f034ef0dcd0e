extension JSONReader {
    /// A number: exact when it is whole, has no exponent and fits 64 bits.
    mutating func readNumber() throws(JSONError) -> JSONValue {
        let start = position
        if current == Ascii.minus || (dialect == .json5 && current == Ascii.plus) { position += 1 }
        if dialect == .json5, let value = try readHexNumber(negative: bytes[start] == Ascii.minus) { return value }
        let whole = skipDigits()
        if whole == 0, !(dialect == .json5 && current == Ascii.dot) { throw notANumber(from: start) }
        if whole > 1, bytes[position - whole] == Ascii.zero {
            throw fault("a number must not begin with a superfluous 0", at: start)
        }
        let isInteger = try !skipFraction(after: whole, from: start)
        let hasExponent = try skipExponent(from: start)
        if let byte = current, Ascii.isLetter(byte) || Ascii.isDigit(byte) || byte == Ascii.dot {
            throw fault("unexpected character in a number")
        }
        let digits = bytes[start] == Ascii.plus ? bytes[(start + 1)..<position] : bytes[start..<position]
        return try number(digits, isInteger: isInteger && !hasExponent, from: start)
    }

    private func number(_ digits: ArraySlice<UInt8>, isInteger: Bool, from start: Int) throws(JSONError) -> JSONValue {
        var text = String(decoding: digits, as: UTF8.self)
        if isInteger, text != "-0", let value = Int64(text) { return .integer(value) }
        if text.hasPrefix(".") { text = "0" + text }
        if text.hasPrefix("-.") { text = "-0" + text.dropFirst() }
        if let point = text.firstIndex(of: "."), !text[text.index(after: point)...].prefix(1).allSatisfy(\.isNumber) {
            text.insert("0", at: text.index(after: point))
        }
        if text.hasSuffix(".") { text += "0" }
        guard let value = Double(text) else { throw fault("expected a number", at: start) }
        return .number(value)
    }

    private func notANumber(from start: Int) -> JSONError {
        let rest = bytes[position...].prefix(8)
        for word in ["NaN", "Infinity", "nan", "inf"] where rest.starts(with: word.utf8) {
            return fault("\(word) is no JSON number; a finite number is expected", at: start)
        }
        return fault("expected a value", at: start)
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while let byte = current, Ascii.isDigit(byte) { position += 1 }
        return position - start
    }

    private mutating func skipFraction(after whole: Int, from start: Int) throws(JSONError) -> Bool {
        guard current == Ascii.dot else { return false }
        position += 1
        let count = skipDigits()
        if count == 0, dialect == .strict || whole == 0 { throw fault("expected a digit after the point") }
        return true
    }

    private mutating func skipExponent(from start: Int) throws(JSONError) -> Bool {
        guard let byte = current, byte | 0x20 == UInt8(ascii: "e") else { return false }
        position += 1
        if current == Ascii.minus || current == Ascii.plus { position += 1 }
        if skipDigits() == 0 { throw fault("expected a digit in the exponent") }
        return true
    }

    private mutating func readHexNumber(negative: Bool) throws(JSONError) -> JSONValue? {
        guard current == Ascii.zero, position + 1 < bytes.count, bytes[position + 1] | 0x20 == UInt8(ascii: "x") else {
            return nil
        }
        let start = position
        position += 2
        var value: Int64 = 0
        var count = 0
        while let digit = current.flatMap(Ascii.hexValue) {
            guard value < 1 << 58 else { throw fault("the hexadecimal number is too large", at: start) }
            value = value << 4 | Int64(digit)
            count += 1
            position += 1
        }
        if count == 0 { throw fault("expected a hexadecimal digit") }
        return .integer(negative ? -value : value)
    }
}
