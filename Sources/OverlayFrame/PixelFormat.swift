/// How the bytes of a frame stand for light.
package enum PixelFormat: String, CaseIterable, Sendable {
    /// One byte a pixel: luma.
    case gray8
    /// Three bytes a pixel: red, green, blue.
    case rgb24
    /// One JPEG file in the first plane; its stride has no meaning.
    case jpeg
    /// Three planes of bytes: luma, and blue and red difference at half the width and half the height.
    case yuv420
    /// The same, the differences at half the width.
    case yuv422
    /// The same, the differences at full size.
    case yuv444

    /// By how many bits the width and height of the two difference planes are shifted; nil for other formats.
    ///
    /// An odd side is rounded up.
    package var chromaShift: (x: Int, y: Int)? {
        switch self {
        case .yuv420: (1, 1)
        case .yuv422: (1, 0)
        case .yuv444: (0, 0)
        case .gray8, .rgb24, .jpeg: nil
        }
    }
}
