import OverlayFrame
import OverlaySystem

/// Files of pictures, told apart by their content.
///
/// EXIF and TIFF orientation are never applied: metadata space is that of the unrotated picture. What is transparent
/// shows white.
package enum PictureDecoder {
    /// What is read, for messages.
    static let formats = "PNG, JPEG, WebP, BMP and TIFF"

    /// The picture in a file's bytes.
    ///
    /// A JPEG stays compressed, its header checked; everything else is decoded here. The bytes are only read, and kept
    /// alive by a JPEG's picture.
    package static func frame(of bytes: FrameStorage, limits: PictureLimits) throws(SourceError) -> Picture {
        let content = UnsafeRawBufferPointer(bytes.bytes)
        switch Kind(of: content) {
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

    /// A kind of file, by its first bytes.
    enum Kind: Hashable {
        case jpeg, png, webp, tiff, bmp
        case other(String)

        init?(of content: UnsafeRawBufferPointer) {
            func has(_ signature: [UInt8], at offset: Int = 0) -> Bool {
                content.count >= offset + signature.count
                    && content[offset..<offset + signature.count].elementsEqual(signature)
            }
            func has(_ text: String, at offset: Int = 0) -> Bool { has(Array(text.utf8), at: offset) }

            if has([0xFF, 0xD8, 0xFF]) {
                self = .jpeg
            } else if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
                self = .png
            } else if has("RIFF"), has("WEBP", at: 8) {
                self = .webp
            } else if has([0x49, 0x49, 42, 0]) || has([0x4D, 0x4D, 0, 42]) || has([0x49, 0x49, 43, 0])
                || has([0x4D, 0x4D, 0, 43])
            {
                self = .tiff
            } else if has("BM"), BMPHeader.isPlausible(content) {
                self = .bmp
            } else if has("GIF8") {
                self = .other("a GIF")
            } else if has("ftyp", at: 4) {
                self = .other("a HEIF, AVIF or video file")
            } else if has([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20]) || has([0xFF, 0x0A]) {
                self = .other("a JPEG XL")
            } else if has([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20]) {
                self = .other("a JPEG 2000")
            } else {
                return nil
            }
        }
    }
}
