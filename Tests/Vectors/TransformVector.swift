/// One golden vector: a layer, and what it makes of points, rectangles, faces and codes.
package struct TransformVector: Decodable, Sendable, CustomStringConvertible {
    /// Configuration, gravity, rotation and mirror in one word.
    package let id: String
    package let config: String
    package let gravity: String
    package let rotation: Int
    package let mirrored: Bool
    package let matrix: [Double]
    package let inverse: [Double]
    package let contentRect: [Double]
    package let visibleUv: [Double]
    package let points: [Pair]
    package let inversePoints: [Pair]
    package let metadataRect: MetadataRect
    package let layerRect: LayerRect
    package let faces: [FaceCase]
    package let codes: [CodeCase]

    package var description: String { id }

    /// A point in metadata space and in the layer.
    package struct Pair: Decodable, Sendable {
        package let uv: [Double]
        package let xy: [Double]
    }

    /// A rectangle of metadata space, and in the layer.
    package struct MetadataRect: Decodable, Sendable {
        package let uv: [Double]
        package let layer: [Double]
    }

    /// A rectangle of the layer, in metadata space as it is and cut to the unit square.
    package struct LayerRect: Decodable, Sendable {
        package let layer: [Double]
        package let uv: [Double]
        package let uvClipped: [Double]
    }

    /// A face in metadata space and in the layer.
    package struct FaceCase: Decodable, Sendable {
        package let id: String
        package let `in`: Angles
        package let out: Angles

        /// A box with its angles; nil where not measured.
        package struct Angles: Decodable, Sendable {
            package let bounds: [Double]
            package let roll: Double?
            package let yaw: Double?
        }
    }

    /// A code in metadata space and in the layer.
    package struct CodeCase: Decodable, Sendable {
        package let id: String
        package let `in`: Corners
        package let out: Corners

        /// Four corners, their box, and how they run.
        package struct Corners: Decodable, Sendable {
            package let corners: [[Double]]
            package let bounds: [Double]
            package let winding: String?
        }
    }
}
