import OverlayGeometry
import TestVectors
import TestSupport
import Testing

@Suite("Rect", .timeLimit(.minutes(1)))
struct RectTests {
    @Test("a rectangle spans two points in whichever order they come")
    func spanning() {
        let rect = Rect(spanning: Point(x: 3, y: 1), Point(x: 1, y: 2))
        #expect(rect == Rect(x: 1, y: 1, width: 2, height: 1))
    }

    @Test("the box of no points is none, of one point is that point")
    func bounding() {
        #expect(Rect(bounding: [Point]()) == nil)
        #expect(Rect(bounding: [Point(x: 2, y: 3)]) == Rect(x: 2, y: 3, width: 0, height: 0))
        #expect(
            Rect(bounding: [Point(x: 2, y: 3), Point(x: -1, y: 7), Point(x: 0, y: 0)])
                == Rect(x: -1, y: 0, width: 3, height: 7))
    }

    @Test("a point belongs to the left and top edges and not to the others")
    func containsPoint() {
        #expect(Rect.unit.contains(Point(x: 0, y: 0)))
        #expect(!Rect.unit.contains(Point(x: 1, y: 0.5)))
        #expect(!Rect.unit.contains(Point(x: 0.5, y: 1)))
        #expect(!Rect.unit.contains(Point(x: .nan, y: 0.5)))
    }

    @Test(
        "a rectangle meets another by positive extent, or by a point in the half-open interval",
        arguments: [
            (Rect(x: 0.25, y: 0.25, width: 0.1, height: 0.1), true),
            (Rect(x: 0.5, y: 0.25, width: 0.1, height: 0.1), false),
            (Rect(x: -0.1, y: 0.25, width: 0.1, height: 0.1), false),
            (Rect(x: -0.1, y: 0.25, width: 0.125, height: 0.1), true),
            (Rect(x: 0.25, y: 0.5, width: 0.1, height: 0.1), false),
            (Rect(x: 0, y: 0.25, width: 0, height: 0.1), true),
            (Rect(x: 0.5, y: 0.25, width: 0, height: 0.1), false),
            (Rect(x: 0.25, y: 0, width: 0.1, height: 0), true),
            (Rect(x: 0.25, y: 0.5, width: 0.1, height: 0), false),
            (Rect(x: 0, y: 0, width: 0, height: 0), true),
            (Rect(x: 0.5, y: 0.5, width: 0, height: 0), false),
            (Rect(x: -1, y: -1, width: 3, height: 3), true),
        ])
    func meets(other: Rect, expected: Bool) {
        #expect(Rect(x: 0, y: 0, width: 0.5, height: 0.5).meets(other) == expected)
    }

    @Test("of two halves side by side, exactly one has a thin object on their border")
    func halves() {
        let left = Rect(x: 0, y: 0, width: 0.5, height: 1)
        let right = Rect(x: 0.5, y: 0, width: 0.5, height: 1)
        let line = Rect(x: 0.5, y: 0.2, width: 0, height: 0.5)
        #expect(!left.meets(line))
        #expect(right.meets(line))
    }

    @Test("the shared part is within both, and there exactly when both meet with extent")
    func intersection() {
        var random = SeededGenerator(seed: 8)
        for _ in 0..<500 {
            let (first, second) = (random.rect(), random.rect())
            let shared = first.intersection(second)
            #expect(shared == second.intersection(first))
            #expect((shared != nil) == first.meets(second))
            if let shared {
                #expect(first.expanded(by: 1e-12).contains(shared))
                #expect(second.expanded(by: 1e-12).contains(shared))
            }
        }
        #expect(Rect.unit.intersection(Rect(x: 1, y: 0, width: 1, height: 1)) == nil)
    }

    @Test("the union holds both and is no larger than it must be")
    func union() {
        var random = SeededGenerator(seed: 9)
        for _ in 0..<500 {
            let (first, second) = (random.rect(), random.rect())
            let both = first.union(second)
            #expect(both == second.union(first))
            #expect(both.expanded(by: 1e-12).contains(first) && both.expanded(by: 1e-12).contains(second))
            let corners = Quad(first).corners + Quad(second).corners
            #expect(Rect(bounding: corners).map { near($0, both, within: 1e-12) } == true)
        }
    }

    @Test("the overlap is 1 of a rectangle with itself, 0 of strangers, a third of half-shifted twins")
    func overlap() {
        let twin = Rect(x: 0.5, y: 0, width: 1, height: 1)
        #expect(Rect.unit.overlap(with: .unit) == 1)
        #expect(Rect.unit.overlap(with: Rect(x: 2, y: 0, width: 1, height: 1)) == 0)
        #expect(near(Rect.unit.overlap(with: twin), 1.0 / 3))
        #expect(Rect(x: 0, y: 0, width: 0, height: 0).overlap(with: Rect(x: 0, y: 0, width: 0, height: 0)) == 0)
    }
}
