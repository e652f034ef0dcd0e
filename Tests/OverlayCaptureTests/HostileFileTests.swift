import OverlayFrame
import TestSupport
import Testing

@testable import OverlayCapture

@Suite("Damaged files", .timeLimit(.minutes(2)))
struct HostileFileTests {
    /// Decodes to the end, whatever comes out.
    private func tryAll(_ bytes: [UInt8], _ maker: PictureMaker) {
        let limits = PictureLimits(pixels: 1_000_000)
        guard let picture = try? decode(bytes, limits: limits) else { return }
        #expect(picture.width * picture.height <= limits.pixels)
        _ = try? maker.luma(picture.asFrame) { $0.base[($0.height - 1) * $0.stride + $0.width - 1] }
        _ = try? maker.colour(picture.asFrame, longSide: 20) {
            $0.base[($0.height - 1) * $0.stride + $0.width * $0.channels - 1]
        }
    }

    @Test("Files that end early or have wrong bytes never do harm", arguments: Golden.files)
    func damaged(name: String) throws {
        var random = SeededGenerator(seed: name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
        let bytes = try Golden.bytes(name)
        let maker = PictureMaker()
        for _ in 0..<120 {
            tryAll(Array(bytes[..<Int.random(in: 1..<bytes.count, using: &random)]), maker)
            var flipped = bytes
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                // Mostly in the header, where a byte means most.
                let end = Bool.random(using: &random) ? bytes.count : min(bytes.count, 160)
                flipped[Int.random(in: 0..<end, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            tryAll(flipped, maker)
        }
    }

    @Test("BMP files with wrong bytes never do harm", arguments: BMPTests.files.indices)
    func damagedBMP(index: Int) {
        var random = SeededGenerator(seed: UInt64(index))
        let bytes = BMPTests.files[index].1
        let maker = PictureMaker()
        for _ in 0..<400 {
            var flipped = bytes
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                flipped[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            tryAll(Array(flipped[..<Int.random(in: (bytes.count / 2)...bytes.count, using: &random)]), maker)
        }
    }

    @Test("A JPEG without its end is truncated; one with stray bytes between its markers is read")
    func jpegWarnings() throws {
        let bytes = try Golden.bytes("plain.jpg")
        #expect(errorName { _ = try decode(Array(bytes.dropLast(40))).samples() } == "truncated")
        let stray = Array(bytes.dropLast(2)) + [0, 1, 2, 3] + bytes.suffix(2)
        #expect(try decode(stray).samples() == decode(bytes).samples())
    }

    @Test("A JPEG's header is checked before it is handed on")
    func jpegHeader() throws {
        let bytes = try Golden.bytes("plain.jpg")
        #expect(errorName { _ = try decode(Array(bytes.prefix(100))) } == "truncated")
        let start = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        func name(_ offset: Int, _ value: UInt8) -> String {
            var changed = bytes
            changed[start + offset] = value
            return errorName { _ = try decode(changed) }
        }
        #expect(name(1, 0xC3) == "unsupported")
        #expect(name(4, 12) == "unsupported")
        #expect(name(6, 0) == "undecodable")
        #expect(name(9, 2) == "unsupported")
        #expect(name(1, 0xD9) == "undecodable")
    }
}
