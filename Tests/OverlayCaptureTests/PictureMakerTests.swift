import OverlayFrame
import Testing

@testable import OverlayCapture

@Suite("Pictures for detectors", .timeLimit(.minutes(1)))
struct PictureMakerTests {
    private func frame(
        _ format: PixelFormat, width: Int, height: Int, offset: Int, stride: Int, bytes: Int
    ) -> Frame {
        let storage = FrameStorage(byteCount: bytes)
        for index in storage.bytes.indices { storage.bytes[index] = UInt8(truncatingIfNeeded: index &* 37) }
        let plane = Frame.Plane(offset: offset, stride: stride, length: bytes - min(offset, bytes))
        return Frame(
            sequence: 0, time: 0, wall: 0, duration: 0, width: width, height: height, format: format, planes: [plane],
            storage: storage)
    }

    @Test("A grey frame's luma is its own bytes, whatever their stride")
    func ownBytes() throws {
        let frame = frame(.gray8, width: 5, height: 4, offset: 3, stride: 9, bytes: 3 + 3 * 9 + 5)
        try PictureMaker().luma(frame) { view in
            let first = UnsafeRawPointer(try #require(frame.storage.bytes.baseAddress))
            #expect(UnsafeRawPointer(view.base) == first + 3)
            #expect((view.width, view.height, view.stride, view.channels) == (5, 4, 9, 1))
        }
    }

    @Test("A colour frame's colour is its own bytes, its luma is weighted; the padding of rows does not matter")
    func colourFrame() throws {
        let frame = frame(.rgb24, width: 5, height: 4, offset: 2, stride: 20, bytes: 2 + 3 * 20 + 15)
        let maker = PictureMaker()
        try maker.colour(frame, longSide: 1) { view in
            let first = UnsafeRawPointer(try #require(frame.storage.bytes.baseAddress))
            #expect(UnsafeRawPointer(view.base) == first + 2)
            #expect((view.width, view.height, view.stride, view.channels) == (5, 4, 20, 3))
        }
        try maker.luma(frame) { view in
            for y in 0..<4 {
                for x in 0..<5 {
                    let pixel = (0..<3).map { Double(frame.storage.bytes[2 + y * 20 + x * 3 + $0]) }
                    let luma = 0.299 * pixel[0] + 0.587 * pixel[1] + 0.114 * pixel[2]
                    #expect(abs(Double(view.base[y * view.stride + x]) - luma) <= 0.51)
                }
            }
        }
    }

    @Test("Grey in three channels stays exactly as it is")
    func grayStays() throws {
        let picture = Picture(unwritten: .rgb24, width: 256, height: 1)
        for level in 0..<256 { for channel in 0..<3 { picture.storage.bytes[level * 3 + channel] = UInt8(level) } }
        let luma = try PictureMaker().luma(picture.asFrame) { view in (0..<256).map { view.base[$0] } }
        #expect(luma == (0..<256).map { UInt8($0) })
    }

    @Test(
        "A JPEG's colour comes out no larger than needed",
        arguments: [(1_000, 64), (64, 64), (33, 64), (32, 32), (17, 32), (16, 16), (9, 16), (8, 8), (1, 8)])
    func scaled(longSide: Int, expected: Int) throws {
        let frame = try Golden.picture("plain.jpg").asFrame
        let colours = try PictureMaker().colour(frame, longSide: longSide) { view in
            #expect((view.width, view.height, view.channels) == (expected, expected / 2, 3))
            return Golden.centres.map { x, y -> [Int] in
                let first = y * expected / 64 * view.stride + x * expected / 64 * 3
                return (first..<first + 3).map { Int(view.base[$0]) }
            }
        }
        #expect(isClose(colours, Golden.colours, within: 12), "\(colours)")
    }

    @Test("A JPEG's luma is that of its colours", arguments: ["plain.jpg", "progressive.jpg", "inks.jpg"])
    func jpegLuma(name: String) throws {
        let luma = try Golden.picture(name).lumaSamples()
        let expected = Golden.colours.map { (299 * $0[0] + 587 * $0[1] + 114 * $0[2]) / 1_000 }
        #expect(isClose([luma], [expected], within: 6), "\(luma)")
    }

    @Test("A frame that has fewer bytes than it says is refused")
    func short() {
        let maker = PictureMaker()
        func luma(_ frame: Frame) -> String { errorName { try maker.luma(frame) { _ in } } }
        #expect(luma(frame(.gray8, width: 5, height: 4, offset: 0, stride: 9, bytes: 31)) == "truncated")
        #expect(luma(frame(.rgb24, width: 5, height: 4, offset: 0, stride: 14, bytes: 99)) == "undecodable")
        #expect(luma(frame(.gray8, width: 5, height: .max, offset: 0, stride: 9, bytes: 99)) == "truncated")
        #expect(luma(frame(.rgb24, width: .max, height: 2, offset: 0, stride: .max, bytes: 99)) == "undecodable")
        #expect(luma(frame(.gray8, width: 5, height: 4, offset: 100, stride: 5, bytes: 99)) == "truncated")
        #expect(luma(frame(.gray8, width: 0, height: 4, offset: 0, stride: 5, bytes: 99)) == "undecodable")
        #expect(luma(frame(.jpeg, width: 5, height: 4, offset: 0, stride: 0, bytes: 99)) == "truncated")
    }

    @Test("A JPEG of another size than its frame's is refused, unless it is only filled up to a whole block")
    func otherSize() throws {
        var frame = try Golden.picture("plain.jpg").asFrame
        frame.width = 49
        let width = try PictureMaker().luma(frame) { $0.width }
        #expect(width == 49)
        frame.width = 48
        #expect(errorName { try PictureMaker().luma(frame) { _ in } } == "undecodable")
        frame.width = 65
        #expect(errorName { try PictureMaker().luma(frame) { _ in } } == "undecodable")
    }
}
