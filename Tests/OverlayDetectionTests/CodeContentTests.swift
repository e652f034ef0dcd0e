import OverlayGeometry
import OverlayMetadata
import Testing

@testable import OverlayDetection

@Suite("The content of codes", .timeLimit(.minutes(1)))
struct CodeContentTests {
    @Test(
        "text is found in bytes that do not say their character set",
        arguments: [
            ("qr_utf8_french", "Noël, année, Müller"), ("qr_utf8_chinese", "你好"), ("qr_utf8_symbol", "\u{2133}"),
            ("qr_latin1", "Café Müller"), ("qr_shift_jis_kana", "ﾃﾞｻﾞｲﾝQR"), ("qr_shift_jis_kanji", "外側QRコード"),
        ])
    func text(file: String, expected: String) throws {
        let (picture, _) = try CodeReaderTests.scene(file)
        #expect(CodeReaderTests.read(picture).map(\.value) == [expected])
    }

    @Test(
        "a binary payload comes whole and has no text, unless it is text but for a few controls",
        arguments: [
            ("qr_nul", [0x61, 0x62, 0, 0x63, 0x64, 0], "ab\0cd\0"),
            (
                "qr_binary",
                [0x80, 0x91, 0xA2, 0xB3, 0xC4, 0xD5, 0xE6, 0xF7, 0x08, 0x19, 0x2A, 0x3B, 0x4C, 0x5D, 0x6E, 0xFF],
                nil
            ),
        ] as [(String, [UInt8], String?)])
    func binary(file: String, expected: [UInt8], text: String?) throws {
        let (picture, _) = try CodeReaderTests.scene(file)
        let sighting = try #require(CodeReaderTests.read(picture).first)
        #expect(sighting.payload == expected)
        #expect(sighting.value == text)
    }

    @Test(
        "a lone symbol of a structured-append set is not reported", arguments: ["qr_part_1", "qr_part_2", "qr_part_3"])
    func part(file: String) throws {
        let (picture, _) = try CodeReaderTests.scene(file)
        let reader = CodeReader()
        for _ in 0..<3 { #expect(CodeReaderTests.read(picture, with: reader).isEmpty) }
    }

    @Test(
        "bytes become text in the character set that they show, or not at all",
        arguments: [
            ([], ""), (Array("plain".utf8), "plain"), (Array("tab\tline\r\nend".utf8), "tab\tline\r\nend"),
            ([0x47, 0x72, 0xF6, 0xDF, 0x65], "Größe"), ([0xB1, 0xB2, 0xB3], "ｱｲｳ"), ([0x93, 0xFA, 0x96, 0x7B], "日本"),
            (Array("[)>\u{1E}06\u{1D}1P".utf8) + [0x04], "[)>\u{1E}06\u{1D}1P\u{04}"), ([0x61, 0], nil),
            ([0x1B, 0x41], nil), ([0x7F], nil), ([0xC2, 0x85], nil), ([0x80], nil), ([0xFE, 0xFF, 0xFD], "юяэ"),
            ([0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], "Привет"), ([0xC4, 0xE3, 0xBA, 0xC3], "你好"),
            (Array("cr".utf8) + [0xE9, 0xE9], "créé"), (Array("it".utf8) + [0x92] + Array("s".utf8), "it’s"),
            (Array("SUB:".utf8) + [0xB0, 0xA2, 0x3B], "SUB:阿;"), (Array("ab\0cd\0".utf8), "ab\0cd\0"),
            ([0xC0, 0xDE, 0xCC, 0xDE, 0xD9, 0x51, 0x52], "ﾀﾞﾌﾞﾙQR"),
            ([0x80, 0x91, 0xA2, 0xB3, 0xC4, 0xD5, 0xE6, 0xF7, 0x08, 0x19, 0x2A, 0x3B, 0x4C, 0x5D, 0x6E, 0x7F], nil),
            ([0xEF, 0xBB, 0xBF, 0x61], "\u{FEFF}a"),
        ] as [([UInt8], String?)])
    func bytes(payload: [UInt8], expected: String?) {
        #expect(CodeText().text(of: payload) == expected)
    }
}
