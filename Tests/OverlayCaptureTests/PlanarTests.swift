import OverlayFrame
import TestSupport
import Testing

@testable import OverlayCapture

@Suite("Pictures in planes", .timeLimit(.minutes(1)))
struct PlanarTests {
    /// Red, green, blue in luma and differences, by the formulas of the standards.
    private func encode(_ colour: [Double], _ encoding: ColourEncoding) -> [UInt8] {
        let (red, blue) = encoding.matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
        let luma = red * colour[0] + (1 - red - blue) * colour[1] + blue * colour[2]
        let differences = [(colour[2] - luma) / (2 * (1 - blue)), (colour[0] - luma) / (2 * (1 - red))]
        let scale = encoding.isFullRange ? (1.0, 0.0, 1.0) : (219.0 / 255, 16, 224.0 / 255)
        return [UInt8((luma * scale.0 + scale.1).rounded())] + differences.map { UInt8(($0 * scale.2 + 128).rounded()) }
    }

    private func frame(
        _ format: PixelFormat, width: Int, height: Int, _ encoding: ColourEncoding,
        colour: (Int, Int) -> [Double]
    ) throws -> Frame {
        let shift = try #require(format.chromaShift)
        let chromaWidth = (width + (1 << shift.x) - 1) >> shift.x
        let chromaHeight = (height + (1 << shift.y) - 1) >> shift.y
        let padding = 3
        var regions: [UnsafeMutableRawBufferPointer] = []
        var planes: [Frame.Plane] = []
        for index in 0..<3 {
            let (columns, rows) = index == 0 ? (width, height) : (chromaWidth, chromaHeight)
            let step = index == 0 ? (x: 0, y: 0) : shift
            let stride = columns + padding
            let region = UnsafeMutableRawBufferPointer.allocate(byteCount: stride * rows - padding, alignment: 1)
            for y in 0..<rows {
                for x in 0..<columns {
                    let pixel = colour(min(x << step.x, width - 1), min(y << step.y, height - 1))
                    region[y * stride + x] = encode(pixel, encoding)[index]
                }
            }
            regions.append(region)
            planes.append(Frame.Plane(offset: 0, stride: stride, length: region.count, region: index))
        }
        let owned = Regions(regions)
        let storage = FrameStorage(adopting: regions) { _ in owned.free() }
        return Frame(
            sequence: 0, time: 0, wall: 0, duration: 0, width: width, height: height, format: format,
            encoding: encoding, planes: planes, storage: storage)
    }

    private struct Regions: @unchecked Sendable {
        let regions: [UnsafeMutableRawBufferPointer]
        init(_ regions: [UnsafeMutableRawBufferPointer]) { self.regions = regions }
        func free() { for region in regions { region.deallocate() } }
    }

    static let encodings = [
        ColourEncoding(matrix: .bt601, isFullRange: false), ColourEncoding(matrix: .bt601, isFullRange: true),
        ColourEncoding(matrix: .bt709, isFullRange: false), ColourEncoding(matrix: .bt709, isFullRange: true),
    ]

    @Test(
        "colours come back as they were, at full size and made smaller, in every range and with odd sides",
        arguments: [PixelFormat.yuv420, .yuv422, .yuv444], encodings)
    func colours(format: PixelFormat, encoding: ColourEncoding) throws {
        // Four fields, each a whole number of blocks but for the odd edge.
        let fields: [[Double]] = [[200, 30, 30], [30, 180, 40], [40, 50, 200], [255, 255, 255]]
        let frame = try frame(format, width: 65, height: 33, encoding) { x, y in fields[(x / 32 % 2) + (y / 16 % 2) * 2]
        }
        for (longSide, divisor) in [(65, 1), (33, 2), (17, 4), (9, 8)] {
            try PictureMaker().colour(frame, longSide: longSide) { view in
                #expect(view.width == (65 + divisor - 1) / divisor)
                #expect(view.height == (33 + divisor - 1) / divisor)
                #expect(view.channels == 3)
                for (index, field) in fields.enumerated() {
                    let x = (16 + index % 2 * 32) / divisor
                    let y = (8 + index / 2 * 16) / divisor
                    let pixel = view.base + y * view.stride + x * 3
                    for channel in 0..<3 { #expect(abs(Double(pixel[channel]) - field[channel]) <= 3) }
                }
            }
        }
    }

    @Test("the extremes of every byte stay within a byte")
    func extremes() throws {
        for encoding in PlanarTests.encodings {
            for bits in 0..<8 {
                let bytes = (0..<3).map { bits >> $0 & 1 == 0 ? UInt8(0) : 255 }
                let storage = FrameStorage(copying: bytes)
                let planes = (0..<3).map { Frame.Plane(offset: $0, stride: 1, length: 1) }
                let frame = Frame(
                    sequence: 0, time: 0, wall: 0, duration: 0, width: 1, height: 1, format: .yuv444,
                    encoding: encoding, planes: planes, storage: storage)
                let pixel = try PictureMaker().colour(frame, longSide: 1) { view in (0..<3).map { view.base[$0] } }
                #expect(pixel.count == 3)
                if bytes == [0, 255, 0] { #expect(pixel[2] >= 200 && pixel[0] == 0) }
            }
        }
    }

    @Test("a frame without one of its planes, or with a plane that is too short, is refused", arguments: 0..<3)
    func missing(index: Int) throws {
        let whole = try frame(.yuv420, width: 4, height: 4, ColourEncoding()) { _, _ in [9, 9, 9] }
        var short = whole
        short.planes[index].offset += 1
        #expect(errorName { try PictureMaker().colour(short, longSide: 4) { _ in } } == "truncated")
        var lacking = whole
        lacking.planes[index].region = 7
        #expect(errorName { try PictureMaker().colour(lacking, longSide: 4) { _ in } } == "undecodable")
        var fewer = whole
        fewer.planes.removeLast(3 - index)
        #expect(errorName { try PictureMaker().colour(fewer, longSide: 4) { _ in } } == "undecodable")
    }
}
