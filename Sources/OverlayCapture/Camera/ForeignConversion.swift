import CV4LConvert
import OverlayFrame

/// Pictures of formats that libv4lconvert knows and overlayd does not, as planes at half the width and height.
///
/// One thread at a time.
final class ForeignConversion {
    private let converter: OpaquePointer
    private let source: VideoFormat
    private let pool: FramePool
    /// Pixels in a row: as many as the library's loops can do.
    let width: Int
    /// Rows.
    let height: Int

    /// The library converts this format.
    static func knows(_ format: FourCC) -> Bool {
        guard let converter = cv4lconvert_create(format.rawValue) else { return false }
        cv4lconvert_destroy(converter)
        return true
    }

    /// A conversion of a camera's pictures; nil when the library has none for their format or size.
    init?(_ source: VideoFormat) {
        width = source.width & ~7
        height = source.height & ~1
        guard width > 0, height > 0, source.stride >= 0, source.width <= CameraLayout.longestSide,
            source.height <= CameraLayout.longestSide, let converter = cv4lconvert_create(source.code.rawValue)
        else { return nil }
        self.converter = converter
        self.source = source
        // Half of it and more stays empty: the library has written its steps between into the target, of up to four
        // bytes a pixel.
        pool = FramePool(byteCount: width * height * 4)
    }

    deinit { cv4lconvert_destroy(converter) }

    /// Where the planes lie in what `convert` gives.
    var planes: [Frame.Plane] {
        let (luma, quarter) = (width * height, width * height / 4)
        return [
            Frame.Plane(offset: 0, stride: width, length: luma),
            Frame.Plane(offset: luma, stride: width / 2, length: quarter),
            Frame.Plane(offset: luma + quarter, stride: width / 2, length: quarter),
        ]
    }

    /// How luma and colour differences stand for light: as in the source where that has such, else as the library makes
    /// them.
    var encoding: ColourEncoding {
        let kin: [FourCC] = ["NV61", "YVYU", "VYUY", "Y41P", "YUV4", "YUV9", "YVU9", "411P", "NV24", "NV42"]
        return kin.contains(source.code) ? source.encoding : ColourEncoding()
    }

    /// Converts one picture into storage of its own; throws `undecodable`.
    func convert(_ bytes: UnsafeRawBufferPointer) throws(SourceError) -> FrameStorage {
        let storage = pool.storage()
        var picture = cv4lconvert_picture()
        picture.format = source.code.rawValue
        picture.width = UInt32(source.width)
        picture.height = UInt32(source.height)
        picture.stride = UInt32(clamping: source.stride)
        picture.bytes = bytes.baseAddress
        picture.count = bytes.count
        let result = cv4lconvert_convert(
            converter, &picture, UInt32(width), UInt32(height), storage.bytes.baseAddress, storage.bytes.count)
        guard result == 0 else {
            let words = cv4lconvert_message(converter).map { String(cString: $0) } ?? ""
            let reason = words.split(separator: "\n").first.map { " (\($0))" } ?? ""
            throw .undecodable("the \(source.code) picture cannot be converted\(reason)")
        }
        return storage
    }
}
