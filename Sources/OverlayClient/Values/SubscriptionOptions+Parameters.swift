import OverlayGeometry
import OverlayMetadata
import OverlayWire

extension SubscriptionOptions {
    /// The parameters of `subscribe` that ask for this: what differs from the protocol's defaults, and the types.
    var parameters: JSONObject {
        var result = changes(from: SubscriptionOptions())
        result["types"] = wireTypes
        if coordinates == nil { result["coordinates"] = nil }
        return result
    }

    /// The parameters of `update` that turn other options into these.
    func changes(from other: SubscriptionOptions) -> JSONObject {
        var result = JSONObject()
        if input != other.input {
            switch input {
            case .first: break
            case .named(let name): result["input"] = .string(name)
            case .none: result["connection"] = .null
            }
        }
        if types != other.types || typeNames != other.typeNames { result["types"] = wireTypes }
        if ignoresUnavailable != other.ignoresUnavailable {
            result["unavailable"] = ignoresUnavailable ? "ignore" : "error"
        }
        addLayer(to: &result, from: other)
        addSelection(to: &result, from: other)
        return result
    }

    private func addLayer(to result: inout JSONObject, from other: SubscriptionOptions) {
        if layer != other.layer { result["layer"] = layer.map { .object(JSONObject($0)) } ?? .null }
        if gravity != other.gravity { result["gravity"] = .string(gravity.rawValue) }
        if rotation != other.rotation {
            switch rotation {
            case .automatic: result["rotation"] = "auto"
            case .fixed(let turn): result["rotation"] = .integer(Int64(turn.rawValue))
            case .orientation(let orientation): result["orientation"] = .string(orientation.rawValue)
            }
        }
        if isMirrored != other.isMirrored { result["mirrored"] = isMirrored.map(JSONValue.bool) ?? "auto" }
        if isEnabled != other.isEnabled { result["enabled"] = .bool(isEnabled) }
        if rectOfInterest != other.rectOfInterest { result["rectOfInterest"] = wireRegion }
        if coordinates != other.coordinates || wireSpace != other.wireSpace {
            result["coordinates"] = .string(wireSpace.rawValue)
        }
    }

    private func addSelection(to result: inout JSONObject, from other: SubscriptionOptions) {
        if rule != other.rule { result["rule"] = .string(rule.rawValue) }
        if maxRate != other.maxRate { result["maxRate"] = maxRate.map(JSONValue.number) ?? .null }
        if maxObjects != other.maxObjects { result["maxObjects"] = maxObjects.map { .integer(Int64($0)) } ?? .null }
        if everyFrame != other.everyFrame { result["everyFrame"] = .bool(everyFrame) }
        if smoothing != other.smoothing { result["smoothing"] = smoothing == .none ? "none" : "default" }
        if minFace != other.minFace { result["minFace"] = minFace.map(JSONValue.number) ?? .null }
        if minReads != other.minReads { result["minReads"] = .integer(Int64(minReads)) }
    }

    private var wireTypes: JSONValue {
        var names: [String] = []
        if types.isSuperset(of: .codes) {
            names.append(types.contains(.face) ? "all" : "codes")
        } else {
            names = types.types.map(\.rawValue)
        }
        return .array((names + typeNames).map(JSONValue.string))
    }

    private var wireRegion: JSONValue {
        guard let rectOfInterest else { return .null }
        var object = JSONObject(rectOfInterest.rect)
        object["in"] = rectOfInterest.isInLayer ? "layer" : "device"
        return .object(object)
    }

    private var wireSpace: Space {
        switch coordinates {
        case .device: .device
        case .pixels: .pixels
        case .layer: .layer
        case nil: layer == nil ? .device : .layer
        }
    }

    /// The number that no JSON can carry, by its parameter's name; nil when all are finite.
    var unsayable: String? {
        let rects = [("layer", layer), ("rectOfInterest", rectOfInterest?.rect)]
        if let bad = rects.first(where: { $0.1?.isFinite == false }) { return bad.0 }
        return [("maxRate", maxRate), ("minFace", minFace)].first { $0.1?.isFinite == false }?.0
    }
}

extension JSONObject {
    /// A rectangle as `{x,y,width,height}`.
    init(_ rect: Rect) {
        self = [
            "x": .number(rect.x), "y": .number(rect.y), "width": .number(rect.width), "height": .number(rect.height),
        ]
    }
}
