import OverlayGeometry

/// A face's angles in degrees in [0, 360) and its landmarks; what was not measured is nil, never 0.
public struct Face: Hashable, Sendable {
    /// Clockwise positive as seen, 0 = upright in the unrotated picture.
    public var roll: Double?
    /// Positive = turned to the subject's own right, nose towards the viewer's left in an unmirrored picture.
    public var yaw: Double?
    /// Positive = looking up; no layer changes it.
    public var pitch: Double?
    /// Five points, named by the subject's side.
    public var landmarks: Landmarks?

    /// A face of what was measured.
    public init(roll: Double? = nil, yaw: Double? = nil, pitch: Double? = nil, landmarks: Landmarks? = nil) {
        self.roll = roll
        self.yaw = yaw
        self.pitch = pitch
        self.landmarks = landmarks
    }
}

/// Five points of a face, named by the subject's side: a mirrored layer moves them and never renames them.
public struct Landmarks: Hashable, Sendable {
    /// The subject's left eye.
    public var leftEye: Point
    /// The subject's right eye.
    public var rightEye: Point
    /// The tip of the nose.
    public var nose: Point
    /// The corner of the mouth on the subject's left.
    public var mouthLeft: Point
    /// The corner of the mouth on the subject's right.
    public var mouthRight: Point

    /// Landmarks of five points.
    public init(leftEye: Point, rightEye: Point, nose: Point, mouthLeft: Point, mouthRight: Point) {
        self.leftEye = leftEye
        self.rightEye = rightEye
        self.nose = nose
        self.mouthLeft = mouthLeft
        self.mouthRight = mouthRight
    }

    /// Each point sent through `transform`.
    public func mapped(_ transform: (Point) -> Point) -> Landmarks {
        Landmarks(
            leftEye: transform(leftEye), rightEye: transform(rightEye), nose: transform(nose),
            mouthLeft: transform(mouthLeft), mouthRight: transform(mouthRight))
    }
}
