import OverlayGeometry
import TestVectors
import TestSupport
import Testing

@Suite("AffineMatrix", .timeLimit(.minutes(1)))
struct AffineMatrixTests {
    @Test("the members stand in the order of the wire")
    func members() {
        #expect(AffineMatrix(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6).members == [1, 2, 3, 4, 5, 6])
    }

    @Test("a point becomes (a·x + c·y + tx, b·x + d·y + ty)")
    func apply() {
        let matrix = AffineMatrix(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
        #expect(matrix.apply(Point(x: 10, y: 100)) == Point(x: 315, y: 426))
    }

    @Test("a matrix that flattens the plane has no inverse")
    func flat() {
        #expect(AffineMatrix(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0).inverse == nil)
        #expect(AffineMatrix(a: .infinity, b: 0, c: 0, d: 1, tx: 0, ty: 0).inverse == nil)
    }

    @Test("the inverse undoes any other matrix")
    func inverse() throws {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<200 {
            let matrix = AffineMatrix(
                a: random.number(in: 1...9), b: random.number(in: -1...1), c: random.number(in: -1...1) / 2,
                d: random.number(in: 1...9), tx: random.number(in: -99...99), ty: random.number(in: -99...99))
            let point = random.point(in: -5...5)
            #expect(near(try #require(matrix.inverse).apply(matrix.apply(point)), point, within: 1e-9))
        }
    }
}
