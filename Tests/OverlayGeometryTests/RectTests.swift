import OverlayGeometry
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RectTests {
    @Test("a rectangle spans two points in whichever order they come")
    func spanning() {
        let rect = Rect(spanning: Point(x: 3, y: 1), Point(x: 1, y: 2))
        #expect(rect == Rect(x: 1, y: 1, width: 2, height: 1))
    }
}
