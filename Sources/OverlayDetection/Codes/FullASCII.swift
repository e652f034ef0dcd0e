/// Full ASCII of Code 39: pairs of a sign and a letter stand for what its 43 characters lack.
enum FullASCII {
    /// What the characters stand for; nil where they are more likely meant as they are.
    ///
    /// A symbol does not say whether it is meant so. It is believed where there are several pairs and no sign without
    /// its letter; HIBC begins with a plus sign and means it.
    static func text(of value: String) -> String? {
        guard value.first != "+" else { return nil }
        var text = ""
        var pairs = 0
        var characters = value.unicodeScalars.makeIterator()
        while let character = characters.next() {
            guard ["$", "%", "/", "+"].contains(character) else {
                text.unicodeScalars.append(character)
                continue
            }
            guard let letter = characters.next(), let meant = meaning(of: character, letter) else { return nil }
            text.unicodeScalars.append(meant)
            pairs += 1
        }
        return pairs >= 2 ? text : nil
    }

    /// The character that a pair stands for (ISO/IEC 16388, annex A).
    private static func meaning(of sign: Unicode.Scalar, _ letter: Unicode.Scalar) -> Unicode.Scalar? {
        guard ("A"..."Z").contains(letter) else { return nil }
        let place = letter.value - 0x41
        let code: UInt32? =
            switch (sign, place) {
            case ("$", _): 0x01 + place
            case ("+", _): 0x61 + place
            case ("/", 0...14): 0x21 + place
            case ("/", 25): 0x3A
            case ("%", 0...4): 0x1B + place
            case ("%", 5...9): 0x3B + place - 5
            case ("%", 10...14): 0x5B + place - 10
            case ("%", 15...18): 0x7B + place - 15
            case ("%", 19): 0x7F
            case ("%", 20): 0x00
            case ("%", 21): 0x40
            case ("%", 22): 0x60
            default: nil
            }
        return code.flatMap(Unicode.Scalar.init)
    }
}
