import CFFmpeg
import OverlayCapture
import OverlayFrame

/// FFmpeg's frames as ours: planes of luma and colour differences as they lie in memory, everything else converted.
///
/// One thread.
final class FrameConverter {
    private var scaler: OpaquePointer?
    private var pool: (byteCount: Int, pool: FramePool)?

    deinit { sws_freeContext(scaler) }

    /// A frame without its number and stamps.
    ///
    /// It holds a reference of its own to FFmpeg's buffers.
    func frame(of decoded: UnsafeMutablePointer<AVFrame>, limits: PictureLimits) throws(SourceError) -> Frame {
        let width = Int(decoded.pointee.width)
        let height = Int(decoded.pointee.height)
        try limits.check(width: width, height: height)
        let kind = AVPixelFormat(rawValue: decoded.pointee.format)
        if let format = FrameConverter.own(kind), let frame = adopt(decoded, as: format) { return frame }
        return try convert(decoded, kind)
    }

    /// Formats that need no conversion; an alpha channel behind them is left out.
    private static func own(_ kind: AVPixelFormat) -> PixelFormat? {
        switch kind {
        case AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVA420P: .yuv420
        case AV_PIX_FMT_YUV422P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVA422P: .yuv422
        case AV_PIX_FMT_YUV444P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVA444P: .yuv444
        case AV_PIX_FMT_GRAY8: .gray8
        case AV_PIX_FMT_RGB24: .rgb24
        default: nil
        }
    }

    /// The frame's own memory; nil where its rows go upwards.
    private func adopt(_ decoded: UnsafeMutablePointer<AVFrame>, as format: PixelFormat) -> Frame? {
        let strides: [Int32] = FrameConverter.array(of: decoded.pointee.linesize)
        let bases: [UnsafeMutablePointer<UInt8>?] = FrameConverter.array(of: decoded.pointee.data)
        let shapes = FrameConverter.shapes(format, Int(decoded.pointee.width), Int(decoded.pointee.height))
        var regions: [UnsafeMutableRawBufferPointer] = []
        var planes: [Frame.Plane] = []
        for (index, shape) in shapes.enumerated() {
            let stride = Int(strides[index])
            guard stride >= shape.row, let base = bases[index] else { return nil }
            let length = stride * (shape.rows - 1) + shape.row
            planes.append(Frame.Plane(offset: 0, stride: stride, length: length, region: index))
            regions.append(UnsafeMutableRawBufferPointer(start: base, count: length))
        }
        guard let reference = av_frame_clone(decoded) else { return nil }
        let held = HeldFrame(reference)
        let storage = FrameStorage(adopting: regions) { _ in held.release() }
        return frame(of: decoded, format, planes, storage)
    }

    private func convert(
        _ decoded: UnsafeMutablePointer<AVFrame>, _ kind: AVPixelFormat
    ) throws(SourceError) -> Frame {
        guard let about = av_pix_fmt_desc_get(kind), sws_isSupportedInput(kind) != 0 else {
            throw .unsupported("the clip's pictures are in a pixel format that cannot be converted")
        }
        let flags = about.pointee.flags
        let isColour = flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0
        let isGrey = !isColour && about.pointee.nb_components < 3
        let format: PixelFormat = isColour ? .rgb24 : isGrey ? .gray8 : .yuv420
        let target = isColour ? AV_PIX_FMT_RGB24 : isGrey ? AV_PIX_FMT_GRAY8 : AV_PIX_FMT_YUV420P
        let width = decoded.pointee.width
        let height = decoded.pointee.height
        scaler = sws_getCachedContext(
            scaler, width, height, kind, width, height, target, SWS_POINT, nil, nil, nil)
        guard let scaler else { throw .unsupported("the clip's pictures cannot be converted") }

        var planes: [Frame.Plane] = []
        var byteCount = 0
        for shape in FrameConverter.shapes(format, Int(width), Int(height)) {
            // Rows at places that vector instructions like.
            let stride = (shape.row + 63) & ~63
            planes.append(Frame.Plane(offset: byteCount, stride: stride, length: stride * shape.rows))
            byteCount += stride * shape.rows
        }
        let storage = storage(of: byteCount)
        guard let base = storage.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
            throw .undecodable("there is no memory for it")
        }
        let sources: [UnsafePointer<UInt8>?] = FrameConverter.array(of: decoded.pointee.data)
        let sourceStrides: [Int32] = FrameConverter.array(of: decoded.pointee.linesize)
        let targets = planes.map { UnsafeMutablePointer<UInt8>?.some(base + $0.offset) } + [nil, nil, nil]
        let strides = planes.map { Int32(clamping: $0.stride) } + [0, 0, 0]
        let done = sws_scale(
            scaler, sources, sourceStrides, 0, height, targets, strides)
        guard done == height else { throw .undecodable("the clip's pictures cannot be converted") }
        return frame(of: decoded, format, planes, storage)
    }

    private func frame(
        of decoded: UnsafeMutablePointer<AVFrame>, _ format: PixelFormat, _ planes: [Frame.Plane],
        _ storage: FrameStorage
    ) -> Frame {
        Frame(
            sequence: 0, time: 0, wall: 0, duration: 0, width: Int(decoded.pointee.width),
            height: Int(decoded.pointee.height), format: format,
            encoding: format == .rgb24 ? nil : FrameConverter.encoding(of: decoded), planes: planes, storage: storage)
    }

    private func storage(of byteCount: Int) -> FrameStorage {
        if let pool, pool.byteCount == byteCount { return pool.pool.storage() }
        let fresh = FramePool(byteCount: byteCount)
        pool = (byteCount, fresh)
        return fresh.storage()
    }

    /// Bytes of a row, and rows, of each plane.
    private static func shapes(_ format: PixelFormat, _ width: Int, _ height: Int) -> [(row: Int, rows: Int)] {
        guard let shift = format.chromaShift else { return [(width * (format == .rgb24 ? 3 : 1), height)] }
        let chroma = ((width + (1 << shift.x) - 1) >> shift.x, (height + (1 << shift.y) - 1) >> shift.y)
        return [(width, height), chroma, chroma]
    }

    /// What the frame says of its colours; where it says nothing, the matrix goes by the size.
    private static func encoding(of decoded: UnsafeMutablePointer<AVFrame>) -> ColourEncoding {
        let kind = AVPixelFormat(rawValue: decoded.pointee.format)
        let isJPEG = [AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P].contains(kind)
        let isUnsaid = decoded.pointee.colorspace == AVCOL_SPC_UNSPECIFIED
        let isHD = isUnsaid ? !isJPEG && decoded.pointee.height >= 720 : decoded.pointee.colorspace == AVCOL_SPC_BT709
        return ColourEncoding(
            matrix: isHD ? .bt709 : .bt601, isFullRange: isJPEG || decoded.pointee.color_range == AVCOL_RANGE_JPEG)
    }

    /// A C array, which Swift has as a tuple.
    private static func array<Tuple, Element>(of tuple: Tuple) -> [Element] {
        withUnsafeBytes(of: tuple) { Array($0.bindMemory(to: Element.self)) }
    }
}

/// A reference to FFmpeg's buffers; any thread may let go of it.
private final class HeldFrame: @unchecked Sendable {
    private var frame: UnsafeMutablePointer<AVFrame>?

    init(_ frame: UnsafeMutablePointer<AVFrame>) { self.frame = frame }

    func release() { av_frame_free(&frame) }
}
