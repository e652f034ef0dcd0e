import OverlayFrame
import OverlayGeometry
import OverlayMetadata
import OverlaySystem
import TestSupport
import Testing

@testable import OverlayDetection

@Suite("What live video may do to the code reader", .timeLimit(.minutes(1)))
struct LiveHostilityTests {
    private static func picture(of symbol: String = "qr_text", width: Int = 320, height: Int = 240) throws
        -> DrawnPicture
    {
        var picture = DrawnPicture(width: width, height: height)
        picture.draw(try DrawnSymbol(symbol), x: width / 4, y: height / 4, module: 4, rowHeight: 4)
        return picture
    }

    private static let symbols = [
        "qr_text", "qr_utf8_french", "qr_digits", "qr_latin1", "qr_nul", "qr_shift_jis_kana", "qr_utf8_chinese",
        "qr_utf8_symbol", "qr_binary", "qr_shift_jis_kanji",
    ]

    private static func values(_ codes: [CodeSighting]) -> [String?] { codes.map(\.value) }

    @Test(
        "pictures of any size and padding, and pictures that are none, do no harm",
        arguments: [(1, 1), (1, 400), (400, 1), (2, 2), (7, 9), (17, 16), (33, 31), (639, 479)])
    func sizes(width: Int, height: Int) throws {
        let live = try LiveCodes()
        var random = SeededGenerator(seed: UInt64(width))
        for frame in 0..<4 {
            var picture = DrawnPicture(width: width, height: height)
            for index in picture.bytes.indices { picture.bytes[index] = UInt8.random(in: 0...255, using: &random) }
            picture.withView(padding: frame) { view in
                let codes = live.read(
                    view, region: .unit, types: .codes, time: Int64(frame) * 33_333, budget: nil)
                #expect(codes.isEmpty)
                let colour = PictureView(base: view.base, width: width / 3, height: height, stride: width, channels: 3)
                #expect(live.read(colour, region: .unit, types: .codes, time: 0, budget: nil).isEmpty)
            }
        }
    }

    @Test("a picture of another size than the last one is read as any")
    func change() throws {
        let live = try LiveCodes()
        for frame in 0..<9 {
            let picture = try LiveHostilityTests.picture(width: 300 + frame / 3 * 150, height: 240 + frame / 3 * 100)
            let codes = picture.withView {
                live.read($0, region: .unit, types: .codes, time: Int64(frame) * 33_333, budget: nil)
            }
            #expect(codes.count == 1, "in frame \(frame)")
            #expect(codes.allSatisfy { Rect.unit.contains($0.corners.bounds) })
        }
    }

    @Test("a code that is gone is gone from the next picture on, and one in its place is its own")
    func replaced() throws {
        let live = try LiveCodes()
        let pictures = [
            try LiveHostilityTests.picture(), try LiveHostilityTests.picture(of: "qr_utf8_french"),
            DrawnPicture(width: 320, height: 240),
        ]
        var payloads: [Int] = []
        for (turn, picture) in pictures.enumerated() {
            for frame in 0..<6 {
                let codes = picture.withView {
                    live.read(
                        $0, region: .unit, types: .codes, time: Int64(turn * 6 + frame) * 33_333, budget: nil)
                }
                payloads.append(codes.count { !$0.isCarried })
                if frame > 3 { #expect(codes.count == (turn < 2 ? 1 : 0), "in frame \(frame) of picture \(turn)") }
            }
        }
        #expect(payloads.prefix(6).allSatisfy { $0 == 1 })
    }

    @Test("what nobody wants any more is not told, nor what lies outside of where it is wanted")
    func narrowed() throws {
        let live = try LiveCodes()
        let picture = try LiveHostilityTests.picture()
        func read(_ types: ObjectTypes, _ region: Rect, _ frame: Int64) -> Int {
            picture.withView { live.read($0, region: region, types: types, time: frame * 33_333, budget: nil).count }
        }
        #expect(read(.codes, .unit, 0) == 1)
        #expect(read(ObjectTypes(.ean13), .unit, 1) == 0)
        #expect(read([], .unit, 2) == 0)
        #expect(read(.codes, .unit, 3) == 1)
        #expect(read(.codes, Rect(x: 0.8, y: 0.8, width: 0.1, height: 0.1), 4) == 0)
        #expect(read(.codes, Rect(x: 0, y: .nan, width: 1, height: 1), 5) == 0)
    }

    @Test("where every look comes too late, and the next picture does not show what was read, it is read all the same")
    func starved() throws {
        let live = try LiveCodes()
        // No two alike, so that nothing that was read late can be carried on.
        let pictures = try LiveHostilityTests.symbols.map { try LiveHostilityTests.picture(of: $0) }
        let found = pictures.indices.contains { frame in
            pictures[frame].withView { view in
                !live.read(view, region: .unit, types: .codes, time: Int64(frame) * 1_000, budget: 0).isEmpty
            }
        }
        #expect(found)
    }

    @Test("a look that does not end holds no frame up, is counted, and what it gave at last is told")
    func endless() throws {
        let gate = Monitor(false)
        let live = try LiveCodes { GatedReader(gate: gate) }
        let picture = try LiveHostilityTests.picture()
        func read(_ frame: Int) -> [CodeSighting] {
            picture.withView {
                live.read($0, region: .unit, types: .codes, time: Int64(frame) * 1_000, budget: 2_000)
            }
        }
        for frame in 0..<5 {
            #expect(read(frame).isEmpty)
            #expect(live.late == UInt64(frame + 1))
        }
        gate.update { $0 = true }
        // The looks of the first frame end now, in their own time.
        var frame = 5
        while read(frame).isEmpty { frame += 1 }
        #expect(LiveHostilityTests.values(read(frame + 1)).count == 1)
    }
}

/// Reads when its gate is open.
private struct GatedReader: LookReader {
    let gate: Monitor<Bool>
    let reader = PatchReader()

    var counters: LookCounters { reader.counters }

    func read(_ look: LiveLook) -> LiveFinding {
        let isOpen = gate.wait { $0 ? true : nil }
        guard isOpen else { return LiveFinding(look: look, codes: [], sharpness: 0, microseconds: 0) }
        return reader.read(look)
    }
}
