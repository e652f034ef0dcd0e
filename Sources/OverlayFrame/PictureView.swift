/// A picture that somebody else owns, for the length of a call: interleaved bytes, rows `stride` apart.
package struct PictureView {
    /// The first pixel of the first row.
    package let base: UnsafePointer<UInt8>
    /// Pixels in a row.
    package let width: Int
    /// Rows.
    package let height: Int
    /// Bytes from one row to the next, at least `width * channels`.
    package let stride: Int
    /// Bytes a pixel: 1 is luma, 3 is red, green, blue.
    package let channels: Int

    /// A view; the caller answers for the memory.
    package init(base: UnsafePointer<UInt8>, width: Int, height: Int, stride: Int, channels: Int) {
        self.base = base
        self.width = width
        self.height = height
        self.stride = stride
        self.channels = channels
    }
}
