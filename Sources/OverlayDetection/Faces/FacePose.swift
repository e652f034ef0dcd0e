import Glibc
import OverlayGeometry
import OverlayMetadata

/// A face's roll and yaw from its five landmarks.
package struct FacePose: Hashable, Sendable {
    /// In degrees in [0, 360), clockwise positive as seen.
    package var roll: Double
    /// In degrees in [0, 360), positive to the subject's own right.
    package var yaw: Double

    /// Radians of yaw for a nose that stands beside the middle of the eyes by their whole distance; measured on
    /// rendered faces up to 75°, on which the detector's landmarks follow a line better than the tangent of a rigid head.
    private static let radiansForEyesDistance = 1.84

    /// The five points of an upright face that looks at the camera, about their mean; y grows downwards.
    ///
    /// The unit is free: only directions matter.
    private static let upright = Landmarks(
        leftEye: Point(x: 17.6, y: -20), rightEye: Point(x: -17.6, y: -20), nose: Point(x: 0, y: -0.3),
        mouthLeft: Point(x: 14.6, y: 20.15), mouthRight: Point(x: -14.6, y: 20.15))

    /// The pose that the points show, which are in square pixels; nil when they lie in one place.
    ///
    /// Roll is the turn of the least-squares similarity of all five points (2-D Procrustes), which is steadier than
    /// the line of the eyes alone. Yaw is the nose's offset along the face's own horizontal, over the eyes' distance.
    package init?(_ landmarks: Landmarks) {
        let seen = landmarks.points
        let count = Double(seen.count)
        let middle = Point(x: seen.reduce(0) { $0 + $1.x } / count, y: seen.reduce(0) { $0 + $1.y } / count)
        var along = 0.0
        var across = 0.0
        for (model, point) in zip(FacePose.upright.points, seen) {
            let (x, y) = (point.x - middle.x, point.y - middle.y)
            along += model.x * x + model.y * y
            across += model.x * y - model.y * x
        }
        guard along.isFinite, across.isFinite, along * along + across * across > 0 else { return nil }
        let turn = atan2(across, along)
        let horizontal = Point(x: cos(turn), y: sin(turn))
        func place(_ point: Point) -> Double { point.x * horizontal.x + point.y * horizontal.y }
        let eyes = (place(landmarks.leftEye) + place(landmarks.rightEye)) / 2
        let offset = eyes - place(landmarks.nose)
        let distance = max(place(landmarks.leftEye) - place(landmarks.rightEye), 0)
        roll = Angle.normalized(turn * 180 / .pi)
        // Past the profile the landmarks say no more than the side.
        let turned = FacePose.radiansForEyesDistance * offset / max(distance, .leastNormalMagnitude)
        yaw = Angle.normalized(Angle.yawSign * max(-.pi / 2, min(.pi / 2, turned)) * 180 / .pi)
    }
}

extension Landmarks {
    fileprivate var points: [Point] { [leftEye, rightEye, nose, mouthLeft, mouthRight] }
}
