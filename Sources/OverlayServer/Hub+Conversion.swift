import OverlayGeometry
import OverlayMetadata
import OverlayWire

extension Hub {
    func convert(_ conversion: Conversion, _ session: Session) throws(WireError) {
        let (map, revision) = try map(of: conversion, session)
        switch conversion.subject {
        case .point(let point):
            let map = try map.get()
            scratch.name("point")
            scratch.point(map.point(point), map.decimals)
        case .rectangle(let rect):
            let map = try map.get()
            scratch.name("rectangle")
            scratch.rect(map.rect(rect), map.decimals)
        case .object(let object):
            let isForeign = try isForeign(object, conversion, session)
            let result: JSONValue = isForeign ? .null : .object(try map.get().object(object))
            scratch.name("object")
            scratch.value(result)
        }
        scratch.name("space")
        scratch.string(conversion.toLayer ? "layer" : "device")
        if let revision {
            scratch.name("revision")
            scratch.integer(revision)
        }
    }

    /// How it is converted, or why it cannot be now, and the revision of a subscription for which that holds.
    private func map(
        of conversion: Conversion, _ session: Session
    ) throws(WireError) -> (Result<SpaceMap, WireError>, revision: Int?) {
        let (layer, transform, knowsFrame, revision): (Rect?, PreviewLayer?, Bool, Int?)
        switch conversion.geometry {
        case .own(let own, let bounds): (layer, transform, knowsFrame, revision) = (bounds, own, true, nil)
        case .subscription(let number):
            let subscription = try session.subscription(number)
            guard let input = subscription.input else {
                return (.failure(notConnected(subscription)), subscription.revision)
            }
            (layer, transform) = (subscription.settings.layer, subscription.resolution.geometry.transform)
            (knowsFrame, revision) = (input.frameSize != nil, subscription.revision)
        }
        guard let transform else { return (.failure(Hub.noTransform(layer: layer, knowsFrame: knowsFrame)), revision) }
        return (.success(SpaceMap(transform, toLayer: conversion.toLayer)), revision)
    }

    /// Whether the object names another input than the subscription's; one that has none owns no object.
    private func isForeign(
        _ object: JSONObject, _ conversion: Conversion, _ session: Session
    ) throws(WireError) -> Bool {
        guard let input = object["input"] else { return false }
        guard let named = input.string else {
            throw WireError(.badType, "object.input", got: input, expected: "the name of an input")
        }
        guard case .subscription(let number) = conversion.geometry else { return false }
        return try session.subscription(number).input?.description.name != named
    }

    static func noTransform(layer: Rect?, knowsFrame: Bool) -> WireError {
        let why =
            switch layer {
            case nil: "the subscription has no layer; update gives it one"
            case let layer? where !layer.size.hasArea: "the layer has no area"
            default: knowsFrame ? "the layer is too small or too large" : "the input has not shown a frame yet"
            }
        return WireError(.notReady, "there is no transform yet: \(why)")
    }
}
