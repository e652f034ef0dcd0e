import Glibc
import OverlayGeometry
import OverlayMetadata
import Testing

@testable import OverlayDetection

@Suite("Pose from five points", .timeLimit(.minutes(1)))
struct FacePoseTests {
    /// A head model in eye distances: x to the subject's left, y down, z towards the camera.
    private static let head = [
        (x: 0.5, y: -0.57, z: 0.0), (x: -0.5, y: -0.57, z: 0.0), (x: 0.0, y: -0.01, z: 1 / 1.84),
        (x: 0.41, y: 0.57, z: 0.0), (x: -0.41, y: 0.57, z: 0.0),
    ]

    /// The points as a distant camera sees the head: first turned to the subject's own right by `yaw`, then clockwise by
    /// `roll`, in degrees.
    static func landmarks(roll: Double, yaw: Double) -> Landmarks {
        let (turn, tilt) = (yaw * .pi / 180, roll * .pi / 180)
        let seen = head.map { point in
            // Turning to the own right moves the nose, which points at the camera, to the viewer's left.
            let x = point.x * cos(turn) - point.z * sin(turn)
            return Point(
                x: 300 + 80 * (x * cos(tilt) - point.y * sin(tilt)),
                y: 200 + 80 * (x * sin(tilt) + point.y * cos(tilt)))
        }
        return Landmarks(leftEye: seen[0], rightEye: seen[1], nose: seen[2], mouthLeft: seen[3], mouthRight: seen[4])
    }

    @Test("a frontal face's roll is its turn", arguments: Array(stride(from: 0.0, to: 360, by: 15)))
    func roll(degrees: Double) throws {
        let pose = try #require(FacePose(Self.landmarks(roll: degrees, yaw: 0)))
        #expect(Angle.difference(pose.roll, degrees) < 0.5)
        #expect(Angle.difference(pose.yaw, 0) < 0.5)
        #expect((0..<360).contains(pose.roll) && (0..<360).contains(pose.yaw))
    }

    @Test(
        "yaw is positive to the subject's own right, the nose to the viewer's left, at every roll",
        arguments: [-80.0, -60, -30, -10, 10, 30, 60, 80], [0.0, 30, 90, 180, 300])
    func yaw(degrees: Double, roll: Double) throws {
        let pose = try #require(FacePose(Self.landmarks(roll: roll, yaw: degrees)))
        let signed = pose.yaw > 180 ? pose.yaw - 360 : pose.yaw
        #expect(abs(signed) <= 90)
        #expect(signed.sign == degrees.sign)
        // A rigid head's landmarks outrun the measured line further out.
        if abs(degrees) <= 30 { #expect(abs(signed - degrees) < 4) }
        #expect(Angle.difference(pose.roll, roll) < 1)
    }

    @Test("points in one place, or not finite, have no pose")
    func degenerate() {
        let place = Point(x: 3, y: 4)
        #expect(
            FacePose(Landmarks(leftEye: place, rightEye: place, nose: place, mouthLeft: place, mouthRight: place))
                == nil)
        var landmarks = Self.landmarks(roll: 0, yaw: 0)
        landmarks.nose.x = .nan
        #expect(FacePose(landmarks) == nil)
        landmarks.nose.x = .infinity
        #expect(FacePose(landmarks) == nil)
    }
}
