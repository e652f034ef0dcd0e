import OverlayFrame
import TestSupport
import Testing

@testable import OverlayCapture

@Suite("The test scene", .timeLimit(.minutes(2)))
struct TestSceneTests {
    private func scene(
        _ width: Int, _ height: Int, face: Picture? = nil, first: UInt64 = 0
    ) throws -> TestScene {
        let pacer = SteppedPacer(start: 0, wall: 0, rate: 15)
        pacer.grant(10_000)
        return try TestScene(width: width, height: height, face: face, pacer: pacer, firstSequence: first)
    }

    @Test(
        "Both codes are read in frames of every part of the motion, each in its own half",
        arguments: [(320, 240), (321, 241), (640, 480), (1280, 720), (1279, 719), (480, 640)])
    func readable(width: Int, height: Int) throws {
        let maker = PictureMaker()
        for first in stride(from: UInt64(0), to: 400, by: 23) {
            let frame = try #require(try scene(width, height, first: first).next())
            let found = try maker.luma(frame) { CodeReader.codes(in: $0) }
            let qr = found.filter { $0.text == TestScene.qrText }
            let ean = found.filter { $0.text == TestScene.eanText }
            #expect(found.count == 2 && qr.count == 1 && ean.count == 1, "frame \(first): \(found)")
            #expect(qr.allSatisfy { $0.x < width / 2 } && ean.allSatisfy { $0.x > width / 2 })
        }
    }

    @Test("Nothing leaves its part of the picture, and nothing overlaps, at any size")
    func layout() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<500 {
            let width = Int.random(in: 1...(Bool.random(using: &random) ? 8_192 : 300), using: &random)
            let height = Int.random(in: 1...(Bool.random(using: &random) ? 8_192 : 300), using: &random)
            let layout = SceneLayout(width: width, height: height)
            for mover in [layout.qr, layout.ean, layout.face] {
                for frame in [0, 1, UInt64.random(in: 0...9_999, using: &random), .max] {
                    let box = mover.box(at: frame)
                    #expect(box.x >= mover.area.x && box.y >= mover.area.y)
                    #expect(box.x + box.width <= mover.area.x + mover.area.width)
                    #expect(box.y + box.height <= mover.area.y + mover.area.height)
                }
            }
            #expect(layout.qr.area.width <= layout.ean.area.x)
            #expect(layout.qr.area.width <= layout.face.area.x)
            #expect(layout.face.area.height <= layout.ean.area.y)
        }
    }

    @Test("Things move, by no more than a few pixels a frame")
    func slow() {
        for (width, height) in [(320, 240), (1_280, 720), (3_840, 2_160)] {
            let layout = SceneLayout(width: width, height: height)
            for mover in [layout.qr, layout.ean, layout.face] {
                let boxes = (0..<200).map { mover.box(at: $0) }
                let steps = zip(boxes, boxes.dropFirst()).map { max(abs($0.x - $1.x), abs($0.y - $1.y)) }
                #expect(steps.allSatisfy { $0 <= max(1, width / 640) })
                #expect(Set(boxes).count > 20)
            }
        }
    }

    @Test("A frame depends on its number alone, and differs from the next")
    func deterministic() throws {
        let whole = try scene(320, 240)
        let frames = try (0..<12).map { _ in try #require(try whole.next()) }
        let alone = try #require(try scene(320, 240, first: 11).next())
        #expect(alone.sequence == 11)
        #expect(Array(alone.storage.bytes) == Array(frames[11].storage.bytes))
        #expect(Array(frames[10].storage.bytes) != Array(frames[11].storage.bytes))
    }

    @Test(
        "A scene of any size is drawn, as far as there is room",
        arguments: [(1, 1), (1, 4_000), (4_000, 1), (2, 2), (7, 300), (37, 37), (75, 40), (159, 119), (8_192, 16)])
    func anySize(width: Int, height: Int) throws {
        let face = try Golden.picture("plain.jpg")
        let frame = try #require(try scene(width, height, face: face, first: 5).next())
        #expect((frame.width, frame.height, frame.format) == (width, height, .rgb24))
        #expect(frame.planes == [Frame.Plane(offset: 0, stride: width * 3, length: width * height * 3)])
    }

    @Test("A size out of bounds is refused", arguments: [(0, 10), (10, 0), (-1, 10), (8_193, 10), (10, Int.max)])
    func badSize(width: Int, height: Int) {
        #expect(errorName { _ = try scene(width, height) } == "unsupported")
    }

    @Test("The face is the head's part of the sample picture, in the upper right")
    func face() throws {
        // A picture whose levels tell the place: red grows to the right, green downwards.
        let sample = Picture(unwritten: .rgb24, width: 256, height: 256)
        for index in 0..<65_536 {
            sample.storage.bytes[index * 3] = UInt8(index % 256)
            sample.storage.bytes[index * 3 + 1] = UInt8(index / 256)
        }
        let frame = try #require(try scene(640, 480, face: sample, first: 40).next())
        let box = SceneLayout(width: 640, height: 480).face.box(at: 40)
        #expect(box.width >= 200 && box.x >= 320 && box.y + box.height <= 288)
        func level(_ x: Int, _ y: Int, _ channel: Int) -> Int {
            Int(frame.storage.bytes[((box.y + y) * 640 + box.x + x) * 3 + channel])
        }
        #expect(abs(level(0, 0, 0) - 63) <= 1 && abs(level(0, 0, 1) - 4) <= 1)
        #expect(abs(level(box.width - 1, 0, 0) - 162) <= 1)
        #expect(abs(level(0, box.height - 1, 1) - 103) <= 1)
        #expect(level(box.width / 2, box.height / 2, 2) == 0)
    }

    @Test("Storage is used again once nobody holds the frame")
    func pool() throws {
        let scene = try scene(64, 64)
        var addresses: Set<UInt> = []
        for _ in 0..<20 {
            let frame = try #require(try scene.next())
            addresses.insert(UInt(bitPattern: frame.storage.bytes.baseAddress))
        }
        #expect(addresses.count == 1)
        let held = try (0..<6).map { _ in try #require(try scene.next()) }
        #expect(Set(held.map { UInt(bitPattern: $0.storage.bytes.baseAddress) }).count == 6)
    }

    @Test("A cancelled scene ends")
    func cancelled() throws {
        let scene = try scene(64, 64)
        #expect(!scene.waitsForConsumer)
        scene.cancel()
        #expect(try scene.next() == nil)
    }
}
