import OverlayFrame
import OverlayGeometry
import OverlayMetadata
import Testing

@testable import OverlayDetection

@Suite("Looks at a picture", .timeLimit(.minutes(2)))
struct LookTests {
    static let looks: [Look] = Cascade.still.stages.reduce(into: []) { looks, stage in
        if !looks.contains(stage.look) { looks.append(stage.look) }
    }

    @Test("what a look shows is where it says it was", arguments: looks)
    func places(look: Look) throws {
        // A dark block in the middle of the left half.
        var picture = DrawnPicture(width: 200, height: 120)
        for row in 40..<80 {
            for column in 30..<70 { picture.bytes[row * picture.width + column] = 0 }
        }
        let found = picture.withView { view in
            LookMaker().with(look, of: view) { prepared in
                let points = prepared.view.pixels(where: { look.isInverted ? $0 > 128 : $0 < 128 })
                    .map(prepared.source.apply).filter { $0.x < 100 }
                return Rect(bounding: points)
            }
        }
        let known: Rect? = found.flatMap { $0 }
        let bounds = try #require(known)
        let expected = Rect(x: 30, y: 40, width: 40, height: 40)
        #expect(abs(bounds.center.x - expected.center.x) < 2)
        #expect(abs(bounds.center.y - expected.center.y) < 2)
        #expect(bounds.overlap(with: expected) > 0.6)
    }

    @Test(
        "a picture of any shape is prepared or not, and does no harm", arguments: [(1, 1), (1, 300), (300, 1), (7, 5)])
    func shapes(width: Int, height: Int) {
        let picture = DrawnPicture(width: width, height: height)
        let maker = LookMaker()
        for look in Self.looks {
            picture.withView(padding: 3) { view in
                let area = maker.with(look, of: view) { $0.view.width * $0.view.height }
                #expect(area.map { $0 > 0 && $0 <= LookMaker.mostPixels } ?? true)
            }
        }
    }

    @Test(
        "a still is looked at until its code is read: light on dark, tiny, tilted", arguments: ["qr_digits", "ean_13"])
    func stills(file: String) throws {
        var (inverted, _) = try CodeReaderTests.scene(file)
        inverted.bytes = inverted.bytes.map { UInt8.max - $0 }
        let sighting = try #require(Self.read(inverted).first)
        #expect(sighting.inverted)
        let (tiny, _) = try CodeReaderTests.scene(file, module: 1)
        #expect(Self.read(tiny).count == 1)
    }

    @Test("what each look cost and gave is counted")
    func counted() throws {
        let (picture, _) = try CodeReaderTests.scene("ean_13")
        let reader = CodeReader()
        for _ in 0..<2 {
            picture.withView { _ = reader.read($0, region: .unit, types: .codes, effort: .still) }
        }
        let first = try #require(reader.counters.entries.first)
        #expect(first.name == "zbar plain")
        #expect(first.runs == 2)
        #expect(reader.counters.entries.reduce(0) { $0 + $1.found } == 2)
    }

    private static func read(_ picture: DrawnPicture) -> [CodeSighting] {
        picture.withView { CodeReader().read($0, region: .unit, types: .codes, effort: .still) }
    }
}

extension PictureView {
    /// The middles of the pixels that are so.
    fileprivate func pixels(where isSo: (UInt8) -> Bool) -> [Point] {
        (0..<height).flatMap { row in
            (0..<width).filter { isSo(base[row * stride + $0]) }
                .map { Point(x: Double($0) + 0.5, y: Double(row) + 0.5) }
        }
    }
}
