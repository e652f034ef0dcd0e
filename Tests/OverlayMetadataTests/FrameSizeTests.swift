import OverlayGeometry
import OverlayMetadata
import Testing

@Suite("FrameSize", .timeLimit(.minutes(1)))
struct FrameSizeTests {
    @Test("pixels that are not square widen the picture as a layer takes it")
    func display() {
        #expect(FrameSize(width: 720, height: 576).display == Size(width: 720, height: 576))
        #expect(FrameSize(width: 720, height: 576, pixelAspect: 1.5).display == Size(width: 1080, height: 576))
    }
}
