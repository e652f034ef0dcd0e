import OverlayGeometry
import OverlayMetadata

extension MetadataFrame {
    /// A frame of the 720p input, 40 ms after the one before, with the given objects.
    static func sample(
        _ sequence: UInt64, _ objects: [MetadataObject] = [], size: FrameSize = FrameSize(width: 1280, height: 720)
    ) -> MetadataFrame {
        let time = 999_900_000 + Int64(sequence) * 40_000
        return MetadataFrame(
            sequence: sequence, time: time, wall: 1_764_500_000_000_000 + Int64(sequence) * 40_000, duration: 40_000,
            clock: .received, size: size, objects: objects)
    }
}

extension MetadataObject {
    /// A face of an upright person who looks a little to their left.
    static func face(_ id: UInt64 = 7, at bounds: Rect = Rect(x: 0.5, y: 0.25, width: 0.125, height: 0.25))
        -> MetadataObject
    {
        func point(_ x: Double, _ y: Double) -> Point {
            Point(x: bounds.x + x * bounds.width, y: bounds.y + y * bounds.height)
        }
        return MetadataObject(
            type: .face, id: id, bounds: bounds, confidence: 0.9375, firstSeen: 999_900_000, lastSeen: 999_980_000,
            kind: .face(
                Face(
                    roll: 2.5, yaw: 340,
                    landmarks: Landmarks(
                        leftEye: point(0.7, 0.4), rightEye: point(0.3, 0.4), nose: point(0.55, 0.6),
                        mouthLeft: point(0.65, 0.8), mouthRight: point(0.35, 0.8)))))
    }

    /// A QR code, a little turned.
    static func code(
        _ id: UInt64 = 12, _ text: String = "https://example.org",
        at bounds: Rect = Rect(x: 0.1, y: 0.2, width: 0.2, height: 0.3), type: ObjectType = .qrCode, reads: Int = 3,
        upc: String? = nil
    ) -> MetadataObject {
        var corners = Quad(bounds)
        corners.topLeft.y += bounds.height / 100
        corners.bottomRight.y -= bounds.height / 100
        return MetadataObject(
            type: type, id: id, bounds: corners.bounds, firstSeen: 999_900_000, lastSeen: 999_980_000,
            kind: .code(Code(value: text, payload: Array(text.utf8), corners: corners, reads: reads, upc: upc)))
    }
}
