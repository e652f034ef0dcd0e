import OverlayGeometry
import OverlayMetadata

/// Where an object is and how it is turned, as one row of numbers: what smoothing works on.
struct ObjectShape {
    /// The turn, in degrees, that counts as a movement by the object's size.
    private static let turnOfSize = 60.0

    /// The coordinates of its points, pair by pair, then its angles in degrees.
    private(set) var values: [Double] = []
    /// How many of them are coordinates.
    private var coordinates = 0
    /// Which of roll, yaw and pitch are there.
    private var angles: [Bool] = []
    /// The mean of its sides.
    private let size: Double

    /// The shape of an object.
    init(_ object: MetadataObject) {
        let bounds = object.bounds
        size = max((bounds.width + bounds.height) / 2, 1e-6)
        switch object.kind {
        case .code(let code): add(code.corners.corners)
        case .face(let face):
            add([Point(x: bounds.minX, y: bounds.minY), Point(x: bounds.maxX, y: bounds.maxY)])
            if let marks = face.landmarks {
                add([marks.leftEye, marks.rightEye, marks.nose, marks.mouthLeft, marks.mouthRight])
            }
            let turns = [face.roll, face.yaw, face.pitch]
            angles = turns.map { $0 != nil }
            values += turns.compactMap { $0 }
        }
    }

    private mutating func add(_ points: [Point]) {
        for point in points { values += [point.x, point.y] }
        coordinates = values.count
    }

    /// Both have the same members.
    func resembles(_ other: ObjectShape) -> Bool { coordinates == other.coordinates && angles == other.angles }

    /// The way to a shape that resembles this one, number by number, in sizes of this one.
    func changes(to other: ObjectShape) -> [Double] {
        ways(to: other).enumerated().map { $1 / ($0 < coordinates ? size : ObjectShape.turnOfSize) }
    }

    /// The shape after a part of the way to one that resembles it.
    func moved(along part: Double, to other: ObjectShape) -> ObjectShape {
        var result = self
        for (place, way) in ways(to: other).enumerated() { result.values[place] += part * way }
        return result
    }

    /// An object of the same members in this shape.
    func shaping(_ object: MetadataObject) -> MetadataObject {
        var rest = values[...]
        func next() -> Double { rest.popFirst() ?? 0 }
        func nextPoint() -> Point {
            let x = next()
            return Point(x: x, y: next())
        }
        var result = object
        switch object.kind {
        case .code(var code):
            code.corners = Quad(
                topLeft: nextPoint(), bottomLeft: nextPoint(), bottomRight: nextPoint(), topRight: nextPoint())
            result.bounds = code.corners.bounds
            result.kind = .code(code)
        case .face(var face):
            let corner = nextPoint()
            result.bounds = Rect(spanning: corner, nextPoint())
            face.landmarks = face.landmarks.map { _ in
                Landmarks(
                    leftEye: nextPoint(), rightEye: nextPoint(), nose: nextPoint(), mouthLeft: nextPoint(),
                    mouthRight: nextPoint())
            }
            face.roll = face.roll.map { _ in Angle.normalized(next()) }
            face.yaw = face.yaw.map { _ in Angle.normalized(next()) }
            face.pitch = face.pitch.map { _ in Angle.normalized(next()) }
            result.kind = .face(face)
        }
        return result
    }

    private func ways(to other: ObjectShape) -> [Double] {
        zip(values, other.values).enumerated().map { place, ends in
            let way = ends.1 - ends.0
            return place < coordinates ? way : Angle.normalized(way + 180) - 180
        }
    }
}
