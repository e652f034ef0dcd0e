import OverlayGeometry
import TestVectors
import TestSupport
import Testing

@Suite("Conversions of random layers", .timeLimit(.minutes(1)))
struct ConversionPropertyTests {
    @Test("the way there and back ends where it began", arguments: Manner.all)
    func inverse(manner: Manner) throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<100 {
            let layer = try random.layer(manner)
            let point = random.point(in: -1...2)
            #expect(near(layer.devicePoint(fromLayer: layer.layerPoint(fromDevice: point)), point, within: 1e-9))
            let rect = random.rect(in: -1...2)
            #expect(near(layer.deviceRect(fromLayer: layer.layerRect(fromDevice: rect)), rect, within: 1e-9))
            let angle = random.number(in: -720...720)
            let roll = layer.deviceRoll(fromLayer: layer.layerRoll(fromDevice: angle))
            #expect(Angle.difference(roll, angle) < 1e-9)
            let yaw = layer.deviceYaw(fromLayer: layer.layerYaw(fromDevice: angle))
            #expect(Angle.difference(yaw, angle) < 1e-9)
        }
    }

    @Test("the winding flips exactly when mirrored", arguments: Manner.all)
    func winding(manner: Manner) throws {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<100 {
            let layer = try random.layer(manner)
            let quad = random.quad()
            let converted = quad.mapped(layer.layerPoint(fromDevice:))
            #expect(quad.winding < 0)
            #expect((converted.centred.winding > 0) == manner.mirrored)
        }
    }

    @Test("a rectangle's conversion is the box of its corners' conversions", arguments: Manner.all)
    func corners(manner: Manner) throws {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<100 {
            let layer = try random.layer(manner)
            let rect = random.rect(in: -1...2)
            let box = Quad(rect).mapped(layer.layerPoint(fromDevice:)).bounds
            #expect(near(layer.layerRect(fromDevice: rect), box, within: 1e-8))
            let points = Quad(rect).corners.map(layer.layerPoint(fromDevice:))
            #expect(near(try #require(Rect(bounding: points)), box, within: 1e-8))
        }
    }

    @Test("the whole picture becomes the content rectangle, centred in the layer", arguments: Manner.all)
    func content(manner: Manner) throws {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<100 {
            let layer = try random.layer(manner)
            let (content, bounds) = (layer.content, layer.bounds)
            #expect(near(layer.layerRect(fromDevice: .unit), content, within: 1e-6))
            #expect(near(content.center, bounds.center, within: 1e-8))
            let slack = 1e-8
            switch manner.gravity {
            case .resize: #expect(near(content, bounds, within: slack))
            case .resizeAspect: #expect(bounds.expanded(by: slack).contains(content))
            case .resizeAspectFill: #expect(content.expanded(by: slack).contains(bounds))
            }
        }
    }

    @Test("gravities that keep the aspect scale both axes alike", arguments: Manner.all)
    func aspect(manner: Manner) throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<100 {
            let layer = try random.layer(manner)
            let shown =
                manner.rotation.swapsSides
                ? Size(width: layer.frame.height, height: layer.frame.width) : layer.frame
            let (scaleX, scaleY) = (layer.content.width / shown.width, layer.content.height / shown.height)
            if manner.gravity == .resize {
                #expect(near(scaleX * shown.width, layer.bounds.width, within: 1e-8))
            } else {
                #expect(abs(scaleX / scaleY - 1) < 1e-9)
                let touched = near(layer.content.width, layer.bounds.width, within: 1e-8)
                #expect(touched || near(layer.content.height, layer.bounds.height, within: 1e-8))
            }
        }
    }

    @Test("the visible part lies in the picture, and is all of it unless gravity fills", arguments: Manner.all)
    func visible(manner: Manner) throws {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<100 {
            let layer = try random.layer(manner)
            #expect(Rect.unit.expanded(by: 1e-9).contains(layer.visible))
            if manner.gravity != .resizeAspectFill { #expect(near(layer.visible, .unit, within: 1e-9)) }
            #expect(layer.bounds.expanded(by: 1e-6).contains(layer.layerRect(fromDevice: layer.visible)))
        }
    }

    @Test("angles stay in [0, 360)", arguments: Manner.all)
    func angles(manner: Manner) throws {
        var random = SeededGenerator(seed: 7)
        let layer = try random.layer(manner)
        let edges = [0, -0.0, 360, -360, 359.999_999_999, -1e-300, -1e-17, 1e300, .leastNonzeroMagnitude]
        for angle in edges + (0..<200).map({ _ in random.number(in: -2000...2000) }) {
            let results = [
                layer.layerRoll(fromDevice: angle), layer.layerYaw(fromDevice: angle),
                layer.deviceRoll(fromLayer: angle), layer.deviceYaw(fromLayer: angle),
            ]
            #expect(results.allSatisfy { $0 >= 0 && $0 < 360 && $0.sign == .plus })
        }
    }

    @Test("a member that is not finite leaves no transform", arguments: [Double.nan, .infinity, -.infinity])
    func notFinite(number: Double) {
        let frame = Size(width: 4, height: 3)
        for place in 0..<4 {
            var members = [0.0, 0, 10, 10]
            members[place] = number
            #expect(PreviewLayer(frame: frame, bounds: Rect(members)) == nil)
        }
        #expect(PreviewLayer(frame: Size(width: number, height: 3), bounds: .unit) == nil)
        #expect(PreviewLayer(frame: Size(width: 4, height: number), bounds: .unit) == nil)
    }

    @Test("sizes at the ends of the number line give a finite transform or none", arguments: Manner.all)
    func extremes(manner: Manner) {
        let sizes = [Double.leastNonzeroMagnitude, 1e-300, 1e-150, 1, 1e150, 1e300, .greatestFiniteMagnitude]
        for width in sizes {
            for height in sizes {
                for origin in [0, -Double.greatestFiniteMagnitude, 1e300] {
                    let layer = PreviewLayer(
                        frame: Size(width: 640, height: 480),
                        bounds: Rect(x: origin, y: origin, width: width, height: height), gravity: manner.gravity,
                        rotation: manner.rotation, mirrored: manner.mirrored)
                    guard let layer else { continue }
                    #expect((layer.matrix.members + layer.inverse.members).allSatisfy { $0.isFinite })
                }
            }
        }
    }
}

extension Quad {
    /// The quad moved to the origin, so that a far layer leaves the winding its digits.
    fileprivate var centred: Quad {
        let middle = bounds.center
        return mapped { Point(x: $0.x - middle.x, y: $0.y - middle.y) }
    }
}
