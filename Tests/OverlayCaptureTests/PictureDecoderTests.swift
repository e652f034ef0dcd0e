import OverlayFrame
import Testing

@testable import OverlayCapture

@Suite("Pictures from files", .timeLimit(.minutes(1)))
struct PictureDecoderTests {
    @Test(
        "Each colour format gives the same picture",
        arguments: [
            ("plain.jpg", 6), ("subsampled.jpg", 8), ("wide.jpg", 8), ("progressive.jpg", 8), ("inks.jpg", 8),
            ("plain.png", 0), ("palette.png", 0), ("interlaced.png", 0), ("colour16.png", 0), ("plain.webp", 8),
            ("lossless.webp", 0), ("plain.tif", 0), ("lzw.tif", 0), ("deflate.tif", 0), ("packbits.tif", 0),
            ("jpeg.tif", 6), ("plain.bmp", 0), ("palette.bmp", 0), ("runs.bmp", 0),
        ])
    func colour(name: String, tolerance: Int) throws {
        let picture = try Golden.picture(name)
        #expect((picture.width, picture.height) == (Golden.width, Golden.height))
        let samples = try picture.samples()
        #expect(isClose(samples, Golden.colours, within: tolerance), "\(samples)")
    }

    @Test(
        "Each grey format gives the same picture",
        arguments: [("gray.jpg", 3), ("gray.png", 0), ("gray16.png", 0), ("gray.tif", 0), ("gray16.tif", 1)])
    func gray(name: String, tolerance: Int) throws {
        let picture = try Golden.picture(name)
        let samples = try picture.lumaSamples()
        #expect(isClose([samples], [Golden.grays], within: tolerance), "\(samples)")
    }

    @Test("Pictures of one bit are black and white", arguments: ["bits.png", "bits.bmp", "fax.tif"])
    func bits(name: String) throws {
        #expect(try Golden.picture(name).lumaSamples() == [0, 0, 255, 255])
    }

    @Test("A grey PNG stays one byte a pixel, and a JPEG stays compressed")
    func formats() throws {
        #expect(try Golden.picture("gray.png").format == .gray8)
        #expect(try Golden.picture("plain.png").format == .rgb24)
        let bytes = try Golden.bytes("plain.jpg")
        let picture = try decode(bytes)
        #expect(picture.format == .jpeg)
        #expect(picture.planes == [Frame.Plane(offset: 0, stride: 0, length: bytes.count)])
    }

    @Test(
        "An orientation in the file turns nothing",
        arguments: [("turned.jpg", 6), ("turned.png", 0), ("turned.webp", 8), ("turned.tif", 0), ("upended.tif", 0)])
    func orientation(name: String, tolerance: Int) throws {
        let picture = try Golden.picture(name)
        #expect((picture.width, picture.height) == (Golden.width, Golden.height))
        #expect(isClose(try picture.samples(), Golden.colours, within: tolerance))
    }

    @Test("What is transparent shows white", arguments: ["alpha.png", "alpha.webp", "alpha.tif"])
    func alpha(name: String) throws {
        let samples = try Golden.picture(name).samples()
        #expect(samples[1] == Golden.colours[1])
        #expect(samples[2] == Golden.colours[2])
        #expect(samples[3] == [255, 255, 255])
        // Half transparent red: over white in the numbers of the file, or in those of light.
        #expect((220...236).contains(samples[0][0]) && (140...195).contains(samples[0][1]), "\(samples[0])")
    }

    @Test("A transparent grey PNG shows white and stays grey")
    func grayAlpha() throws {
        let picture = try Golden.picture("grayalpha.png")
        #expect(picture.format == .gray8)
        let samples = try picture.lumaSamples()
        #expect(samples[1...3] == [90, 160, 255])
        #expect(samples[0] > 100)
    }

    @Test("What is no picture is told what is read")
    func noPicture() throws {
        for text in ["Not a picture.", "BMW is a maker of cars and motorcycles.", "\n", "RIFF and so on"] {
            let error = failure { _ = try decode(Array(text.utf8)) }
            #expect(error?.name == "notAPicture")
            #expect(error?.message.contains("PNG, JPEG, WebP, BMP and TIFF") == true)
        }
    }

    @Test(
        "A known kind of file that is not read is named",
        arguments: [("picture.gif", "GIF"), ("animated.webp", "animated WebP")])
    func unsupported(name: String, word: String) throws {
        let error = failure { _ = try Golden.picture(name) }
        #expect(error?.name == "unsupported")
        #expect(error?.message.contains(word) == true)
    }

    @Test("A picture over the limits is refused by its header, with the size and the limit")
    func tooLarge() throws {
        for bytes in [Hostile.png(width: 30_000, height: 30_000), Hostile.bmp(width: 30_000, height: 30_000)] {
            let error = failure { _ = try decode(bytes) }
            #expect(error?.name == "tooLarge")
            #expect(error?.message.contains("30000×30000") == true)
            #expect(error?.message.contains("100000000") == true)
        }
        #expect(errorName { _ = try decode(Hostile.png(width: 40_000, height: 1)) } == "tooLarge")
        for name in Golden.files where name != "animated.webp" {
            let bytes = try Golden.bytes(name)
            #expect(errorName { _ = try decode(bytes, limits: PictureLimits(pixels: 2_047)) } == "tooLarge", "\(name)")
            #expect(errorName { _ = try decode(bytes, limits: PictureLimits(side: 63)) } == "tooLarge", "\(name)")
        }
    }

    @Test("A picture of one pixel and a picture of one column are read")
    func small() throws {
        for (width, height) in [(1, 1), (1, 4_000), (4_000, 1)] {
            let picture = try decode(Hostile.bmp(width: width, height: height, filled: true))
            #expect((picture.width, picture.height) == (width, height))
            let luma = try PictureMaker().luma(picture.asFrame) { $0.base[($0.height - 1) * $0.stride + $0.width - 1] }
            #expect(luma == 100)
        }
    }

    @Test("A file cut in half is an error, and says that it ends too early", arguments: Golden.files)
    func halves(name: String) throws {
        let bytes = try Golden.bytes(name)
        guard name != "animated.webp" else { return }
        let cut = Array(bytes[..<(bytes.count / 2)])
        let error = errorName { _ = try decode(cut).samples() }
        #expect(error == "truncated" || (error == "undecodable" && name.hasSuffix(".tif")), "\(error)")
    }
}
