/// Turns a code's raw bytes into text.
///
/// One thread at a time.
///
/// Few encoders say which character set they used, so the bytes must show it: UTF-8 when they are valid UTF-8, else
/// GB 18030, Shift-JIS, Windows-1251 or Windows-1252, each where its bytes stand as they do in text. Control
/// characters are kept; where they are many it is no text.
final class CodeText {
    /// Opened once: later, in a sealed worker, the tables may be out of reach.
    private let shiftJIS = CharacterTable("CP932")
    private let chinese = CharacterTable("GB18030")
    private let cyrillic = CharacterTable("WINDOWS-1251")
    private let western = CharacterTable("WINDOWS-1252")

    /// The text that the bytes stand for; nil when they are binary.
    func text(of payload: [UInt8]) -> String? {
        guard !payload.isEmpty else { return "" }
        if let text = String(validating: payload, as: UTF8.self) {
            return CodeText.isReadable(text, mostControls: 1.0 / 3) ? text : nil
        }
        let bytes = HighBytes(payload)
        if bytes.arePairsOfChinese, let text = chinese.text(of: payload),
            CodeText.isReadable(text, mostControls: 1.0 / 3)
        {
            return text
        }
        return tables(for: bytes).lazy.compactMap { $0.text(of: payload) }
            .first { CodeText.isReadable($0, mostControls: 0) }
    }

    /// The character sets that the bytes may be of, the likeliest first.
    private func tables(for bytes: HighBytes) -> [CharacterTable] {
        if bytes.areLettersOfCyrillic { return [cyrillic] }
        if bytes.arePunctuation { return [western] }
        if bytes.hasControls { return [shiftJIS] }
        return bytes.longestRun >= 3 ? [shiftJIS, western] : [western]
    }

    /// At most this part are control characters; blanks and the separators of GS1 and ISO 15434 (FS, GS, RS, US, and
    /// EOT as the end) do not count.
    private static func isReadable(_ text: String, mostControls: Double) -> Bool {
        let scalars = text.unicodeScalars
        let controls = scalars.count { scalar in
            switch scalar.value {
            case 0x04, 0x09, 0x0A, 0x0D, 0x1C...0x1F: false
            case 0x00..<0x20, 0x7F: true
            default: false
            }
        }
        return Double(controls) <= Double(scalars.count) * mostControls
            && !scalars.contains { (0x80..<0xA0).contains($0.value) }
    }
}

/// Where the bytes of a text that is no UTF-8 lie beyond ASCII.
struct HighBytes {
    /// Runs of bytes from 0x80 on.
    private let runs: [ArraySlice<UInt8>]
    private let all: [UInt8]
    /// Bytes of ASCII.
    private let plain: Int

    init(_ payload: [UInt8]) {
        plain = payload.count { $0 < 0x80 }
        runs = payload.split { $0 < 0x80 }
        all = payload.filter { $0 >= 0x80 }
    }

    /// The most that follow each other.
    var longestRun: Int { runs.map(\.count).max() ?? 0 }

    /// Some are controls in Latin-1.
    var hasControls: Bool { all.contains { $0 < 0xA0 } }

    /// The quotes, dashes, dots and the euro of Windows-1252, each by itself.
    var arePunctuation: Bool {
        let marks: Set<UInt8> = [0x80, 0x85, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0x99]
        return hasControls && plain > all.count
            && runs.allSatisfy { run in
                run.count == 1 && run.allSatisfy { $0 >= 0xC0 || marks.contains($0) }
            }
    }

    /// Runs of the letters of Windows-1251, most of them small.
    var areLettersOfCyrillic: Bool {
        let small = all.count { $0 >= 0xE0 || $0 == 0xB8 }
        return longestRun >= 3 && small * 2 > all.count && all.allSatisfy { $0 >= 0xC0 || $0 == 0xA8 || $0 == 0xB8 }
    }

    /// Pairs of GB 2312, whose common characters begin with 0xB0…0xD7, and which could not as well be accented letters
    /// of Latin-1 (0xC0 on) or half-width kana of Shift-JIS (0xA6…0xDF).
    var arePairsOfChinese: Bool {
        guard runs.allSatisfy({ $0.count % 2 == 0 }), !hasControls else { return false }
        let pairs = runs.flatMap { run in
            stride(from: run.startIndex, to: run.endIndex - 1, by: 2).map { (run[$0], run[$0 + 1]) }
        }
        guard pairs.allSatisfy({ (0xA1...0xF7).contains($0.0) && (0xA1...0xFE).contains($0.1) }) else { return false }
        let common = pairs.count { (0xB0...0xD7).contains($0.0) }
        let mayBeLetters = longestRun == 2 && all.allSatisfy { $0 >= 0xC0 }
        let mayBeKana = longestRun > 2 && all.allSatisfy { (0xA1...0xDF).contains($0) }
        return common * 2 > pairs.count && !mayBeLetters && !mayBeKana
    }
}
