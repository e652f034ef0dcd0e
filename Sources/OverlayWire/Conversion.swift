import OverlayGeometry
import OverlayMetadata

/// What a `convert` asks: a subject, by whose geometry, and to which space.
package struct Conversion: Hashable, Sendable {
    /// Whose geometry.
    package enum Geometry: Hashable, Sendable {
        /// A subscription's.
        case subscription(Int)
        /// One of its own: frame, layer and connection; nil when it has no area.
        case own(PreviewLayer?, layer: Rect)
    }

    /// What is converted.
    package enum Subject: Hashable, Sendable {
        /// A point.
        case point(Point)
        /// A rectangle.
        case rectangle(Rect)
        /// An object as messages have it, with any further members.
        case object(JSONObject)
    }

    /// Whose geometry.
    package var geometry: Geometry
    /// What is converted.
    package var subject: Subject
    /// From device to layer; else from layer to device.
    package var toLayer: Bool

    static let ownParameters = ["frame", "layer", "gravity", "rotation", "orientation", "mirrored", "position"]
    /// The parameters that `convert` takes.
    package static let parameters = ["subscription"] + ownParameters + ["point", "rectangle", "object", "to"]

    /// The conversion that parameters describe.
    package init(_ params: JSONValue?) throws(WireError) {
        let given = try Parameters(params, knows: Conversion.parameters, of: "convert")
        geometry = try Conversion.geometry(given)
        subject = try Conversion.subject(given)
        guard let target = try given.choice("to", Target.self) else {
            throw given.missing("to", expected: "\"layer\" or \"device\"")
        }
        toLayer = target == .layer
    }

    private enum Target: String, CaseIterable { case layer, device }

    private static func subject(_ given: Parameters) throws(WireError) -> Subject {
        let subjects = ["point", "rectangle", "object"].filter(given.has)
        guard let name = subjects.first else {
            throw given.missing("point", expected: "one of point, rectangle and object")
        }
        guard subjects.count == 1 else {
            throw WireError(.badValue, "\(subjects[1]) cannot stand beside \(name)", parameter: subjects[1])
        }
        if let point = try given.point("point", of: "convert") { return .point(point) }
        if let rect = try given.plainRectangle("rectangle", of: "convert") { return .rectangle(rect) }
        guard let object = given.members[name]?.object else {
            throw given.bad(
                .badType, name, given.members[name] ?? .null, expected: "an object as messages have it, with its bounds"
            )
        }
        return .object(object)
    }

    private static func geometry(_ given: Parameters) throws(WireError) -> Geometry {
        if given.has("subscription") {
            if let other = ownParameters.first(where: given.has) {
                throw WireError(.badValue, "\(other) cannot stand beside subscription", parameter: other)
            }
            return .subscription(try given.subscription())
        }
        guard let frame = try given.frame() else {
            throw given.missing("frame", expected: "the picture's size, or the number of a subscription")
        }
        guard let layer = try given.layer("layer", of: "convert") else {
            throw given.missing("layer", expected: "the rectangle of the layer")
        }
        let position: Position? = try given.choice("position")
        let mirrored = try given.mirroring() ?? nil
        return .own(
            PreviewLayer(
                frame: frame, bounds: layer, gravity: try given.choice("gravity", fault: .badGravity) ?? .resizeAspect,
                rotation: (try given.turn() ?? .automatic).rotation(mount: .none, position: position),
                mirrored: mirrored ?? (position == .front)),
            layer: layer)
    }
}

extension Turn {
    /// The turn that holds for an input's mount and position.
    package func rotation(mount: Rotation, position: Position?) -> Rotation {
        switch self {
        case .automatic: mount
        case .fixed(let rotation): rotation
        case .orientation(let orientation): orientation.rotation(for: position)
        }
    }
}

extension Parameters {
    /// A rectangle whose sides may be 0, if given.
    func plainRectangle(_ name: String, of method: String) throws(WireError) -> Rect? {
        guard let value = members[name] else { return nil }
        let inner = try Parameters(
            value, path: path + name, knows: Parameters.rectangleMembers, of: method,
            example: Parameters.exampleOfRectangle)
        return try inner.rectangle(fault: .badRectangle, smallest: 0)
    }

    /// A rectangle whose sides may be 0, among an object's other members, if given.
    package func rectangleOrNil(_ name: String) throws(WireError) -> Rect? {
        guard let value = members[name] else { return nil }
        let names = value.object?.members.map(\.name) ?? []
        return try Parameters(
            value, path: path + name, knows: names, of: "convert", example: Parameters.exampleOfRectangle
        )
        .rectangle(fault: .badRectangle, smallest: 0)
    }

    /// An angle in degrees, if given.
    package func angle(_ name: String) throws(WireError) -> Double? {
        try number(name, in: -360_000...360_000, expected: "an angle in degrees")
    }

    /// A frame's size in square pixels, if given.
    func frame() throws(WireError) -> Size? {
        guard let value = members["frame"] else { return nil }
        let inner = try Parameters(
            value, path: "frame", knows: ["width", "height", "pixelAspect"], of: "convert",
            example: #"{"width":1280,"height":720}"#)
        func side(_ name: String) throws(WireError) -> Double {
            let expected = "a whole number of pixels from 1 to 1000000"
            guard let pixels = try inner.integer(name, in: 1...1_000_000) else {
                throw inner.missing(name, expected: expected)
            }
            return Double(pixels)
        }
        let (width, height) = (try side("width"), try side("height"))
        let aspect = try inner.number("pixelAspect", in: 0.01...100, expected: "a number from 0.01 to 100") ?? 1
        return Size(width: width * aspect, height: height)
    }
}
