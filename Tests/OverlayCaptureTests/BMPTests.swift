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
    private static let expected = red + green + blue + white + black + red

    /// Blue, green, red, nothing: black, red, green, blue, white.
    private static let palette: [UInt8] = [0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0]

    private static func info(_ bits: Int, _ compression: Int = 0, height: Int = 2) -> [UInt8] {
        Hostile.info(width: 3, height: height, bits: bits, compression: compression, colours: bits <= 8 ? 5 : 0)
    }

    private static func words16(_ values: [UInt16]) -> [UInt8] {
        values.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    }

    static let files: [(String, [UInt8])] = [
        ("8 bits", Hostile.bmp(header: info(8), palette: palette, pixels: [4, 0, 1, 0, 1, 2, 3, 0])),
        (
            "8 bits, the last row not padded",
            Hostile.bmp(header: info(8), palette: palette, pixels: [4, 0, 1, 0, 1, 2, 3])
        ),
        (
            "8 bits, top down",
            Hostile.bmp(header: info(8, height: -2), palette: palette, pixels: [1, 2, 3, 0, 4, 0, 1, 0])
        ),
        ("4 bits", Hostile.bmp(header: info(4), palette: palette, pixels: [0x40, 0x10, 0, 0, 0x12, 0x30, 0, 0])),
        (
            "RLE8",
            Hostile.bmp(
                header: info(8, 1), palette: palette,
                pixels: [1, 4, 1, 0, 1, 1, 0, 0, 0, 3, 1, 2, 3, 0, 0, 0, 0, 1])
        ),
        (
            "RLE8 with a jump and runs over the end",
            Hostile.bmp(
                header: info(8, 1), palette: palette,
                pixels: [1, 4, 0, 2, 1, 0, 255, 1, 0, 0, 1, 1, 1, 2, 200, 3, 0, 1])
        ),
        (
            "RLE4",
            Hostile.bmp(
                header: info(4, 2), palette: palette, pixels: [2, 0x40, 1, 0x10, 0, 0, 0, 3, 0x12, 0x30, 0, 1])
        ),
        (
            "16 bits",
            Hostile.bmp(
                header: info(16), palette: [],
                pixels: words16([0x7FFF, 0, 0x7C00, 0, 0x7C00, 0x03E0, 0x001F, 0]))
        ),
        (
            "16 bits with masks of 5, 6 and 5",
            Hostile.bmp(
                header: info(16, 3), palette: Hostile.little(0xF800) + Hostile.little(0x07E0) + Hostile.little(0x1F),
                pixels: words16([0xFFFF, 0, 0xF800, 0, 0xF800, 0x07E0, 0x001F, 0]))
        ),
        (
            "24 bits",
            Hostile.bmp(
                header: info(24), palette: [],
                pixels: [255, 255, 255, 0, 0, 0, 0, 0, 255, 0, 0, 0] + [0, 0, 255, 0, 255, 0, 255, 0, 0, 0, 0, 0])
        ),
        (
            "32 bits",
            Hostile.bmp(
                header: info(32), palette: [],
                pixels: [0xFF_FFFF, 0, 0xFF_0000, 0xFF_0000, 0xFF00, 0xFF].flatMap { Hostile.little($0) })
        ),
        (
            "32 bits with masks",
            Hostile.bmp(
                header: info(32, 3), palette: Hostile.little(0xFF) + Hostile.little(0xFF00) + Hostile.little(0xFF_0000),
                pixels: [0xFF_FFFF, 0, 0xFF, 0xFF, 0xFF00, 0xFF_0000].flatMap { Hostile.little($0) })
        ),
        (
            "OS/2, 4 bits",
            Hostile.bmp(
                header: Hostile.core(width: 3, height: 2, bits: 4),
                palette: [0, 0, 0, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255]
                    + [UInt8](repeating: 0, count: 33),
                pixels: [0x40, 0x10, 0, 0, 0x12, 0x30, 0, 0])
        ),
    ]

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
