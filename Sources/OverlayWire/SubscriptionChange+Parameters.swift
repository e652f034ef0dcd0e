import OverlayGeometry
import OverlayMetadata

extension SubscriptionChange {
    /// The parameters that `subscribe` takes.
    package static let parameters =
        [
            "input", "connection", "types", "unavailable", "mode", "layer", "gravity", "rotation", "orientation",
            "mirrored", "enabled", "rectOfInterest", "rule", "coordinates", "maxRate", "maxObjects", "everyFrame",
            "smoothing", "minFace", "minReads",
        ] + eventParameters

    /// Those of them that only mode `events` has.
    static let eventParameters = ["linger", "repeatAfter", "distinct", "consumer", "session", "since"]
    /// Those of them that `update` takes, and the subscription's number.
    package static let updateParameters =
        ["subscription"] + parameters.filter { !["mode", "consumer", "session", "since"].contains($0) }

    /// The change that the parameters of `subscribe`, or of `update`, describe.
    package init(_ params: JSONValue?, updates: Bool, available: ObjectTypes = .all) throws(WireError) {
        let method = updates ? "update" : "subscribe"
        let names = updates ? SubscriptionChange.updateParameters : SubscriptionChange.parameters
        let given = try Parameters(params, knows: names, of: method)
        try SubscriptionChange.refuseUnsupported(given)
        try readConnection(given)
        types = try given.types(available)
        if let ignore = try given.choice("unavailable", Unavailable.self) { ignoresUnavailable = ignore == .ignore }
        layer = given.isNull("layer") ? .some(nil) : try given.layer("layer", of: method).map(Optional.some)
        gravity = try given.choice("gravity", fault: .badGravity)
        turn = try given.turn()
        mirrored = try given.mirroring()
        enabled = try given.bool("enabled")
        region = given.isNull("rectOfInterest") ? .some(nil) : try given.region(of: method).map(Optional.some)
        rule = try given.choice("rule")
        coordinates = try given.choice("coordinates")
        maxRate = given.isNull("maxRate") ? .some(nil) : try given.rate().map(Optional.some)
        maxObjects =
            given.isNull("maxObjects") ? .some(nil) : try given.integer("maxObjects", in: 1...10_000).map(Optional.some)
        everyFrame = try given.bool("everyFrame")
        if let smoothing = try given.choice("smoothing", Smoothing.self) { smoothed = smoothing == .standard }
        minFace = given.isNull("minFace") ? .some(nil) : try given.minFace().map(Optional.some)
        minReads = try given.integer("minReads", in: 1...1000)
    }

    private enum Unavailable: String, CaseIterable { case error, ignore }
    private enum Mode: String, CaseIterable { case frames, events }
    private enum Smoothing: String, CaseIterable { case standard = "default", none }

    private static func refuseUnsupported(_ given: Parameters) throws(WireError) {
        func refuse(_ name: String, _ why: String) -> WireError { WireError(.notSupported, why, parameter: name) }
        if try given.choice("mode", Mode.self) == .events {
            throw refuse("mode", "mode \"events\" is not part of this version; \"frames\" is")
        }
        for name in eventParameters where given.has(name) {
            throw refuse(name, "\(name) belongs to mode \"events\", which is not part of this version")
        }
    }

    private mutating func readConnection(_ given: Parameters) throws(WireError) {
        input = try given.string("input")
        guard let connection = given.members["connection"] else { return }
        guard connection == .null else {
            throw given.bad(.badType, "connection", connection, expected: "null, which means none; input names one")
        }
        guard input == nil else {
            throw WireError(.badValue, "input cannot stand beside \"connection\": null", parameter: "input")
        }
        detached = true
    }
}

extension Parameters {
    /// The types of `types`, if given.
    func types(_ available: ObjectTypes) throws(WireError) -> TypeSelection? {
        guard let value = members["types"] else { return nil }
        guard let elements = value.array else {
            throw bad(.badType, "types", value, expected: #"an array of type names such as ["codes"]"#)
        }
        var names: [String] = []
        for (place, element) in elements.enumerated() {
            guard let name = element.string else {
                throw bad(.badType, "types[\(place)]", element, expected: "the name of an object type or group")
            }
            names.append(name)
        }
        return try TypeSelection(names: names, available: available)
    }

    func minFace() throws(WireError) -> Double? {
        try number("minFace", in: 0.001...1, expected: "a part of the picture's height, from 0.001 to 1")
    }

    func turn() throws(WireError) -> Turn? {
        if has("rotation"), has("orientation") {
            throw WireError(
                .badRotation, "orientation cannot stand beside rotation: give one of them", parameter: "orientation")
        }
        if let orientation = try choice("orientation", fault: .badRotation, Orientation.self) {
            return .orientation(orientation)
        }
        guard let value = members["rotation"] else { return nil }
        if value == "auto" { return .automatic }
        guard let rotation = value.integer.flatMap(Int.init(exactly:)).flatMap(Rotation.init) else {
            let isName = value.string.flatMap(Orientation.init) != nil
            let expected = "0, 90, 180, 270 or \"auto\""
            throw bad(
                .badRotation, "rotation", value, expected: expected,
                must: expected + (isName ? " (orientation takes names)" : ""))
        }
        return .fixed(rotation)
    }

    func mirroring() throws(WireError) -> Bool?? {
        guard let value = members["mirrored"] else { return nil }
        if value == "auto" { return .some(nil) }
        guard let flag = value.bool else {
            throw bad(
                value.string == nil ? .badType : .badValue, "mirrored", value, expected: "true, false or \"auto\"")
        }
        return flag
    }

    func region(of method: String) throws(WireError) -> Region? {
        guard let (rect, inner) = try rectangle("rectOfInterest", further: ["in"], of: method) else { return nil }
        let space = try inner.choice("in", RegionSpace.self) ?? .device
        if space == .device, rect.intersection(.unit) == nil { throw Parameters.outside(rect, path + "rectOfInterest") }
        return Region(rect: rect, inLayer: space == .layer)
    }

    func rate() throws(WireError) -> Double? {
        try number("maxRate", in: 0.001...1000, expected: "a number from 0.001 to 1000")
    }

    private enum RegionSpace: String, CaseIterable { case device, layer }

    /// The error of a rectangle of interest that shares nothing with the picture; `rect` is in metadata space.
    package static func outside(_ rect: Rect, _ parameter: String) -> WireError {
        var writer = JSONWriter()
        writer.rect(rect, Decimals.device)
        let expected = "a rectangle that overlaps the picture (0, 0, 1, 1 in device space)"
        var error = WireError(
            .badRectangle, "\(parameter) must overlap the picture (0, 0, 1, 1), got \(writer.text) in device space",
            parameter: parameter)
        error.expected = expected
        return error
    }
}
