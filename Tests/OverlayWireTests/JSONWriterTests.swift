import OverlayWire
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct JSONWriterTests {
    func written(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        body(&writer)
        return writer.text
    }

    @Test(
        "a decimal is rounded half away from zero, trimmed, and never -0",
        arguments: [
            (301.5, 3, "301.5"), (702, 3, "702"), (0, 3, "0"), (-0.0, 3, "0"), (-0.0004, 3, "0"), (0.0005, 3, "0.001"),
            (-0.0005, 3, "-0.001"), (-1.25, 1, "-1.3"), (1.25, 1, "1.3"), (0.1, 6, "0.1"), (1.0 / 3, 6, "0.333333"),
            (2.0 / 3, 6, "0.666667"), (0.000001, 6, "0.000001"), (10.05, 0, "10"), (0.000_000_4, 6, "0"),
            (999.9995, 3, "1000"), (9_007_199_254_740.25, 3, "9007199254740.25"), (1e15, 6, "1000000000000000"),
            (1e20, 3, "1e+20"), (-1e300, 6, "-1e+300"), (1e-300, 6, "0"), (.infinity, 3, "null"), (.nan, 3, "null"),
        ] as [(Double, Int, String)])
    func decimals(value: Double, decimals: Int, text: String) {
        #expect(written { $0.decimal(value, decimals) } == text)
    }

    @Test(
        "an angle stays below 360 in print",
        arguments: [(0, "0"), (359.94, "359.9"), (359.95, "0"), (359.999, "0"), (90, "90"), (12.34, "12.3")]
            as [(Double, String)])
    func angles(degrees: Double, text: String) {
        #expect(written { $0.angle(degrees) } == text)
    }

    @Test("a decimal reads back within half its last place", arguments: [0, 1, 3, 6, 9])
    func roundTrip(decimals: Int) throws {
        var random = SeededGenerator(seed: UInt64(decimals))
        let half = 0.5 / (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
        let scales = [1, 100, 10_000, 1e6]
        for _ in 0..<3_000 {
            let value = Double.random(in: -1...1, using: &random) * (scales.randomElement(using: &random) ?? 1)
            let text = written { $0.decimal(value, decimals) }
            let read = try #require(try JSONReader.read(text).double)
            #expect(abs(read - value) <= half * 1.000_001 + abs(value) * 1e-15, "\(value) became \(text)")
            #expect(!text.contains(".") || !text.hasSuffix("0"))
        }
    }

    @Test("whole numbers are written in full", arguments: [0, 1, -1, 10, 1_234_567_890, Int64.max, Int64.min])
    func integers(value: Int64) {
        #expect(written { $0.integer(value) } == String(value))
        #expect(written { $0.integer(UInt64.max) } == "18446744073709551615")
    }

    @Test(
        "a string is escaped where JSON or a terminal needs it",
        arguments: [
            ("plain é 😀", #""plain é 😀""#), ("\"\\/", #""\"\\/""#),
            ("\u{8}\u{c}\n\r\t\u{1d}\u{0}", #""\b\f\n\r\t\u001d\u0000""#),
            ("\u{7f}\u{80}\u{9b}\u{9f}\u{a0}", "\"\\u007f\\u0080\\u009b\\u009f\u{a0}\""), ("", "\"\""),
        ])
    func strings(value: String, text: String) throws {
        #expect(written { $0.string(value) } == text)
        #expect(try JSONReader.read(text) == .string(value))
    }

    @Test("commas stand between elements and members, and nowhere else")
    func structure() {
        let text = written { writer in
            writer.openObject()
            writer.name("a")
            writer.openArray()
            writer.integer(1)
            writer.openArray()
            writer.closeArray()
            writer.openObject()
            writer.closeObject()
            writer.string(",")
            writer.null()
            writer.closeArray()
            writer.name("b\"")
            writer.bool(true)
            writer.rawMembers(Array(#""c":0"#.utf8))
            writer.rawMembers([])
            writer.closeObject()
            writer.endLine()
            writer.openObject()
            writer.closeObject()
        }
        #expect(text == "{\"a\":[1,[],{},\",\",null],\"b\\\"\":true,\"c\":0}\n{}")
    }

    @Test("base64 is RFC 4648's and reads back", arguments: 0..<40)
    func base64(length: Int) throws {
        let known: [Int: String] = [
            0: "", 1: "Zg==", 2: "Zm8=", 3: "Zm9v", 4: "Zm9vYg==", 5: "Zm9vYmE=", 6: "Zm9vYmFy",
        ]
        if let expected = known[length] {
            #expect(written { $0.base64(Array("foobar".utf8.prefix(length))) } == "\"\(expected)\"")
        }
        var random = SeededGenerator(seed: UInt64(length))
        let payload = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        let text = try #require(try JSONReader.read(written { $0.base64(payload) }).string)
        #expect(Base64.decode(text) == payload)
    }

    @Test("what is not base64 is refused", arguments: ["A", "AB", "A===", "====", "AB=C", "A*==", "Zg==Zg=="])
    func notBase64(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test("a cleared writer keeps its room and begins anew")
    func reuse() {
        var writer = JSONWriter(capacity: 4096)
        writer.string("first")
        writer.clear()
        writer.integer(2)
        #expect(writer.text == "2")
        #expect(writer.bytes.capacity >= 4096)
    }
}
