/// Lines of a manual page in mdoc, with everything escaped that roff would take for its own.
struct ManualText {
    private var lines: [String] = []
    private static let width = 78

    /// The page.
    var text: String { lines.joined(separator: "\n") + "\n" }

    /// A line as it stands.
    mutating func raw(_ line: String) { lines.append(line) }

    mutating func macro(_ name: String, _ words: String...) {
        lines.append(".\(name) " + words.map(ManualText.escaped).joined(separator: " "))
    }

    mutating func section(_ title: String) { lines.append(".Sh \(title)") }

    /// Running text: each sentence begins a line, as mdoc wants it.
    mutating func sentences(_ text: some StringProtocol) {
        var current = ""
        func isLong(_ word: String) -> Bool { current.count + 1 + word.count > ManualText.width }
        for word in text.split(separator: " ").map({ ManualText.word(String($0)) }) {
            if !current.isEmpty, isLong(word) {
                put(current)
                current = ""
            }
            current += current.isEmpty ? word : " \(word)"
            if word.hasSuffix(".") || word.hasSuffix(".)") {
                put(current)
                current = ""
            }
        }
        if !current.isEmpty { put(current) }
    }

    private mutating func put(_ line: String) {
        lines.append(line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line)
    }

    /// An option as a list's item has it.
    static func item(_ option: Option) -> String {
        let long = "Fl -\(escaped(option.name))"
        let name = option.short.map { "Fl \($0) , \(long)" } ?? long
        switch option.value {
        case .none: return name
        case .required(let placeholder): return "\(name) Ar \(escaped(placeholder))"
        case .optional(let placeholder, _):
            return "\(name) Ns Oo = Ns Ar \(escaped(placeholder)) Oc"
        }
    }

    /// Text to be copied: every hyphen and quote is what it looks like.
    static func literal(_ text: String) -> String {
        let words = escaped(text).replacing("-", with: "\\-").split(separator: " ", omittingEmptySubsequences: false)
        // A dot or a bar alone, and a colon or the like at the end, would be taken for punctuation of the sentence.
        return words.map { $0.count == 1 && !isPlain($0) ? "\\&\($0)" : String($0) }.joined(separator: " ")
            + (text.last?.isPunctuation == true ? "\\&" : "")
    }

    private static func isPlain(_ word: Substring) -> Bool { word.allSatisfy { $0.isLetter || $0.isNumber } }

    /// A word of running text: a hyphen that begins an option is one to be copied.
    private static func word(_ text: String) -> String {
        let word = escaped(text)
        guard let start = word.firstRange(of: "--") else { return word.hasPrefix("-") ? "\\" + word : word }
        return String(word[..<start.lowerBound]) + word[start.lowerBound...].replacing("-", with: "\\-")
    }

    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            case "'": result += "\\(aq"
            case "\"": result += "\\(dq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
            }
        }
        return result
    }
}
