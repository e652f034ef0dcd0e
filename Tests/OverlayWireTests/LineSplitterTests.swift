import OverlayWire
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct LineSplitterTests {
    func items(_ chunks: [[UInt8]], limit: Int) -> [String] {
        var splitter = LineSplitter(limit: limit)
        var result: [String] = []
        for chunk in chunks {
            splitter.append(chunk)
            while let item = splitter.next() {
                switch item {
                case .line(let line): result.append(String(decoding: line, as: UTF8.self))
                case .tooLong: result.append("too long")
                }
            }
        }
        return result
    }

    @Test("lines come out the same however the stream is cut", arguments: 0..<50)
    func cuts(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let stream = Array("one\n\r\n\ntwo\r\n12345678\r\n123456789\nx\n1234567890123456789\ny\nhalf".utf8)
        var chunks: [[UInt8]] = []
        var rest = stream[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...12, using: &random)
            chunks.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        let expected = ["one", "two", "12345678", "too long", "x", "too long", "y"]
        #expect(items(chunks, limit: 8) == expected)
        #expect(items([stream], limit: 8) == expected)
    }

    @Test("a line without an end is not held beyond the limit")
    func bounded() {
        var splitter = LineSplitter(limit: 100)
        for _ in 0..<1_000 {
            splitter.append([UInt8](repeating: 0x78, count: 50))
            _ = splitter.next()
            #expect(splitter.pending <= 150)
        }
        splitter.append(Array("\nok\n".utf8))
        #expect(splitter.next() == .line(Array("ok".utf8)))
    }
}
