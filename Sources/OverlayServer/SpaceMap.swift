import OverlayGeometry
import OverlayWire

/// The conversion of one layer in one direction, for values as they stand on the wire.
struct SpaceMap {
    private let transform: PreviewLayer
    private let toLayer: Bool

    init(_ transform: PreviewLayer, toLayer: Bool) {
        self.transform = transform
        self.toLayer = toLayer
    }

    /// The decimals of what comes out.
    var decimals: Int { toLayer ? Decimals.layer(transform.bounds) : Decimals.device }

    func point(_ point: Point) -> Point {
        toLayer ? transform.layerPoint(fromDevice: point) : transform.devicePoint(fromLayer: point)
    }

    func rect(_ rect: Rect) -> Rect {
        toLayer ? transform.layerRect(fromDevice: rect) : transform.deviceRect(fromLayer: rect)
    }

    /// An object as messages have it, every member that has to do with space converted and the others untouched.
    func object(_ object: JSONObject) throws(WireError) -> JSONObject {
        let given = try Parameters(.object(object), path: "object", knows: object.members.map(\.name), of: "convert")
        var result = object
        guard var bounds = try given.rectangleOrNil("bounds") else {
            throw given.missing("bounds", expected: "the rectangle of the object")
        }
        bounds = rect(bounds)
        if let corners = object["corners"] {
            let points = try convertedPoints(of: corners)
            bounds = Rect(bounding: points) ?? bounds
            result["corners"] = .array(points.map(value))
        }
        result["bounds"] = value(bounds)
        if let landmarks = object["landmarks"] { result["landmarks"] = try converted(landmarks: landmarks) }
        if let roll = try given.angle("roll") {
            result["roll"] = angle(
                toLayer ? transform.layerRoll(fromDevice: roll) : transform.deviceRoll(fromLayer: roll))
        }
        if let yaw = try given.angle("yaw") {
            result["yaw"] = angle(toLayer ? transform.layerYaw(fromDevice: yaw) : transform.deviceYaw(fromLayer: yaw))
        }
        return result
    }

    private func convertedPoints(of corners: JSONValue) throws(WireError) -> [Point] {
        let points = corners.array?.compactMap(\.point) ?? []
        guard points.count == 4, points.allSatisfy(SpaceMap.isWithinReach) else {
            throw WireError(.badValue, "object.corners", got: corners, expected: "an array of four points")
        }
        return points.map(point)
    }

    private func converted(landmarks: JSONValue) throws(WireError) -> JSONValue {
        guard let members = landmarks.object?.members else {
            throw WireError(.badType, "object.landmarks", got: landmarks, expected: "an object of points")
        }
        var result: [JSONObject.Member] = []
        for member in members {
            guard let place = member.value.point, SpaceMap.isWithinReach(place) else {
                let path = "object.landmarks." + member.name.prefix(40)
                throw WireError(.badValue, path, got: member.value, expected: "a point")
            }
            result.append(JSONObject.Member(name: member.name, value: value(point(place))))
        }
        return .object(JSONObject(result))
    }

    private static func isWithinReach(_ point: Point) -> Bool {
        abs(point.x) <= Parameters.farthest && abs(point.y) <= Parameters.farthest
    }

    private func value(_ point: Point) -> JSONValue {
        var writer = JSONWriter()
        writer.point(point, decimals)
        return (try? JSONReader.read(writer.bytes)) ?? .null
    }

    private func value(_ rect: Rect) -> JSONValue {
        var writer = JSONWriter()
        writer.rect(rect, decimals)
        return (try? JSONReader.read(writer.bytes)) ?? .null
    }

    private func angle(_ degrees: Double) -> JSONValue {
        var writer = JSONWriter()
        writer.angle(degrees)
        return (try? JSONReader.read(writer.bytes)) ?? .null
    }
}
