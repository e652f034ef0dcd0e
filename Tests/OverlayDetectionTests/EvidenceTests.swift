import OverlayFrame
import OverlayGeometry
import OverlayMetadata
import Testing

@testable import OverlayDetection

@Suite("What is credible", .timeLimit(.minutes(1)))
struct EvidenceTests {
    static func reading(
        _ type: ObjectType, _ payload: String, by reader: CodeReading.Reader = .zbar, lines: Int = 1,
        in box: Rect = Rect(x: 10, y: 10, width: 100, height: 40)
    ) -> CodeReading {
        CodeReading(type: type, payload: Array(payload.utf8), corners: Quad(box), quality: lines, reader: reader)
    }

    /// The payloads that are believed after looks that gave these readings.
    static func believed(_ looks: [[CodeReading]], isOneOfMany: Bool = false) -> [String] {
        var evidence = Evidence(isOneOfMany: isOneOfMany)
        for (index, readings) in looks.enumerated() { evidence.add(readings, by: "\(index)") }
        return evidence.credible.map { String(decoding: $0.reading.payload, as: UTF8.self) }.sorted()
    }

    @Test("a single line is enough for no short code, and a second look confirms it")
    func weak() {
        let weak = Self.reading(.code39, "T")
        #expect(Self.believed([[weak]]).isEmpty)
        #expect(Self.believed([[weak], [weak]]) == ["T"])
        #expect(Self.believed([[weak, weak]]).isEmpty)
        #expect(Self.believed([[Self.reading(.code39, "OVERLAY", lines: 3)]]) == ["OVERLAY"])
    }

    @Test(
        "an EAN is believed when both readers say so, not when one says it again", .enabled(if: ZXingReader.isAvailable)
    )
    func twoReaders() {
        let (one, other) = (
            Self.reading(.ean13, "4006381333931", lines: 20),
            Self.reading(.ean13, "4006381333931", by: .zxing, lines: 2)
        )
        #expect(Self.believed([[one], [one], [one], [one]]).isEmpty)
        #expect(Self.believed([[one], [other]]) == ["4006381333931"])
        #expect(Self.believed([[other], [other]]).isEmpty)
        #expect(Self.believed([[other], [other], [other]]) == ["4006381333931"])
        #expect(Self.believed([[one]], isOneOfMany: true) == ["4006381333931"])
    }

    @Test("of two bar codes in one place the longer stands, beside each other both do")
    func parts() {
        let (whole, part) = (Self.reading(.itf, "10602679", lines: 9), Self.reading(.itf, "106026", lines: 9))
        #expect(Self.believed([[part, whole]]) == ["10602679"])
        let apart = Self.reading(.itf, "106026", lines: 9, in: Rect(x: 10, y: 90, width: 100, height: 40))
        #expect(Self.believed([[apart, whole]]) == ["106026", "10602679"])
    }

    @Test("bars within a two-dimensional code are its modules")
    func modules() {
        let qr = Self.reading(.qrCode, "overlay", in: Rect(x: 0, y: 0, width: 200, height: 200))
        #expect(Self.believed([[Self.reading(.code128, "12345", lines: 50), qr]]) == ["overlay"])
    }

    @Test("a part of an ITF is told from the whole by its bars")
    func partOfBars() throws {
        let (picture, quad) = try CodeReaderTests.scene("itf", module: 4)
        let corners = quad.mapped { Point(x: $0.x * Double(picture.width), y: $0.y * Double(picture.height)) }
        let whole = corners.bounds
        func isPart(_ payload: String, _ box: Rect) -> Bool {
            picture.withView { Self.reading(.itf, payload, lines: 9, in: box).isPart(in: $0) }
        }
        #expect(!isPart("10602679", whole))
        #expect(isPart("1060", Rect(x: whole.x, y: whole.y, width: whole.width / 2, height: whole.height)))
        #expect(isPart("106026", whole))
        #expect(isPart("10602679", Rect(x: whole.x, y: whole.center.y, width: whole.width, height: 1)))
    }

    @Test(
        "Full ASCII of Code 39 is told from signs that are meant",
        arguments: [
            ("12+A+B", "12ab"), ("%K+X%M", "[x]"), ("12+A", nil), ("+A99912345/9", nil), ("OVERLAY-39", nil),
            ("$5/$9", nil), ("/A/Z", "!:"),
        ] as [(String, String?)])
    func fullASCII(value: String, text: String?) {
        #expect(FullASCII.text(of: value) == text)
    }
}
