/// A kind of picture file, by its first bytes.
package enum PictureSignature: Hashable, Sendable {
    case jpeg, png, webp, tiff, bmp, gif
    /// A kind that is known and not read: its name with an article.
    case other(String)

    /// So many bytes from the start tell.
    package static let length = 32

    /// The kind of the file that begins so; nil when it is none.
    package init?(of start: UnsafeRawBufferPointer) {
        func has(_ signature: [UInt8], at offset: Int = 0) -> Bool {
            start.count >= offset + signature.count
                && start[offset..<offset + signature.count].elementsEqual(signature)
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
        } else if has("BM"), PictureSignature.isPlausibleBMP(start) {
            self = .bmp
        } else if has("GIF8") {
            self = .gif
        } else if has("ftyp", at: 4), PictureSignature.stillBrands.contains(where: { has($0, at: 8) }) {
            self = .other("a HEIF or AVIF picture")
        } else if has([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20]) || has([0xFF, 0x0A]) {
            self = .other("a JPEG XL")
        } else if has([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20]) {
            self = .other("a JPEG 2000")
        } else {
            return nil
        }
    }

    /// Files of this kind hold pictures that move.
    package var moves: Bool { self == .gif }

    /// What the first box of a HEIF or AVIF file names, where that of a video file names others.
    private static let stillBrands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis"]

    /// The second header's size is one that exists: text that starts with "BM" hardly has it.
    private static func isPlausibleBMP(_ start: UnsafeRawBufferPointer) -> Bool {
        guard start.count >= 18 else { return false }
        let size = UInt32(littleEndian: start.loadUnaligned(fromByteOffset: 14, as: UInt32.self))
        return size == 12 || (16...124).contains(size)
    }
}
