import Testing

@testable import OverlayCapture

// Most files show a picture of 3×2: red, green, blue above; white, black, red below.
@Suite("BMP files", .timeLimit(.minutes(1)))
struct BMPTests {
    private static let red: [UInt8] = [255, 0, 0]
    private static let green: [UInt8] = [0, 255, 0]
    private static let blue: [UInt8] = [0, 0, 255]
    private static let white: [UInt8] = [255, 255, 255]
    private static let black: [UInt8] = [0, 0, 0]
    private static let expected: [UInt8] = [red, green, blue, white, black, red].flatMap { $0 }

    /// Blue, green, red, nothing: black, red, green, blue, white.
    private static let palette: [UInt8] = [0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0]

    private static func info(_ bits: Int, _ compression: Int = 0, height: Int = 2) -> [UInt8] {
        Hostile.info(width: 3, height: height, bits: bits, compression: compression, colours: bits <= 8 ? 5 : 0)
    }

    private static func words16(_ values: [UInt16]) -> [UInt8] {
        values.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    }

    private static func words32(_ values: [Int]) -> [UInt8] { values.flatMap { Hostile.little($0) } }

    /// Names and files; statement by statement, as one expression takes older compilers minutes.
    static let files: [(String, [UInt8])] = {
        var files: [(String, [UInt8])] = []
        func add(_ name: String, _ header: [UInt8], palette: [UInt8] = palette, _ pixels: [UInt8]) {
            files.append((name, Hostile.bmp(header: header, palette: palette, pixels: pixels)))
        }
        add("8 bits", info(8), [4, 0, 1, 0, 1, 2, 3, 0])
        add("8 bits, the last row not padded", info(8), [4, 0, 1, 0, 1, 2, 3])
        add("8 bits, top down", info(8, height: -2), [1, 2, 3, 0, 4, 0, 1, 0])
        add("4 bits", info(4), [0x40, 0x10, 0, 0, 0x12, 0x30, 0, 0])
        add("RLE8", info(8, 1), [1, 4, 1, 0, 1, 1, 0, 0, 0, 3, 1, 2, 3, 0, 0, 0, 0, 1])
        add(
            "RLE8 with a jump and a run over the end", info(8, 1),
            [1, 4, 0, 2, 1, 0, 255, 1, 0, 0, 1, 1, 1, 2, 200, 3, 0, 1])
        add("RLE4", info(4, 2), [2, 0x40, 1, 0x10, 0, 0, 0, 3, 0x12, 0x30, 0, 1])
        add(
            "16 bits", info(16), palette: [],
            words16([0x7FFF, 0, 0x7C00, 0, 0x7C00, 0x03E0, 0x001F, 0]))
        add(
            "16 bits with masks of 5, 6 and 5", info(16, 3), palette: words32([0xF800, 0x07E0, 0x1F]),
            words16([0xFFFF, 0, 0xF800, 0, 0xF800, 0x07E0, 0x001F, 0]))
        add(
            "24 bits", info(24), palette: [],
            [255, 255, 255, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 255, 0, 255, 0, 255, 0, 0, 0, 0, 0])
        add(
            "32 bits", info(32), palette: [],
            words32([0xFF_FFFF, 0, 0xFF_0000, 0xFF_0000, 0xFF00, 0xFF]))
        add(
            "32 bits with masks", info(32, 3), palette: words32([0xFF, 0xFF00, 0xFF_0000]),
            words32([0xFF_FFFF, 0, 0xFF, 0xFF, 0xFF00, 0xFF_0000]))
        var short: [UInt8] = [0, 0, 0, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255]
        short.append(contentsOf: [UInt8](repeating: 0, count: 33))
        add(
            "OS/2, 4 bits", Hostile.core(width: 3, height: 2, bits: 4), palette: short,
            [0x40, 0x10, 0, 0, 0x12, 0x30, 0, 0])
        return files
    }()

    @Test("Each packing gives the same picture", arguments: files.indices)
    func packings(index: Int) throws {
        let (name, bytes) = BMPTests.files[index]
        let picture = try decode(bytes)
        #expect((picture.width, picture.height) == (3, 2))
        #expect(Array(picture.storage.bytes) == BMPTests.expected, "\(name)")
    }

    @Test("A BMP of 1 bit, 9 pixels wide, takes its first pixel from the highest bit")
    func bits() throws {
        let bytes = Hostile.bmp(
            header: Hostile.info(width: 9, height: 1, bits: 1, compression: 0, colours: 2),
            palette: [0, 0, 0, 0, 255, 255, 255, 0], pixels: [0b1010_0001, 0b1000_0000, 0, 0])
        let picture = try decode(bytes)
        let luma = stride(from: 0, to: 27, by: 3).map { picture.storage.bytes[$0] }
        #expect(luma == [255, 0, 255, 0, 0, 0, 0, 255, 255])
    }

    @Test("Sizes, depths and compressions that cannot be are refused")
    func refused() {
        func name(_ width: Int, _ height: Int, _ bits: Int, _ compression: Int) -> String {
            let header = Hostile.info(width: width, height: height, bits: bits, compression: compression)
            return errorName { _ = try decode(Hostile.bmp(header: header, palette: [], pixels: [0, 0, 0, 0])) }
        }
        #expect(name(0, 2, 24, 0) == "undecodable")
        #expect(name(-5, 2, 24, 0) == "undecodable")
        #expect(name(3, 0, 24, 0) == "undecodable")
        #expect(name(3, Int(Int32.min), 24, 0) == "tooLarge")
        #expect(name(3, 2, 7, 0) == "unsupported")
        #expect(name(3, 2, 24, 4) == "unsupported")
        #expect(name(3, 2, 24, 0) == "truncated")
        #expect(name(3, 3, 8, 1) == "truncated")
    }
}
