import OverlayFrame

/// Makes the pictures that detectors want out of frames, in buffers that are reused.
///
/// One thread at a time.
package final class PictureMaker {
    private let jpeg = JPEGDecoder()
    private let pixels = PixelBuffer()
    private let inks = PixelBuffer()

    /// A maker with empty buffers.
    package init() {}

    /// The frame's luma, of its full size; the view holds during `body`.
    ///
    /// The bytes of a luma plane as they are, without a copy and in whatever range: codes are bars of contrast. A JPEG
    /// decoded straight to grey; colour converted; what lies between other samples gathered. Throws `SourceError`, or
    /// what `body` throws.
    package func luma<Result>(_ frame: Frame, _ body: (PictureView) throws -> Result) throws -> Result {
        switch frame.format {
        case .gray8, .gray10, .gray12, .gray16, .yuv420, .yuv422, .yuv444: return try body(grey(frame))
        case .rgb24, .bgr24:
            let colour = try FramePlanes.pixels(of: frame)
            let target = pixels.reserve(frame.width * frame.height)
            PixelConversion.luma(
                of: colour.base, stride: colour.stride, width: colour.width, height: colour.height,
                isReversed: frame.format == .bgr24, encoding: frame.encoding, into: target)
            return try body(made(target, of: frame))
        case .jpeg: return try body(decode(frame, as: .gray, longSide: .max))
        }
    }

    /// The frame in colour: red, green, blue, or one channel of luma where the frame has no more.
    ///
    /// A JPEG, and what comes in planes, is made at the smallest of 1, 1/2, 1/4 and 1/8 of its size whose long side is at
    /// least `longSide`; other frames are of their size, red, green and blue without a copy. The view holds during
    /// `body`. Throws `SourceError`, or what `body` throws.
    package func colour<Result>(
        _ frame: Frame, longSide: Int, _ body: (PictureView) throws -> Result
    ) throws -> Result {
        switch frame.format {
        case .gray8, .gray10, .gray12, .gray16: return try body(grey(frame))
        case .rgb24: return try body(FramePlanes.pixels(of: frame))
        case .bgr24:
            let reversed = try FramePlanes.pixels(of: frame)
            let target = pixels.reserve(frame.width * frame.height * 3)
            PixelConversion.reverse(reversed, into: target)
            return try body(made(target, of: frame, channels: 3))
        case .jpeg: return try body(decode(frame, as: .rgb, longSide: longSide))
        case .yuv420, .yuv422, .yuv444: return try body(convert(frame, longSide: longSide))
        }
    }

    /// The luma plane, as it lies where it lies byte by byte.
    private func grey(_ frame: Frame) throws(SourceError) -> PictureView {
        let bits = frame.format.bitsOfTwoBytes
        let plane = try FramePlanes.plane(0, of: frame, bytes: bits == nil ? 1 : 2)
        if plane.step == 1, bits == nil {
            return PictureView(
                base: plane.base, width: plane.width, height: plane.height, stride: plane.stride, channels: 1)
        }
        let target = pixels.reserve(frame.width * frame.height)
        if let bits {
            PixelConversion.narrow(plane, bits: bits, into: target)
        } else {
            PixelConversion.gather(plane, into: target)
        }
        return made(target, of: frame)
    }

    /// A picture without padding, of the frame's size.
    private func made(_ base: UnsafeMutablePointer<UInt8>, of frame: Frame, channels: Int = 1) -> PictureView {
        PictureView(
            base: base, width: frame.width, height: frame.height, stride: frame.width * channels, channels: channels)
    }

    /// Three planes as red, green and blue.
    private func convert(_ frame: Frame, longSide: Int) throws(SourceError) -> PictureView {
        let luma = try FramePlanes.plane(0, of: frame)
        let blue = try FramePlanes.plane(1, of: frame)
        let red = try FramePlanes.plane(2, of: frame)
        let divisor = PictureMaker.divisor(width: frame.width, height: frame.height, longSide: longSide)
        let width = (frame.width + divisor - 1) / divisor
        let height = (frame.height + divisor - 1) / divisor
        let target = pixels.reserve(width * height * 3)
        PlanarConversion(frame.encoding).convert(
            luma, blue, red, shift: frame.format.chromaShift ?? (0, 0), divisor: divisor, into: target)
        return PictureView(base: target, width: width, height: height, stride: width * 3, channels: 3)
    }

    private func decode(_ frame: Frame, as output: JPEGDecoder.Output, longSide: Int) throws(SourceError) -> PictureView
    {
        let storage = UnsafeRawBufferPointer(frame.storage.bytes)
        guard let plane = frame.planes.first, plane.offset >= 0, plane.length >= 0, plane.offset <= storage.count,
            plane.length <= storage.count - plane.offset
        else { throw .truncated("the frame holds fewer bytes than its JPEG") }
        let bytes = UnsafeRawBufferPointer(rebasing: storage[plane.offset..<plane.offset + plane.length])
        let header = try JPEGHeader(bytes)
        guard header.holds(width: frame.width, height: frame.height) else {
            throw .undecodable(
                "the JPEG is \(header.width)×\(header.height) pixels in a frame of \(frame.width)×\(frame.height)")
        }

        let divisor = PictureMaker.divisor(width: frame.width, height: frame.height, longSide: longSide)
        let width = (header.width + divisor - 1) / divisor
        let height = (header.height + divisor - 1) / divisor
        let target = pixels.reserve(width * height * output.channels)
        if header.components == 4 {
            let ink = inks.reserve(width * height * 4)
            try jpeg.decode(bytes, as: .cmyk, width: width, height: height, into: ink)
            PixelConversion.convertCMYK(
                ink, inverted: header.isAdobe, toLuma: output.channels == 1, into: target, count: width * height)
        } else {
            try jpeg.decode(bytes, as: output, width: width, height: height, into: target)
        }
        return PictureView(
            base: target, width: (frame.width + divisor - 1) / divisor, height: (frame.height + divisor - 1) / divisor,
            stride: width * output.channels, channels: output.channels)
    }

    /// The largest of 1, 2, 4 and 8 that leaves the long side at least as long as wanted.
    private static func divisor(width: Int, height: Int, longSide: Int) -> Int {
        let side = max(width, height)
        return [8, 4, 2].first { (side + $0 - 1) / $0 >= max(longSide, 1) } ?? 1
    }
}
