import OverlayGeometry
import TestVectors
import Testing

@Suite("Golden cases beside the vectors", .timeLimit(.minutes(1)))
struct GoldenCaseTests {
    private let golden: TransformVectors

    init() throws { golden = try TransformVectors.load() }

    @Test("every roll turns with the layer and flips with its mirror")
    func rolls() throws {
        #expect(golden.angleNormalisation.count == 56)
        for entry in golden.angleNormalisation {
            let rotation = try #require(Rotation(rawValue: entry.rotation))
            let layer = try square(rotation: rotation, mirrored: entry.mirrored)
            #expect(near(layer.layerRoll(fromDevice: entry.roll), entry.out))
            #expect(near(layer.deviceRoll(fromLayer: entry.out), entry.roll))
        }
    }

    @Test("every yaw flips with the mirror and ignores the turn", arguments: Rotation.allCases)
    func yaws(rotation: Rotation) throws {
        #expect(golden.yawNormalisation.count == 16)
        for entry in golden.yawNormalisation {
            let layer = try square(rotation: rotation, mirrored: entry.mirrored)
            #expect(near(layer.layerYaw(fromDevice: entry.yaw), entry.out))
            #expect(near(layer.deviceYaw(fromLayer: entry.out), entry.yaw))
        }
    }

    @Test("a frame or a layer without area has no transform", arguments: Manner.all)
    func degenerate(manner: Manner) {
        #expect(golden.degenerate.count == 3)
        for entry in golden.degenerate {
            let layer = PreviewLayer(
                frame: entry.frameSize, bounds: Rect(entry.layer), gravity: manner.gravity, rotation: manner.rotation,
                mirrored: manner.mirrored)
            #expect(layer == nil)
        }
    }

    @Test(
        "an orientation name is a turn, by the sensor's native side",
        arguments: [
            (Position.rear as Position?, "rear_or_landscapeRight_native"), (nil, "rear_or_landscapeRight_native"),
            (.front, "front_or_landscapeLeft_native"),
        ])
    func orientations(position: Position?, native: String) throws {
        let table = try #require(golden.orientationToRotation[native])
        #expect(table.count == Orientation.allCases.count)
        for (name, degrees) in table {
            let orientation = try #require(Orientation(rawValue: name))
            #expect(orientation.rotation(for: position).rawValue == degrees)
        }
    }

    @Test("what a device showed comes out to the decimal that it printed")
    func deviceObserved() throws {
        let observed = golden.deviceObserved
        let gravity = try #require(Gravity(rawValue: observed.gravity))
        let rotation = try #require(Rotation(rawValue: observed.rotation))
        let layer = try #require(
            PreviewLayer(
                frame: Size(width: observed.frame[0], height: observed.frame[1]), bounds: Rect(observed.layer),
                gravity: gravity, rotation: rotation, mirrored: observed.mirrored))
        let converted = Quad(observed.recoveredUv).mapped(layer.layerPoint(fromDevice:))
        let shown = Quad(observed.layerCornersRounded1Dp)
        #expect(zip(converted.corners, shown.corners).allSatisfy { near($0, $1) })
        #expect(near(converted.bounds, Rect(observed.layerBoundsRounded1Dp), within: 0.051))
        #expect(converted.winding < 0)
    }

    private func square(rotation: Rotation, mirrored: Bool) throws -> PreviewLayer {
        try #require(
            PreviewLayer(
                frame: Size(width: 4, height: 3), bounds: .unit, rotation: rotation, mirrored: mirrored))
    }
}
