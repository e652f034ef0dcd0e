import OverlayGeometry
import TestVectors
import TestSupport
import Testing

@Suite("Quad", .timeLimit(.minutes(1)))
struct QuadTests {
    private let quad = Quad(Rect(x: 1, y: 2, width: 3, height: 4))

    @Test("the corners of a rectangle run top-left, bottom-left, bottom-right, top-right")
    func order() {
        #expect(quad.corners == [Point(x: 1, y: 2), Point(x: 1, y: 6), Point(x: 4, y: 6), Point(x: 4, y: 2)])
        #expect(quad.bounds == Rect(x: 1, y: 2, width: 3, height: 4))
    }

    @Test("counter-clockwise as seen is negative, twice the area; its mirror image is positive")
    func winding() {
        #expect(quad.winding == -24)
        #expect(quad.mapped { Point(x: -$0.x, y: $0.y) }.winding == 24)
    }

    @Test("the bounds hold every corner, and each side touches one")
    func bounds() {
        var random = SeededGenerator(seed: 10)
        for _ in 0..<200 {
            let quad = random.quad()
            #expect(Rect(bounding: quad.corners).map { near($0, quad.bounds, within: 1e-12) } == true)
        }
    }

    @Test("a corner that is not finite is noticed", arguments: 0..<4)
    func finite(place: Int) {
        var index = 0
        let broken = quad.mapped { corner in
            defer { index += 1 }
            return index == place ? Point(x: .nan, y: corner.y) : corner
        }
        #expect(quad.isFinite)
        #expect(!broken.isFinite)
    }
}
