import OverlayGeometry
import OverlayMetadata
import Testing

@testable import OverlayDetection

/// A tracker with its numbers, fed a frame every 33 milliseconds.
private struct Scene {
    var tracker = Tracker()
    var nextNumber: UInt64 = 1
    var time: Int64 = 1_000_000

    mutating func frame(
        codes: [CodeSighting]? = [], faces: [FaceSighting]? = [], after interval: Int64 = 33_333
    ) -> [MetadataObject] {
        time += interval
        var number = nextNumber
        defer { nextNumber = number }
        return tracker.update(codes: codes, faces: faces, time: time) {
            defer { number += 1 }
            return number
        }.map(\.measured)
    }
}

private func face(_ x: Double, _ y: Double, size: Double = 0.1) -> FaceSighting {
    FaceSighting(bounds: Rect(x: x - size / 2, y: y - size / 2, width: size, height: size), confidence: 0.9, roll: 5)
}

private func code(_ value: String, _ x: Double, _ y: Double, addOn: String? = nil) -> CodeSighting {
    CodeSighting(
        type: .ean13, payload: Array(value.utf8), value: value,
        corners: Quad(Rect(x: x, y: y, width: 0.2, height: 0.1)), addOn: addOn)
}

@Suite("Tracking", .timeLimit(.minutes(1)))
struct TrackerTests {
    @Test("a moving face and a moving code keep their numbers")
    func moving() {
        var scene = Scene()
        for step in 0..<60 {
            let at = Double(step) * 0.012
            let objects = scene.frame(codes: [code("1", at, 0.7)], faces: [face(0.1 + at, 0.2)])
            #expect(objects.map(\.id) == [1, 2])
            #expect(objects.map(\.type) == [.ean13, .face])
            #expect(objects.allSatisfy { !$0.predicted && $0.lastSeen == scene.time && $0.firstSeen == 1_033_333 })
            guard case .code(let read) = objects[0].kind else { return }
            #expect(read.reads == step + 1)
        }
    }

    @Test("faces that pass each other keep their numbers")
    func crossing() {
        var scene = Scene()
        for step in 0...40 {
            let at = Double(step) * 0.02
            let first = face(0.1 + at, 0.4)
            let second = face(0.9 - at, 0.46)
            let objects = scene.frame(faces: step % 2 == 0 ? [first, second] : [second, first])
            #expect(objects.map(\.id) == [1, 2])
            #expect(objects.first?.bounds == first.bounds)
            #expect(objects.last?.bounds == second.bounds)
        }
    }

    @Test("an unseen object is carried for two frames on its way, marked as predicted, and comes back as itself")
    func carried() {
        var scene = Scene()
        for step in 0..<5 { _ = scene.frame(faces: [face(0.2 + Double(step) * 0.02, 0.5)]) }
        let seen = scene.time
        for missed in 1...2 {
            let objects = scene.frame()
            #expect(objects.map(\.id) == [1])
            #expect(objects.first?.predicted == true)
            #expect(objects.first?.lastSeen == seen)
            let x = objects.first?.bounds.center.x ?? 0
            #expect(abs(x - (0.28 + 0.02 * Double(missed))) < 1e-9)
        }
        let objects = scene.frame(faces: [face(0.34, 0.5)])
        #expect(objects.map(\.id) == [1])
        #expect(objects.first?.predicted == false)
        #expect(objects.first?.firstSeen == 1_033_333)
    }

    @Test("after a third missed frame the object is gone, and its number is not used again")
    func gone() {
        var scene = Scene()
        _ = scene.frame(codes: [code("1", 0.1, 0.1)], faces: [face(0.7, 0.5)])
        #expect(scene.frame().count == 2)
        #expect(scene.frame().count == 2)
        #expect(scene.frame().isEmpty)
        let objects = scene.frame(codes: [code("1", 0.1, 0.1)], faces: [face(0.7, 0.5)])
        #expect(objects.map(\.id) == [3, 4])
        #expect(objects.allSatisfy { $0.firstSeen == scene.time })
    }

