/// How the bytes of a frame stand for light.
package enum PixelFormat: String, CaseIterable, Sendable {
    /// One byte a pixel: luma.
    case gray8
    /// Two bytes a pixel, the lower first: luma in the lowest 10 bits.
    case gray10
    /// The same in the lowest 12 bits.
    case gray12
    /// The same in all 16 bits.
    case gray16
    /// Three bytes a pixel: red, green, blue.
    case rgb24
    /// Three bytes a pixel: blue, green, red.
    case bgr24
    /// One JPEG file in the first plane; its stride has no meaning.
    case jpeg
    /// Three planes of bytes: luma, and blue and red difference at half the width and half the height.
    ///
    /// Planes may lie in one another, by their steps.
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
        case .gray8, .gray10, .gray12, .gray16, .rgb24, .bgr24, .jpeg: nil
        }
    }

    /// Bits of luma in each pair of bytes; nil for other formats.
    package var bitsOfTwoBytes: Int? {
        switch self {
        case .gray10: 10
        case .gray12: 12
        case .gray16: 16
        default: nil
        }
    }
}
