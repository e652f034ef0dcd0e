import OverlayGeometry
import OverlayMetadata
import TestVectors
import TestSupport
import Testing

@Suite("Objects in a layer", .timeLimit(.minutes(1)))
struct ConvertedObjectTests {
    private let golden: TransformVectors

    init() throws { golden = try TransformVectors.load() }

    @Test("faces of the golden vectors; an angle not measured stays absent", arguments: try Self.vectors())
    func faces(vector: TransformVector) throws {
        let layer = try #require(golden.layer(of: vector))
        for example in vector.faces {
            let face = Face(roll: example.in.roll, yaw: example.in.yaw, pitch: 12)
            let object = MetadataObject(face, bounds: Rect(example.in.bounds)).converted(to: layer)
            let converted = try #require(object.face)
            #expect(object.bounds.isNear(Rect(example.out.bounds)))
            #expect(isNear(converted.roll, example.out.roll))
            #expect(isNear(converted.yaw, example.out.yaw))
            #expect(converted.pitch == 12)
        }
    }

    @Test("codes of the golden vectors: corners in their order, bounds from the corners", arguments: try Self.vectors())
    func codes(vector: TransformVector) throws {
        let layer = try #require(golden.layer(of: vector))
        for example in vector.codes {
            let code = Code(value: "a", payload: [97], corners: Quad(example.in.corners))
            let object = MetadataObject(code, bounds: Rect(example.in.bounds)).converted(to: layer)
            let converted = try #require(object.code)
            #expect(zip(converted.corners.corners, example.out.corners).allSatisfy { $0.isNear(Point($1)) })
            #expect(object.bounds.isNear(Rect(example.out.bounds)))
            #expect(object.bounds == converted.corners.bounds)
        }
    }

    @Test("a face converted to a layer and from it is the same again", arguments: Manner.all)
    func faceRoundTrip(manner: Manner) throws {
        var random = SeededGenerator(seed: 21)
        for _ in 0..<50 {
            let layer = try random.layer(manner)
            let landmarks = Landmarks(
                leftEye: random.point(), rightEye: random.point(), nose: random.point(), mouthLeft: random.point(),
                mouthRight: random.point())
            let face = Face(
                roll: random.number(in: 0...359), yaw: random.number(in: 0...359), pitch: 3, landmarks: landmarks)
            let object = MetadataObject(face, bounds: random.rect())
            let back = object.converted(to: layer).converted(from: layer)
            let again = try #require(back.face)
            #expect(back.bounds.isNear(object.bounds))
            #expect(isNear(again.roll, face.roll) && isNear(again.yaw, face.yaw) && again.pitch == 3)
            #expect(again.points.count == 5)
            #expect(zip(again.points, face.points).allSatisfy { $0.isNear($1) })
        }
    }

    @Test("a code converted to a layer and from it is the same again", arguments: Manner.all)
    func codeRoundTrip(manner: Manner) throws {
        var random = SeededGenerator(seed: 23)
        for _ in 0..<50 {
            let layer = try random.layer(manner)
            let quad = random.quad()
            let object = MetadataObject(Code(value: nil, payload: [0, 255], corners: quad), bounds: quad.bounds)
            let returned = try #require(object.converted(to: layer).converted(from: layer).code)
            #expect(zip(returned.corners.corners, quad.corners).allSatisfy { $0.isNear($1) })
            #expect(returned.payload == [0, 255])
        }
    }

    @Test("a mirrored layer moves the landmarks and never renames them")
    func landmarks() throws {
        let face = Face(
            landmarks: Landmarks(
                leftEye: Point(x: 0.6, y: 0.4), rightEye: Point(x: 0.4, y: 0.4), nose: Point(x: 0.5, y: 0.5),
                mouthLeft: Point(x: 0.58, y: 0.6), mouthRight: Point(x: 0.42, y: 0.6)))
        let layer = try #require(PreviewLayer(frame: Size(width: 1, height: 1), bounds: .unit, mirrored: true))
        let shown = try #require(MetadataObject(face, bounds: .unit).converted(to: layer).face?.landmarks)
        #expect(shown.leftEye.isNear(Point(x: 0.4, y: 0.4)))
        #expect(shown.rightEye.isNear(Point(x: 0.6, y: 0.4)))
        #expect(shown.mouthLeft.isNear(Point(x: 0.42, y: 0.6)))
        #expect(shown.mouthRight.isNear(Point(x: 0.58, y: 0.6)))
        #expect(shown.nose.isNear(Point(x: 0.5, y: 0.5)))
    }

    @Test("identity, content and times are the same in every layer", arguments: Manner.all)
    func identity(manner: Manner) throws {
        var random = SeededGenerator(seed: 22)
        let layer = try random.layer(manner)
        let code = Code(
            value: "x", payload: [120], corners: random.quad(), reads: 7, gs1: true, upc: "012345678905", addOn: "12",
            part: Code.Part(index: 1, count: 3, parity: 9), inverted: true)
        let object = MetadataObject(
            type: .ean13, id: 42, bounds: code.corners.bounds, confidence: 0.5, predicted: true, firstSeen: 10,
            lastSeen: 20, kind: .code(code))
        var converted = object.converted(to: layer)
        var content = try #require(converted.code)
        #expect(content.corners != code.corners)
        content.corners = code.corners
        converted.kind = .code(content)
        converted.bounds = object.bounds
        #expect(converted == object)
    }

    static func vectors() throws -> [TransformVector] { try TransformVectors.load().vectors }
}

private func isNear(_ first: Double?, _ second: Double?) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    return Angle.difference(first, second) <= TransformVectors.tolerance
}

extension Point {
    fileprivate func isNear(_ other: Point) -> Bool { distance(to: other) <= TransformVectors.tolerance }
}

extension Rect {
    fileprivate func isNear(_ other: Rect) -> Bool {
        zip([x, y, width, height], [other.x, other.y, other.width, other.height])
            .allSatisfy { abs($0 - $1) <= TransformVectors.tolerance }
    }
}

extension Face {
    fileprivate var points: [Point] {
        guard let landmarks else { return [] }
        return [
            landmarks.leftEye, landmarks.rightEye, landmarks.nose, landmarks.mouthLeft, landmarks.mouthRight,
        ]
    }
}

extension MetadataObject {
    fileprivate init(_ face: Face, bounds: Rect) {
        self.init(type: .face, id: 1, bounds: bounds, firstSeen: 0, lastSeen: 0, kind: .face(face))
    }

    fileprivate init(_ code: Code, bounds: Rect) {
        self.init(type: .qrCode, id: 1, bounds: bounds, firstSeen: 0, lastSeen: 0, kind: .code(code))
    }

    fileprivate var face: Face? { if case .face(let face) = kind { face } else { nil } }
    fileprivate var code: Code? { if case .code(let code) = kind { code } else { nil } }
}
