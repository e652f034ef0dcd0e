import OverlayGeometry
import TestVectors
import Testing

@Suite("Angle", .timeLimit(.minutes(1)))
struct AngleTests {
    @Test(
        "a direction has one number in [0, 360)",
        arguments: [(0.0, 0.0), (360, 0), (-90, 270), (725, 5), (-0.0, 0), (-1e-17, 0), (359.5, 359.5)])
    func normalized(degrees: Double, expected: Double) {
        #expect(Angle.normalized(degrees) == expected)
        #expect(Angle.normalized(degrees).sign == .plus)
    }

    @Test("the difference of two directions goes the short way round", arguments: [(350.0, 10.0, 20.0), (0, 180, 180)])
    func difference(first: Double, second: Double, expected: Double) {
        #expect(near(Angle.difference(first, second), expected))
        #expect(near(Angle.difference(second, first), expected))
    }

    @Test("positive yaw is the subject's own right: the sign is +1")
    func yawSign() { #expect(Angle.yawSign == 1) }
}
