/// How large a picture may be.
///
/// Checked on what its header says, before anything is allocated for it.
package struct PictureLimits: Hashable, Sendable {
    /// Pixels of a picture.
    package var pixels: Int
    /// Pixels along either side.
    package var side: Int
    /// Bytes of a file.
    package var bytes: Int

    /// The defaults hold any photograph.
    package init(pixels: Int = 100_000_000, side: Int = 32_767, bytes: Int = 256 << 20) {
        self.pixels = pixels
        self.side = side
        self.bytes = bytes
    }

    /// For pictures that move: a frame of 8K, 7680×4320, and little more.
    package static let moving = PictureLimits(pixels: 36_000_000, side: 16_384)

    /// Throws `tooLarge` or `undecodable` unless a picture of this size may be decoded.
    package func check(width: Int, height: Int) throws(SourceError) {
        guard width > 0, height > 0 else {
            throw .undecodable("the picture says that it is \(width)×\(height) pixels; each side must be at least 1")
        }
        guard width <= side, height <= side else {
            throw .tooLarge("the picture is \(width)×\(height) pixels; a side may have at most \(side)")
        }
        guard width <= pixels / height else {
            throw .tooLarge("the picture is \(width)×\(height) pixels; at most \(pixels) pixels in all are read")
        }
    }
}
