import Glibc

/// Turns a code's raw bytes into text.
///
/// One thread at a time.
///
/// Few encoders say which character set they used, so the bytes must show it: UTF-8 when they are valid UTF-8, else
/// Shift-JIS, else Latin-1. What holds control characters that no text has is no text.
final class CodeText {
    /// Opened once: later, in a sealed worker, the table may be out of reach.
    private let shiftJIS: iconv_t?

    init() {
        let table = iconv_open("UTF-8", "SHIFT_JIS")
        shiftJIS = table == iconv_t(bitPattern: -1) ? nil : table
    }

    deinit {
        if let shiftJIS { iconv_close(shiftJIS) }
    }

    /// The text that the bytes stand for; nil when they are binary.
    func text(of payload: [UInt8]) -> String? {
        guard !payload.isEmpty else { return "" }
        if let text = String(validating: payload, as: UTF8.self) {
            return CodeText.isReadable(text) ? text : nil
        }
        if CodeText.looksLikeShiftJIS(payload), let text = decodedShiftJIS(payload), CodeText.isReadable(text) {
            return text
        }
        let latin = String(String.UnicodeScalarView(payload.map { Unicode.Scalar($0) }))
        return CodeText.isReadable(latin) ? latin : nil
    }

    /// No control characters but tab, line feed, carriage return, and the separators of GS1 and ISO 15434 (FS, GS, RS,
    /// US, and EOT as the end).
    private static func isReadable(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x04, 0x09, 0x0A, 0x0D, 0x1C...0x1F: true
            case 0x00..<0x20, 0x7F..<0xA0: false
            default: true
            }
        }
    }

    /// In Latin-1 accented letters stand between plain ones and 0x80…0x9F not at all: only a run of three high bytes,
    /// or one of those, speaks for Shift-JIS.
    private static func looksLikeShiftJIS(_ payload: [UInt8]) -> Bool {
        var run = 0
        for byte in payload {
            if (0x80..<0xA0).contains(byte) { return true }
            run = byte >= 0xA0 ? run + 1 : 0
            if run == 3 { return true }
        }
        return false
    }

    private func decodedShiftJIS(_ payload: [UInt8]) -> String? {
        guard let shiftJIS else { return nil }
        iconv(shiftJIS, nil, nil, nil, nil)
        var source = payload.map { CChar(bitPattern: $0) }
        // A character takes at least one byte there and at most three here.
        var result = [CChar](repeating: 0, count: payload.count * 3)
        let written = source.withUnsafeMutableBufferPointer { source -> Int? in
            result.withUnsafeMutableBufferPointer { result in
                var (input, inputLeft) = (source.baseAddress, source.count)
                var (output, outputLeft) = (result.baseAddress, result.count)
                let replaced = iconv(shiftJIS, &input, &inputLeft, &output, &outputLeft)
                return replaced == 0 && inputLeft == 0 ? result.count - outputLeft : nil
            }
        }
        guard let written else { return nil }
        return String(validating: result.prefix(written).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