    @Test(
        "where frames are rare an unseen object is carried for half a second at most",
        arguments: [(250_000, true), (500_000, true), (500_001, false), (3_000_000, false)] as [(Int64, Bool)])
    func rare(interval: Int64, isCarried: Bool) {
        var scene = Scene()
        _ = scene.frame(codes: [code("1", 0.5, 0.7)], faces: [face(0.5, 0.2)], after: interval)
        _ = scene.frame(codes: [code("1", 0.4, 0.7)], faces: [face(0.4, 0.2)], after: interval)
        let objects = scene.frame(after: interval)
        #expect(objects.map(\.id) == (isCarried ? [1, 2] : []))
        #expect(objects.allSatisfy { $0.predicted })
    }

    @Test("what is wholly outside of where is looked from now on ends at once, and is not carried into it")
    func outside() {
        var scene = Scene()
        for step in 0...3 {
            let at = Double(step) * 0.08
            let objects = scene.frame(
                codes: [code("1", 0.1, 0.1), code("2", 0.75 - at, 0.5)], faces: [face(0.9 - at, 0.8), face(0.2, 0.8)])
            #expect(objects.map(\.id) == [1, 2, 3, 4])
        }
        let left = Rect(x: 0, y: 0, width: 0.5, height: 1)
        scene.tracker.keep(codesWithin: left, facesWithin: left)
        #expect(scene.frame().map(\.id) == [1, 4])
        scene.tracker.keep(codesWithin: nil, facesWithin: .unit)
        #expect(scene.frame().map(\.id) == [1, 4])
    }

    @Test("a kind that was not looked for ends at once")
    func notWanted() {
        var scene = Scene()
        _ = scene.frame(codes: [code("1", 0.1, 0.1)], faces: [face(0.7, 0.5)])
        #expect(scene.frame(codes: nil, faces: [face(0.7, 0.5)]).map(\.id) == [2])
        #expect(scene.frame(codes: [code("1", 0.1, 0.1)], faces: nil).map(\.id) == [3])
    }

    @Test("equal codes are told apart by place, other content is another code")
    func equalCodes() {
        var scene = Scene()
        let first = scene.frame(codes: [code("1", 0.1, 0.1), code("1", 0.6, 0.1), code("2", 0.1, 0.6)])
        #expect(first.map(\.id) == [1, 2, 3])
        let second = scene.frame(codes: [code("2", 0.12, 0.6), code("1", 0.62, 0.1), code("1", 0.12, 0.1)])
        #expect(second.map(\.id) == [1, 2, 3])
        #expect(second.map(\.bounds.minX) == [0.12, 0.62, 0.12])
        let third = scene.frame(codes: [code("3", 0.12, 0.6)])
        #expect(third.map(\.id) == [1, 2, 3, 4])
        #expect(third.map(\.predicted) == [true, true, true, false])
    }

    @Test("an add-on that is read only now and then makes no other code, and stays")
    func addOn() {
        var scene = Scene()
        _ = scene.frame(codes: [code("1", 0.1, 0.1)])
        let read = scene.frame(codes: [code("1", 0.1, 0.1, addOn: "12345")])
        let again = scene.frame(codes: [code("1", 0.1, 0.1)])
        for objects in [read, again] {
            #expect(objects.map(\.id) == [1])
            guard case .code(let code)? = objects.first?.kind else { return }
            #expect(code.addOn == "12345")
        }
        let other = scene.frame(codes: [code("1", 0.1, 0.1, addOn: "54321")])
        #expect(other.map(\.id) == [1, 2])
    }

    @Test("an object that is carried out of the picture is gone")
    func leaves() {
        var scene = Scene()
        for step in 0..<4 { _ = scene.frame(faces: [face(0.8 + Double(step) * 0.08, 0.5, size: 0.08)]) }
        #expect(scene.frame().isEmpty)
    }

    @Test("a clock that stands or runs backwards does no harm")
    func clock() {
        var tracker = Tracker()
        for time in [Int64.max, 0, 0, Int64.min, 5] {
            let objects = tracker.update(codes: [], faces: [face(0.5, 0.5)], time: time) { 1 }
            #expect(objects.map(\.measured.id) == [1])
            #expect(objects.allSatisfy { $0.measured.bounds.isFinite && $0.smoothed.bounds.isFinite })
        }
    }
}
