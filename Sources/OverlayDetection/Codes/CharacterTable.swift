import Glibc

/// One of the C library's character sets.
///
/// One thread at a time.
final class CharacterTable {
    /// Nil where the C library has no such table.
    private let table: iconv_t?

    /// The table of this name.
    init(_ name: String) {
        let opened = iconv_open("UTF-8", name)
        table = opened == iconv_t(bitPattern: -1) ? nil : opened
    }

    deinit {
        if let table { iconv_close(table) }
    }

    /// The text that the bytes stand for; nil when some stand for nothing.
    func text(of payload: [UInt8]) -> String? {
        guard let table else { return nil }
        iconv(table, nil, nil, nil, nil)
        var source = payload.map { CChar(bitPattern: $0) }
        // A character takes at least one byte there and at most three here; what GB 18030 writes in four takes four.
        var result = [CChar](repeating: 0, count: payload.count * 3)
        let written = source.withUnsafeMutableBufferPointer { source -> Int? in
            result.withUnsafeMutableBufferPointer { result in
                var (input, inputLeft) = (source.baseAddress, source.count)
                var (output, outputLeft) = (result.baseAddress, result.count)
                let replaced = iconv(table, &input, &inputLeft, &output, &outputLeft)
                return replaced == 0 && inputLeft == 0 ? result.count - outputLeft : nil
            }
        }
        guard let written else { return nil }
        return String(validating: result.prefix(written).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
