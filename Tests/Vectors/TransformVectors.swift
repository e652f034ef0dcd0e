import Foundation
import OverlayGeometry

/// The golden vectors of every conversion, made by an independent program: `transform_vectors.json` beside this file.
///
/// Its values are rounded to 9 decimals and compared within `tolerance`.
package struct TransformVectors: Decodable, Sendable {
    /// The vectors: each gravity × rotation × mirror, for two frames and layers.
    package let vectors: [TransformVector]
    /// The frames and layers that the vectors name.
    package let configs: [Config]
    /// Rolls and what a layer makes of them.
    package let angleNormalisation: [RollCase]
    /// Yaws and what a layer makes of them.
    package let yawNormalisation: [YawCase]
    /// Frames and layers without a transform.
    package let degenerate: [Config]
    /// The turn for each orientation name, by the sensor's native side.
    package let orientationToRotation: [String: [String: Int]]
    /// One object before and after conversion, as a device showed it, rounded to one decimal.
    package let deviceObserved: DeviceObserved

    /// The greatest difference that still counts as equal.
    package static let tolerance = 1e-6

    /// The vectors of the file that lies beside this source file; it is read once.
    package static func load() throws -> TransformVectors { try content.get() }

    private static let content = Result {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("transform_vectors.json")
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(TransformVectors.self, from: Data(contentsOf: file))
    }

    /// The layer that a vector is about; nil when its configuration is missing or has no transform.
    package func layer(of vector: TransformVector) -> PreviewLayer? {
        guard let config = configs.first(where: { $0.id == vector.config }),
            let gravity = Gravity(rawValue: vector.gravity), let rotation = Rotation(rawValue: vector.rotation)
        else { return nil }
        return PreviewLayer(
            frame: config.frameSize, bounds: Rect(config.layer), gravity: gravity, rotation: rotation,
            mirrored: vector.mirrored)
    }
}

extension TransformVectors {
    /// A frame and a layer.
    package struct Config: Decodable, Sendable {
        /// The name by which vectors refer to it.
        package let id: String?
        /// Width and height in pixels.
        package let frame: [Double]
        /// x, y, width and height.
        package let layer: [Double]

        /// The frame as a layer takes it.
        package var frameSize: Size { Size(width: frame[0], height: frame[1]) }
    }

    /// A roll in metadata space and in a layer.
    package struct RollCase: Decodable, Sendable {
        package let roll: Double
        package let rotation: Int
        package let mirrored: Bool
        package let out: Double
    }

    /// A yaw in metadata space and in a layer.
    package struct YawCase: Decodable, Sendable {
        package let yaw: Double
        package let mirrored: Bool
        package let out: Double
    }

    /// An object that a device showed.
    package struct DeviceObserved: Decodable, Sendable {
        package let frame: [Double]
        package let layer: [Double]
        package let gravity: String
        package let rotation: Int
        package let mirrored: Bool
        package let layerCornersRounded1Dp: [[Double]]
        package let layerBoundsRounded1Dp: [Double]
        package let recoveredUv: [[Double]]
    }
}

extension Point {
    /// A point of `[x, y]`.
    package init(_ members: [Double]) { self.init(x: members[0], y: members[1]) }
}

extension Rect {
    /// A rectangle of `[x, y, width, height]`.
    package init(_ members: [Double]) {
        self.init(x: members[0], y: members[1], width: members[2], height: members[3])
    }
}

extension Quad {
    /// A quad of four `[x, y]`, in the order of the wire.
    package init(_ corners: [[Double]]) {
        self.init(
            topLeft: Point(corners[0]), bottomLeft: Point(corners[1]), bottomRight: Point(corners[2]),
            topRight: Point(corners[3]))
    }
}
