import OverlayFrame
import Testing

@testable import OverlayCapture

@Suite("Pixel formats of cameras", .timeLimit(.minutes(2)))
struct CameraFormatTests {
    /// Width, height and padding.
    static let shapes = [(16, 8, 0), (33, 17, 0), (15, 9, 6), (64, 3, 64), (1, 1, 2), (7, 1, 0)]

    private func frame(_ picture: CameraPicture, _ code: FourCC, _ change: (inout VideoFormat) -> Void = { _ in })
        throws
        -> (Frame, SimulatedDevice)
    {
        var format = picture.format(code)
        change(&format)
        let device = SimulatedDevice(
            format, bufferLength: format.byteCount + 100,
            steps: [.deliver([SimulatedDevice.Delivery(picture.bytes(code))])])
        let source = try CameraSource(device)
        let frame = try #require(try source.next())
        return (frame, device)
    }

    @Test(
        "luma and colour come out as they went in, of odd sizes and padded rows too", arguments: CameraPicture.formats,
        0..<shapes.count)
    func golden(code: FourCC, which: Int) throws {
        let (width, height, padding) = Self.shapes[which]
        let picture = CameraPicture(width: width, height: height, padding: padding)
        let (frame, _) = try frame(picture, code)
        #expect((frame.width, frame.height) == (width, height))
        let maker = PictureMaker()
        let worst = try maker.luma(frame) { view in
            var worst = 0.0
            for y in 0..<height {
                for x in 0..<width {
                    let got = Double(view.base[y * view.stride + x])
                    worst = max(worst, abs(got - picture.expectedLuma(code, x, y, frame.encoding)))
                }
            }
            return worst
        }
        #expect(
            worst <= (code == "RGB3" || code == "BGR3" ? 0.6 : 0), "\(code) \(width)×\(height): luma off by \(worst)")
        let off = try maker.colour(frame, longSide: .max) { view in
            var worst = 0.0
            for y in 0..<height {
                for x in 0..<width {
                    guard let expected = picture.expectedColour(code, x, y, frame.encoding) else { continue }
                    for channel in 0..<3 {
                        let got = Double(view.base[y * view.stride + x * 3 + channel])
                        worst = max(worst, abs(got - expected[channel]))
                    }
                }
            }
            return worst
        }
        #expect(off <= 1.5, "\(code) \(width)×\(height): colour off by \(off)")
    }

    /// The kernel's colour space, encoding and quantization, and what they come to.
    static let encodings: [(UInt32, UInt32, UInt32, ColourEncoding)] = [
        (8, 0, 0, ColourEncoding(matrix: .bt601, isFullRange: false)),
        (7, 0, 0, ColourEncoding(matrix: .bt601, isFullRange: true)),
        (3, 0, 0, ColourEncoding(matrix: .bt709, isFullRange: false)),
        (3, 1, 1, ColourEncoding(matrix: .bt601, isFullRange: true)),
        (8, 2, 2, ColourEncoding(matrix: .bt709, isFullRange: false)),
        (7, 0, 2, ColourEncoding(matrix: .bt601, isFullRange: false)),
        (10, 0, 0, ColourEncoding(matrix: .bt709, isFullRange: false)),
        (99, 99, 99, ColourEncoding(matrix: .bt601, isFullRange: false)),
    ]

    @Test("range and matrix are those that the driver says", arguments: 0..<encodings.count)
    func encoding(which: Int) throws {
        let (space, differences, quantization, expected) = Self.encodings[which]
        let picture = CameraPicture(width: 16, height: 8, padding: 0)
        let (frame, _) = try frame(picture, "NV12") {
            ($0.colorSpace, $0.differences, $0.quantization) = (space, differences, quantization)
        }
        #expect(frame.encoding == expected)
    }

    @Test(
        "the luma that the code reader gets lies in the driver's buffer, padded rows as well",
        arguments: ["GREY", "NV12", "NV21", "YU12", "YV12", "NV16", "422P"] as [FourCC], [0, 32])
    func inPlace(code: FourCC, padding: Int) throws {
        let picture = CameraPicture(width: 640, height: 16, padding: padding)
        let (frame, device) = try frame(picture, code)
        try PictureMaker().luma(frame) { view in
            #expect(device.holds(view.base))
            #expect(device.holds(view.base + (view.height - 1) * view.stride + view.width - 1))
            #expect(view.stride == 640 + padding)
        }
    }

    @Test("a short last row, without its padding, is a whole picture; a byte less is a lost frame")
    func shortEnd() throws {
        let picture = CameraPicture(width: 10, height: 4, padding: 6)
        let whole = Array(picture.bytes("GREY").dropLast(6))
        let steps: [SimulatedDevice.Step] = [
            .deliver([SimulatedDevice.Delivery(whole)]), .deliver([SimulatedDevice.Delivery(whole.dropLast())]),
        ]
        let source = try CameraSource(SimulatedDevice(picture.format("GREY"), steps: steps))
        let (frames, faults) = source.drain()
        #expect(frames == 1)
        #expect(faults == ["badBuffer"])
    }

    @Test("a driver that says no stride means rows without padding, and one that says too small a stride is refused")
    func strides() throws {
        let picture = CameraPicture(width: 16, height: 8, padding: 0)
        let (frame, _) = try frame(picture, "NV12") { $0.stride = 0 }
        #expect(frame.planes.first?.stride == 16)
        #expect(errorName { _ = try self.frame(picture, "NV12") { $0.stride = 15 } } == "unsupported")
        #expect(errorName { _ = try self.frame(picture, "NV12") { $0.stride = .max } } == "unsupported")
        #expect(errorName { _ = try self.frame(picture, "NV12") { $0.width = 0 } } == "undecodable")
        #expect(errorName { _ = try self.frame(picture, "NV12") { $0.width = .max } } == "tooLarge")
    }

    @Test("another size than the one asked for is taken as the driver says it")
    func otherSize() throws {
        let picture = CameraPicture(width: 16, height: 8, padding: 0)
        let device = SimulatedDevice(
            picture.format("YUYV"), steps: [.deliver([SimulatedDevice.Delivery(picture.bytes("YUYV"))])])
        var options = CameraSource.Options()
        options.wish.size = CameraWish.Size(width: 1_280, height: 720)
        let frame = try #require(try CameraSource(device, options: options).next())
        #expect((frame.width, frame.height) == (16, 8))
    }

    @Test("formats that libv4lconvert alone knows are read by it", arguments: ["RGBP", "BA81", "YVYU"] as [FourCC])
    func foreign(code: FourCC) throws {
        #expect(CameraPixels.of(code) == .foreign)
        let (width, height) = (32, 16)
        let stride = code == "BA81" ? width : width * 2
        // White on the left, black on the right.
        let bytes = (0..<height).flatMap { _ -> [UInt8] in
            (0..<stride).map { place -> UInt8 in
                let isLeft = place < stride / 2
                if code == "YVYU", place % 2 == 1 { return 128 }
                return isLeft ? 255 : 0
            }
        }
        let format = VideoFormat(
            code: code, width: width, height: height, stride: stride, byteCount: bytes.count, colorSpace: 8)
        let source = try CameraSource(
            SimulatedDevice(format, steps: [.deliver([SimulatedDevice.Delivery(bytes)])]))
        let frame = try #require(try source.next())
        try PictureMaker().luma(frame) { view in
            #expect(view.base[8 * view.stride + 4] > 220)
            #expect(view.base[8 * view.stride + 27] < 30)
        }
    }

    @Test("what nobody can read is no format", arguments: ["H264", "OV51", "O518", "HSV3", "HSV4", "XXXX"] as [FourCC])
    func unknown(code: FourCC) { #expect(CameraPixels.of(code) == nil) }

    @Test("codes of formats are four letters, whatever a driver says")
    func codes() {
        #expect(("Y16" as FourCC).description == "Y16")
        #expect(FourCC(letters: "NV12")?.rawValue == 0x3231_564E)
        #expect(FourCC(letters: "") == nil)
        #expect(FourCC(letters: "NV123") == nil)
        #expect(FourCC(letters: "NVé") == nil)
        #expect(FourCC(rawValue: 0).description == "????")
        #expect(FourCC(rawValue: 0xA036_3159).description == "Y16-BE")
        #expect(FourCC(rawValue: 0x2020_2020).description.isEmpty)
    }
}
