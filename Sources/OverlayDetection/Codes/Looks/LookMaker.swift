import CVision
import OverlayFrame
import OverlayGeometry

/// Luma as a look shows it.
struct PreparedLuma {
    /// The prepared picture.
    let view: PictureView
    /// From places in it to places in the picture that it was made of, both in pixels.
    let source: AffineMatrix
}

/// Prepares luma for code readers, in buffers that are used again.
///
/// One thread at a time.
final class LookMaker {
    /// What would have more pixels is not made.
    static let mostPixels = 1 << 23

    private let looks = cvision_looks_create()

    deinit { cvision_looks_destroy(looks) }

    /// Runs `body` on a picture of one channel as the look shows it; nil when it cannot be made.
    func with<Result>(_ look: Look, of luma: PictureView, _ body: (PreparedLuma) -> Result) -> Result? {
        guard !look.isPlain else {
            return body(PreparedLuma(view: luma, source: .identity))
        }
        guard let looks, luma.channels == 1, luma.width > 0, luma.height > 0, luma.stride >= luma.width else {
            return nil
        }
        var input = cvision_luma(
            pixels: luma.base, width: Int32(clamping: luma.width), height: Int32(clamping: luma.height),
            stride: luma.stride)
        var output = cvision_luma()
        var members = [Double](repeating: 0, count: 6)
        let steps = look.steps.map(\.cValue)
        let result = cvision_looks_prepare(
            looks, &input, steps, Int32(clamping: steps.count), LookMaker.mostPixels, &output, &members)
        guard result == 0, let base = output.pixels else { return nil }
        let view = PictureView(
            base: base, width: Int(output.width), height: Int(output.height), stride: output.stride, channels: 1)
        let source = AffineMatrix(
            a: members[0], b: members[1], c: members[2], d: members[3], tx: members[4], ty: members[5])
        return body(PreparedLuma(view: view, source: source))
    }
}
