/// How the bytes of a frame stand for light.
package enum PixelFormat: String, CaseIterable, Sendable {
    /// One byte a pixel: luma.
    case gray8
    /// Three bytes a pixel: red, green, blue.
    case rgb24
    /// One JPEG file in the first plane; its stride has no meaning.
    case jpeg
}
