import OverlayGeometry
import OverlayMetadata
import TestSupport
import Testing

@testable import OverlayDetection

/// A face and a code that are seen 25 times a second, and what tracking shows of them.
private struct Scene {
    private var tracker = Tracker()
    private var time: Int64 = 0

    /// The objects of the next frame, a code's left edge at `x` and a face's at `x`, by kind.
    mutating func show(
        _ x: Double, y: Double = 0.4, roll: Double = 0, after microseconds: Int64 = 40_000
    ) -> [Tracker.Tracked] {
        time += microseconds
        let box = Rect(x: x, y: y, width: 0.2, height: 0.2)
        let code = CodeSighting(type: .qrCode, payload: [1], value: nil, corners: Quad(box))
        let face = FaceSighting(
            bounds: box, confidence: 1,
            landmarks: Landmarks(
                leftEye: Point(x: x + 0.14, y: y + 0.08), rightEye: Point(x: x + 0.06, y: y + 0.08),
                nose: Point(x: x + 0.1, y: y + 0.1), mouthLeft: Point(x: x + 0.13, y: y + 0.15),
                mouthRight: Point(x: x + 0.07, y: y + 0.15)),
            roll: Angle.normalized(roll), yaw: Angle.normalized(-roll))
        return tracker.update(codes: [code], faces: [face], time: time) { 1 }
    }

    /// Nothing is seen.
    mutating func showNothing() -> [Tracker.Tracked] {
        time += 40_000
        return tracker.update(codes: [], faces: [], time: time) { 1 }
    }
}

@Suite("Smoothing", .timeLimit(.minutes(1)))
struct SmootherTests {
    @Test("what stands still loses about half of its jitter, and is where it was measured on average")
    func jitter() {
        var (scene, random) = (Scene(), SeededGenerator(seed: 5))
        var raw: [Double] = []
        var smooth: [Double] = []
        for _ in 0..<2000 {
            let x = 0.3 + Double.random(in: -0.001...0.001, using: &random)
            for tracked in scene.show(x, roll: Double.random(in: -1...1, using: &random)) {
                #expect(tracked.measured.bounds.x == x)
                raw.append(tracked.measured.bounds.x - 0.3)
                smooth.append(tracked.smoothed.bounds.x - 0.3)
            }
        }
        func spread(_ values: [Double]) -> Double {
            (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
        }
        #expect(spread(smooth) < 0.65 * spread(raw))
        #expect(abs(smooth.reduce(0, +) / Double(smooth.count)) < 1e-4)
    }

    @Test("what moves trails by less than a fiftieth of its size, at any speed", arguments: [0.1, 0.5, 1, 2, 4, 8])
    func trails(sizesASecond: Double) throws {
        var scene = Scene()
        let step = sizesASecond * 0.2 / 25
        for frame in 0..<min(60, Int(0.7 / step)) {
            for tracked in scene.show(0.05 + Double(frame) * step) {
                let behind = (tracked.measured.bounds.x - tracked.smoothed.bounds.x) / 0.2
                #expect(behind >= -1e-9)
                if frame > 10 { #expect(behind < 0.02) }
            }
        }
    }

    @Test(
        "a leap, a long gap and a frame of its own time are shown as measured", arguments: [40_000, 700_000] as [Int64])
    func leaps(gap: Int64) {
        var scene = Scene()
        for _ in 0..<5 { _ = scene.show(0.3) }
        for tracked in scene.show(gap > 500_000 ? 0.31 : 0.42, after: gap) {
            #expect(tracked.smoothed == tracked.measured)
        }
    }

    @Test("an object keeps its shape: corners, box and landmarks move together")
    func rigid() {
        var (scene, random) = (Scene(), SeededGenerator(seed: 6))
        for _ in 0..<50 {
            let tracked = scene.show(
                0.3 + Double.random(in: -0.01...0.01, using: &random),
                y: 0.4 + Double.random(in: 0...0.02, using: &random))
            for object in tracked.map(\.smoothed) {
                #expect(abs(object.bounds.width - 0.2) < 1e-9 && abs(object.bounds.height - 0.2) < 1e-9)
                switch object.kind {
                case .code(let code): #expect(code.corners.bounds == object.bounds)
                case .face(let face):
                    #expect(abs((face.landmarks?.nose.x ?? 0) - object.bounds.x - 0.1) < 1e-9)
                }
            }
        }
    }

    @Test("angles are smoothed the short way round")
    func angles() {
        var scene = Scene()
        for frame in 0..<40 {
            let roll = frame.isMultiple(of: 2) ? 359.5 : 0.5
            for tracked in scene.show(0.3, roll: roll) {
                guard case .face(let face) = tracked.smoothed.kind, let shown = face.roll, let yaw = face.yaw else {
                    continue
                }
                #expect(Angle.difference(shown, 0) <= 0.5 && Angle.difference(yaw, 0) <= 0.5)
                #expect((0..<360).contains(shown))
            }
        }
    }

    @Test("what is carried goes on from where it was shown")
    func carried() {
        var scene = Scene()
        for frame in 0..<10 { _ = scene.show(0.2 + Double(frame) * 0.01) }
        let before = scene.show(0.3).map(\.smoothed.bounds.x)
        let after = scene.showNothing()
        #expect(after.count == 2 && after.allSatisfy { $0.smoothed.predicted && $0.measured.predicted })
        for (x, tracked) in zip(before, after) { #expect(abs(tracked.smoothed.bounds.x - x - 0.01) < 1e-9) }
    }
}
