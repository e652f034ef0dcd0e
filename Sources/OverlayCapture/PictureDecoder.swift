import OverlayFrame
import OverlaySystem

/// Files of pictures, told apart by their content.
///
/// EXIF and TIFF orientation are never applied: metadata space is that of the unrotated picture. What is transparent
/// shows white.
package enum PictureDecoder {
    /// What is read, for messages.
    static let formats = PictureFolder.formats

    /// The picture in a file's bytes.
    ///
    /// A JPEG stays compressed, its header checked; everything else is decoded here. The bytes are only read, and kept
    /// alive by a JPEG's picture.
    package static func frame(of bytes: FrameStorage, limits: PictureLimits) throws(SourceError) -> Picture {
        let content = UnsafeRawBufferPointer(bytes.bytes)
        switch PictureSignature(of: content) {
        case .jpeg:
            let header = try JPEGHeader(content)
            try limits.check(width: header.width, height: header.height)
            let plane = Frame.Plane(offset: 0, stride: 0, length: content.count)
            return Picture(
                format: .jpeg, width: header.width, height: header.height, planes: [plane], storage: bytes)
        case .png: return try PNGDecoder.picture(in: content, limits: limits)
        case .webp: return try WebPDecoder.picture(in: content, limits: limits)
        case .tiff: return try TIFFDecoder.picture(in: content, limits: limits)
        case .bmp: return try BMPDecoder.picture(in: content, limits: limits)
        case .gif: throw .unsupported("this is a GIF, which is not read as a picture; \(formats) are")
        case .other(let name):
            throw .unsupported("this is \(name), which is not read; \(formats) are")
        case nil:
            throw .notAPicture("this is not a picture by its content; \(formats) are read")
        }
    }

    /// The picture in an open file.
    ///
    /// Throws `unreadable` for anything but a regular file, without waiting for it.
    package static func picture(
        in file: Descriptor, limits: PictureLimits = PictureLimits()
    ) throws(SourceError) -> Picture {
        try frame(of: try PictureFile.content(of: file, limits: limits), limits: limits)
    }
}
