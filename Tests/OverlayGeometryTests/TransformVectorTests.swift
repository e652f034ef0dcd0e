import OverlayGeometry
import TestVectors
import Testing

@Suite("Golden vectors", .timeLimit(.minutes(1)))
struct TransformVectorTests {
    private let golden: TransformVectors

    init() throws { golden = try TransformVectors.load() }

    @Test("there are 48 vectors: each gravity, turn and mirror for two layers")
    func count() {
        let manners = Set(golden.vectors.map { "\($0.config) \($0.gravity) \($0.rotation) \($0.mirrored)" })
        #expect(manners.count == 48)
        #expect(golden.vectors.count == 48)
    }

    @Test("the matrix, its inverse, the content rectangle and the visible part", arguments: try Self.vectors())
    func matrices(vector: TransformVector) throws {
        let layer = try #require(golden.layer(of: vector))
        #expect(near(layer.matrix.members, vector.matrix))
        #expect(near(layer.inverse.members, vector.inverse))
        #expect(near(layer.content, Rect(vector.contentRect)))
        #expect(near(layer.visible, Rect(vector.visibleUv)))
    }

    @Test("points from the picture to the layer and back", arguments: try Self.vectors())
    func points(vector: TransformVector) throws {
        let layer = try #require(golden.layer(of: vector))
        for pair in vector.points {
            #expect(near(layer.layerPoint(fromDevice: Point(pair.uv)), Point(pair.xy)))
            #expect(near(layer.devicePoint(fromLayer: Point(pair.xy)), Point(pair.uv)))
        }
        for pair in vector.inversePoints {
            #expect(near(layer.devicePoint(fromLayer: Point(pair.xy)), Point(pair.uv)))
        }
        #expect(!vector.points.isEmpty && !vector.inversePoints.isEmpty)
    }

    @Test("rectangles both ways, raw and cut to the picture", arguments: try Self.vectors())
    func rectangles(vector: TransformVector) throws {
        let layer = try #require(golden.layer(of: vector))
        let given = vector.metadataRect
        #expect(near(layer.layerRect(fromDevice: Rect(given.uv)), Rect(given.layer)))
        #expect(near(layer.deviceRect(fromLayer: Rect(given.layer)), Rect(given.uv)))
        let raw = layer.deviceRect(fromLayer: Rect(vector.layerRect.layer))
        #expect(near(raw, Rect(vector.layerRect.uv)))
        #expect(near(try #require(raw.intersection(.unit)), Rect(vector.layerRect.uvClipped)))
    }

    @Test("a quad's corners keep their order, its bounds follow, and its winding flips", arguments: try Self.vectors())
    func quads(vector: TransformVector) throws {
        let layer = try #require(golden.layer(of: vector))
        for code in vector.codes {
            let converted = Quad(code.in.corners).mapped(layer.layerPoint(fromDevice:))
            #expect(zip(converted.corners, code.out.corners).allSatisfy { near($0, Point($1)) })
            #expect(near(converted.bounds, Rect(code.out.bounds)))
            #expect(converted.run == code.out.winding)
        }
    }

    @Test("angles of faces", arguments: try Self.vectors())
    func angles(vector: TransformVector) throws {
        let layer = try #require(golden.layer(of: vector))
        for face in vector.faces {
            #expect(near(layer.layerRect(fromDevice: Rect(face.in.bounds)), Rect(face.out.bounds)))
            #expect(near(face.in.roll.map(layer.layerRoll(fromDevice:)), face.out.roll))
            #expect(near(face.in.yaw.map(layer.layerYaw(fromDevice:)), face.out.yaw))
            #expect(near(face.out.roll.map(layer.deviceRoll(fromLayer:)), face.in.roll))
            #expect(near(face.out.yaw.map(layer.deviceYaw(fromLayer:)), face.in.yaw))
        }
    }

    static func vectors() throws -> [TransformVector] { try TransformVectors.load().vectors }
}

extension Quad {
    /// How the corners run as seen, in the vectors' words.
    fileprivate var run: String {
        abs(winding) < TransformVectors.tolerance ? "none" : winding < 0 ? "counterclockwise" : "clockwise"
    }
}
