import OverlayFrame
import OverlayGeometry
import Testing

@testable import OverlayDetection

@Suite("What ZBar scans", .timeLimit(.minutes(1)))
struct ScanPictureTests {
    @Test(
        "rows as wide as the picture are scanned where they lie, padded ones as a wider picture that is cropped",
        arguments: [0, 32, 160])
    func inPlace(padding: Int) throws {
        let (width, height) = (640, 480)
        let pixels = [UInt8](repeating: 128, count: (width + padding) * height)
        try pixels.withUnsafeBufferPointer { pixels in
            let base = try #require(pixels.baseAddress)
            let luma = PictureView(base: base, width: width, height: height, stride: width + padding, channels: 1)
            let whole = Rect(x: 0, y: 0, width: 1, height: 1)
            let area = try #require(SearchArea(whole, margin: CodeReader.margin, in: luma))
            var buffer: [UInt8] = []
            let scanned = ScanPicture.with(area, of: luma, buffer: &buffer) { picture in
                #expect(picture.base == base)
                #expect(picture.columns == width + padding)
                #expect(picture.width == width)
                return picture.columns * picture.height
            }
            #expect(try #require(scanned) <= pixels.count)
            #expect(buffer.isEmpty)
        }
    }
}
