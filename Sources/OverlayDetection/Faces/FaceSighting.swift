import OverlayGeometry
import OverlayMetadata

/// A face as the detector saw it in one picture, in metadata space.
package struct FaceSighting: Hashable, Sendable {
    /// The box of the face, cut at the edges of the picture.
    package var bounds: Rect
    /// The network's certainty, 0…1.
    package var confidence: Double
    /// Five points, which may lie a little outside the picture.
    package var landmarks: Landmarks?
    /// In degrees in [0, 360), clockwise positive as seen.
    package var roll: Double?
    /// In degrees in [0, 360), positive to the subject's own right.
    package var yaw: Double?

    /// A sighting of its members.
    package init(
        bounds: Rect, confidence: Double, landmarks: Landmarks? = nil, roll: Double? = nil, yaw: Double? = nil
    ) {
        self.bounds = bounds
        self.confidence = confidence
        self.landmarks = landmarks
        self.roll = roll
        self.yaw = yaw
    }
}
