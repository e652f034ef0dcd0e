import OverlayWire
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct JSONReaderTests {
    @Test(
        "a text reads as its value",
        arguments: [
            ("null", JSONValue.null), (" true ", .bool(true)), ("false", .bool(false)), ("0", .integer(0)),
            ("-7", .integer(-7)), ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("1.5", .number(1.5)), ("1e3", .number(1000)),
            ("1E-2", .number(0.01)), ("-0", .number(-0.0)), ("1e999", .number(.infinity)),
            (#""a\"\\\/\b\f\n\r\t\u0041\ud83d\ude00é""#, .string("a\"\\/\u{8}\u{c}\n\r\tA😀é")),
            ("[]", .array([])), ("{}", .object([:])), ("[1,[2]]", .array([.integer(1), .array([.integer(2)])])),
            (#"{"b":1,"a":null}"#, .object(["b": .integer(1), "a": .null])),
        ])
    func reads(text: String, value: JSONValue) throws {
        #expect(try JSONReader.read(text) == value)
    }

    @Test(
        "what is not JSON is refused at the byte where it goes wrong",
        arguments: [
            ("", 0), ("   ", 3), ("nul", 0), ("nulll", 0), ("truex", 0), ("NaN", 0), ("Infinity", 0), ("-Infinity", 0),
            ("+1", 0), ("01", 0), ("-01", 0), (".5", 0), ("5.", 2), ("1e", 2), ("1.2.3", 3), ("0x10", 1), ("1a", 1),
            ("'a'", 0), ("\"a", 0), ("\"\u{1}\"", 1), (#""\x41""#, 1), (#""\u12g4""#, 1), (#""\ud800""#, 1),
            (#""\ud800\u0041""#, 1), (#""\udc00""#, 1), ("[1,]", 3), ("[1 2]", 3), ("{\"a\":1,}", 7), ("{a:1}", 1),
            ("{\"a\" 1}", 5), ("{\"a\":1 \"b\":2}", 7), ("[1", 2), ("{\"a\":", 5), ("1 2", 2), ("]", 0),
            ("{\"a\":1,\"a\":2}", 7), ("// no\n1", 0), ("\u{FEFF}1", 0),
        ])
    func refuses(text: String, offset: Int) {
        do throws(JSONError) {
            let value = try JSONReader.read(text)
            Issue.record("\(text) was read as \(value)")
        } catch {
            #expect(error.kind == .parseError)
            #expect(error.offset == offset, "\(text): \(error)")
        }
    }

    @Test(
        "bytes that are not UTF-8 are refused in strings and out of them",
        arguments: [
            [0xFF], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3],
            [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
        ] as [[UInt8]])
    func invalidUTF8(bytes: [UInt8]) {
        let quote: [UInt8] = [0x22]
        for text in [bytes, quote + bytes + quote, quote + bytes] {
            #expect(throws: JSONError.self) { try JSONReader.read(text) }
        }
    }

    @Test("nesting is taken up to the limit and refused beyond it", arguments: [1, 16, 100, 100_000])
    func depth(limit: Int) throws {
        let reachable = min(limit, 256)
        let nested = { (levels: Int) in Array(repeating: UInt8(ascii: "["), count: levels) }
        let closed = { (levels: Int) in nested(levels) + Array(repeating: UInt8(ascii: "]"), count: levels) }
        _ = try JSONReader.read(closed(reachable), maxDepth: limit)
        for text in [closed(reachable + 1), nested(300_000)] {
            do throws(JSONError) {
                _ = try JSONReader.read(text, maxDepth: limit)
                Issue.record("too deep a text was taken")
            } catch {
                #expect(error.kind == .tooDeep)
                #expect(error.offset == reachable)
            }
        }
    }

    @Test("an object of ten thousand names is read in their order")
    func manyNames() throws {
        let text = "{" + (0..<10_000).map { "\"n\($0)\":\($0)" }.joined(separator: ",") + "}"
        let object = try #require(try JSONReader.read(text).object)
        #expect(object.members.map(\.name) == (0..<10_000).map { "n\($0)" })
    }

    @Test(
        "JSON5 takes what people write",
        arguments: [
            ("// a\n1 /* b */", "1"), ("[1,2,]", "[1,2]"), ("{a:1,$b_2:'x',}", #"{"a":1,"$b_2":"x"}"#),
            ("{max-rate:1}", #"{"max-rate":1}"#), ("{ünïcode:1}", #"{"ünïcode":1}"#), ("0x1F", "31"), ("-0x10", "-16"),
            ("+.5", "0.5"), ("5.", "5"), ("-.25", "-0.25"), ("5.e1", "50"), ("'\\x41\\v\\'\\\nb'", #""A\u000b'b""#),
            ("'it''s'", "error"), ("\u{FEFF}1", "1"), ("\u{c}1", "1"),
            ("/* open", "error"), ("NaN", "error"), ("+Infinity", "error"), ("{1a:1}", "error"), ("[,]", "error"),
            ("[1,,2]", "error"), (".", "error"), ("01", "error"), ("01.5", "error"), ("0xg", "error"),
            ("'\\1'", "error"),
            ("0xFFFFFFFFFFFFFFFFF", "error"), ("/1", "error"), ("{a:1,a:2}", "error"),
        ])
    func json5(text: String, result: String) {
        let value = try? JSONReader.read(text, dialect: .json5)
        #expect((value?.text ?? "error") == result)
    }

    @Test("a fault in a file is named by line and column")
    func lineAndColumn() {
        do throws(JSONError) {
            _ = try JSONReader.read("{\n  // inputs\n  a: 1\n  b: 2\n}", dialect: .json5)
            Issue.record("a missing comma was taken")
        } catch {
            #expect(error.line == 4)
            #expect(error.column == 3)
            #expect(error.description == "expected ',' or '}' at byte 23 (line 4, column 3)")
        }
    }

    @Test("random and mutated bytes never trap, and what is taken reads back the same", arguments: 0..<8)
    func fuzz(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let sample = Array(
            #"{"jsonrpc":"2.0","id":-1.5e3,"params":{"a":[true,false,null,"\u00e9\ud83d\ude00é"],"b":{}}}"#.utf8)
        let alphabet = Array(#"{}[]",:\/u0123456789abcdefeE+-.'tnl /*"#.utf8) + [0x0A, 0xC3, 0xA9, 0xF0, 0xFF, 0x00]
        for _ in 0..<2_000 {
            var bytes = sample
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<max(bytes.count, 1), using: &random)
                let byte = alphabet.randomElement(using: &random) ?? 0
                switch Int.random(in: 0..<4, using: &random) {
                case 0 where !bytes.isEmpty: bytes[place] = byte
                case 1 where !bytes.isEmpty: bytes.remove(at: place)
                case 2: bytes.insert(byte, at: min(place, bytes.count))
                default: bytes = Array(bytes.prefix(place))
                }
            }
            for dialect in [JSONReader.Dialect.strict, .json5] {
                guard let value = try? JSONReader.read(bytes, dialect: dialect) else { continue }
                let again = try JSONReader.read(value.text, dialect: .strict)
                #expect(again.text == value.text)
            }
        }
    }
}
