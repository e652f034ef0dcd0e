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
    /// decoded straight to grey; colour converted. Throws `SourceError`, or what `body` throws.
    package func luma<Result>(_ frame: Frame, _ body: (PictureView) throws -> Result) throws -> Result {
        switch frame.format {
        case .gray8, .yuv420, .yuv422, .yuv444: return try body(view(of: frame, channels: 1))
        case .rgb24:
            let colour = try view(of: frame, channels: 3)
            let target = pixels.reserve(frame.width * frame.height)
            PixelConversion.luma(
                of: colour.base, stride: colour.stride, width: colour.width, height: colour.height, into: target)
            return try body(
                PictureView(
                    base: target, width: frame.width, height: frame.height, stride: frame.width, channels: 1))
        case .jpeg: return try body(decode(frame, as: .gray, longSide: .max))
        }
    }

    /// The frame in colour: red, green, blue, or one channel of luma where the frame has no more.
    ///
    /// A JPEG, and what comes in planes, is made at the smallest of 1, 1/2, 1/4 and 1/8 of its size whose long side is at
    /// least `longSide`; other frames are as they are, without a copy. The view holds during `body`. Throws `SourceError`, or what `body`
    /// throws.
    package func colour<Result>(
        _ frame: Frame, longSide: Int, _ body: (PictureView) throws -> Result
    ) throws -> Result {
        switch frame.format {
        case .gray8: return try body(view(of: frame, channels: 1))
        case .rgb24: return try body(view(of: frame, channels: 3))
        case .jpeg: return try body(decode(frame, as: .rgb, longSide: longSide))
        case .yuv420, .yuv422, .yuv444: return try body(convert(frame, longSide: longSide))
        }
    }

    /// Three planes as red, green and blue.
    private func convert(_ frame: Frame, longSide: Int) throws(SourceError) -> PictureView {
        let luma = try view(of: frame, channels: 1)
        let shift = frame.format.chromaShift ?? (0, 0)
        let chromaWidth = (frame.width + (1 << shift.x) - 1) >> shift.x
        let chromaHeight = (frame.height + (1 << shift.y) - 1) >> shift.y
        let blue = try view(of: frame, plane: 1, width: chromaWidth, height: chromaHeight, channels: 1)
        let red = try view(of: frame, plane: 2, width: chromaWidth, height: chromaHeight, channels: 1)
        let divisor = PictureMaker.divisor(width: frame.width, height: frame.height, longSide: longSide)
        let width = (frame.width + divisor - 1) / divisor
        let height = (frame.height + divisor - 1) / divisor
        let target = pixels.reserve(width * height * 3)
        PlanarConversion(frame.encoding).convert(luma, blue, red, shift: shift, divisor: divisor, into: target)
        return PictureView(base: target, width: width, height: height, stride: width * 3, channels: 3)
    }

    /// The bytes of the frame's first plane, of the frame's size.
    private func view(of frame: Frame, channels: Int) throws(SourceError) -> PictureView {
        try view(of: frame, plane: 0, width: frame.width, height: frame.height, channels: channels)
    }

    /// A plane's own bytes, once it is known to lie within the storage.
    private func view(
        of frame: Frame, plane index: Int, width: Int, height: Int, channels: Int
    ) throws(SourceError) -> PictureView {
        let row = width.multipliedReportingOverflow(by: channels)
        guard frame.planes.indices.contains(index), frame.storage.regions.indices.contains(frame.planes[index].region),
            width > 0, height > 0, !row.overflow
        else { throw .undecodable("the frame lacks plane \(index) of \(width)×\(height) pixels") }
        let plane = frame.planes[index]
        let region = frame.storage.regions[plane.region]
        guard let base = region.baseAddress, plane.stride >= row.partialValue, plane.offset >= 0 else {
            throw .undecodable("the frame's plane \(index) has no room for its rows")
        }
        let last = plane.stride.multipliedReportingOverflow(by: height - 1)
        let end = last.partialValue.addingReportingOverflow(row.partialValue)
        guard !last.overflow, !end.overflow, plane.offset <= region.count,
            end.partialValue <= region.count - plane.offset
        else { throw .truncated("the frame holds fewer bytes than its \(width)×\(height) pixels need") }
        return PictureView(
            base: UnsafePointer(base.assumingMemoryBound(to: UInt8.self) + plane.offset), width: width,
            height: height, stride: plane.stride, channels: channels)
    }

    private func decode(_ frame: Frame, as output: JPEGDecoder.Output, longSide: Int) throws(SourceError) -> PictureView
    {
        let storage = UnsafeRawBufferPointer(frame.storage.bytes)
        guard let plane = frame.planes.first, plane.offset >= 0, plane.length >= 0, plane.offset <= storage.count,
            plane.length <= storage.count - plane.offset
        else { throw .truncated("the frame holds fewer bytes than its JPEG") }
        let bytes = UnsafeRawBufferPointer(rebasing: storage[plane.offset..<plane.offset + plane.length])
        let header = try JPEGHeader(bytes)
        guard header.width == frame.width, header.height == frame.height, header.width > 0, header.height > 0 else {
            throw .undecodable(
                "the JPEG is \(header.width)×\(header.height) pixels in a frame of \(frame.width)×\(frame.height)")
        }

        let divisor = PictureMaker.divisor(width: header.width, height: header.height, longSide: longSide)
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
            base: target, width: width, height: height, stride: width * output.channels, channels: output.channels)
    }

    /// The largest of 1, 2, 4 and 8 that leaves the long side at least as long as wanted.
    private static func divisor(width: Int, height: Int, longSide: Int) -> Int {
        let side = max(width, height)
        return [8, 4, 2].first { (side + $0 - 1) / $0 >= max(longSide, 1) } ?? 1
    }
}
