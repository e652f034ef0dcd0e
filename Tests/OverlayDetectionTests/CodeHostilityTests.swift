import OverlayFrame
import OverlayGeometry
import OverlayMetadata
import TestSupport
import Testing

@testable import OverlayDetection

@Suite("Odd pictures", .timeLimit(.minutes(2)))
struct CodeHostilityTests {
    @Test(
        "a picture of any shape is read without harm",
        arguments: [
            (1, 1), (1, 4000), (4000, 1), (2, 2), (1, 2), (3, 5), (17, 16), (333, 77), (20_000, 3), (3, 20_000),
        ],
        [0, 1, 7])
    func shapes(size: (width: Int, height: Int), padding: Int) {
        var picture = DrawnPicture(width: size.width, height: size.height)
        var random = SeededGenerator(seed: 7)
        for index in picture.bytes.indices { picture.bytes[index] = UInt8.random(in: 0...255, using: &random) }
        #expect(CodeReaderTests.read(picture, padding: padding).allSatisfy { $0.corners.isFinite })
    }

    @Test("striped and noisy pictures give codes whose corners enclose an area", arguments: 0..<40 as Range<UInt64>)
    func stripes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let width = Int.random(in: 20...400, using: &random)
        let height = Int.random(in: 1...60, using: &random)
        var picture = DrawnPicture(width: width, height: height)
        var (shade, left): (UInt8, Int) = (0, 1)
        for column in 0..<width {
            if left == 0 {
                shade = 255 - shade
                left = Int.random(in: 1...4, using: &random)
            }
            left -= 1
            for row in 0..<height { picture.bytes[row * width + column] = shade }
        }
        for code in CodeReaderTests.read(picture) {
            #expect(code.corners.isFinite)
            #expect(abs(code.corners.winding) > 0)
        }
    }

    @Test("a code of one or two rows has four corners that enclose an area", arguments: [1, 2])
    func thin(rows: Int) throws {
        let symbol = try DrawnSymbol("code_128")
        var picture = DrawnPicture(width: symbol.width * 2 + 60, height: rows)
        picture.draw(symbol, x: 30, y: 0, module: 2, rowHeight: rows)
        let sighting = try #require(CodeReaderTests.read(picture).first)
        #expect(sighting.value == "overlayd 128")
        #expect(abs(sighting.corners.winding) > 0)
        #expect(sighting.corners.bounds.height > 0)
    }

    @Test(
        "a region that is empty, not finite or outside finds nothing",
        arguments: [
            Rect(x: 0, y: 0, width: 0, height: 1), Rect(x: .nan, y: 0, width: 1, height: 1),
            Rect(x: 0, y: 0, width: .infinity, height: 1), Rect(x: 2, y: 2, width: 1, height: 1),
            Rect(x: 0.5, y: 0.5, width: -1, height: -1),
        ])
    func regions(region: Rect) throws {
        let (picture, _) = try CodeReaderTests.scene("ean_8")
        #expect(CodeReaderTests.read(picture, region: region).isEmpty)
    }

    @Test("a view that is no picture of one channel finds nothing")
    func views() {
        let bytes: [UInt8] = [0, 0, 0, 0]
        bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            let views = [
                PictureView(base: base, width: 0, height: 4, stride: 1, channels: 1),
                PictureView(base: base, width: 1, height: 0, stride: 1, channels: 1),
                PictureView(base: base, width: -1, height: 4, stride: 1, channels: 1),
                PictureView(base: base, width: 4, height: 1, stride: 3, channels: 1),
                PictureView(base: base, width: 1, height: 1, stride: 3, channels: 3),
            ]
            for view in views { #expect(CodeReader().read(view, region: .unit, types: .codes).isEmpty) }
        }
    }

    @Test("a large picture is scanned smaller, and its codes are where they are")
    func large() throws {
        let symbol = try DrawnSymbol("ean_13")
        var picture = DrawnPicture(width: 17_000, height: 160)
        picture.draw(symbol, x: 9_000, y: 20, module: 10, rowHeight: 100)
        let sighting = try #require(CodeReaderTests.read(picture).first)
        #expect(sighting.value == "4006381333931")
        #expect(abs(sighting.corners.topLeft.x * 17_000 - 9_000) < 12)
        #expect(abs(sighting.corners.topRight.x * 17_000 - 9_950) < 12)
    }
}
