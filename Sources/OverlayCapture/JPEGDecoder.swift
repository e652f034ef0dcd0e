import CTurboJPEG

/// A JPEG decompressor, reused from picture to picture.
///
/// One thread at a time.
final class JPEGDecoder {
    private let handle: tjhandle?

    init() { handle = tjInitDecompress() }

    deinit {
        if let handle { tjDestroy(handle) }
    }

    /// What comes out.
    enum Output {
        case gray, rgb, cmyk

        var channels: Int {
            switch self {
            case .gray: 1
            case .rgb: 3
            case .cmyk: 4
            }
        }

        fileprivate var code: Int32 {
            switch self {
            case .gray: Int32(TJPF_GRAY.rawValue)
            case .rgb: Int32(TJPF_RGB.rawValue)
            case .cmyk: Int32(TJPF_CMYK.rawValue)
            }
        }
    }

    /// Decodes into `target`, which holds `width * height` pixels of the output without padding.
    ///
    /// The size is the picture's, or that divided by 2, 4 or 8 and rounded up.
    func decode(
        _ bytes: UnsafeRawBufferPointer, as output: Output, width: Int, height: Int,
        into target: UnsafeMutablePointer<UInt8>
    ) throws(SourceError) {
        guard let handle, let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
            throw .undecodable("there is no memory to decode the JPEG")
        }
        let failed = tjDecompress2(
            handle, base, CUnsignedLong(bytes.count), target, Int32(width), Int32(width * output.channels),
            Int32(height), output.code, TJFLAG_LIMITSCANS)
        guard failed != 0 else { return }
        let message = tjGetErrorStr2(handle).map { String(cString: $0) } ?? "unknown error"
        if message.contains("remature end") || !JPEGDecoder.hasEnd(bytes) {
            throw .truncated("the JPEG ends before its picture does")
        }
        let isWarning = tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue)
        if isWarning, message.contains("extraneous bytes") { return }
        throw .undecodable("the JPEG is damaged (\(message))")
    }

    /// The end marker is there.
    ///
    /// Only the first warning has a message: a later one about the end is found this way.
    private static func hasEnd(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var place = bytes.count - 2
        while place >= 2 {
            if bytes[place] == 0xFF, bytes[place + 1] == 0xD9 { return true }
            place -= 1
        }
        return false
    }
}
