import OverlayGeometry
import OverlayMetadata
import OverlayWire

extension Hub {
    func convert(_ conversion: Conversion, _ session: Session) throws(WireError) {
        var transform: PreviewLayer?
        var input: String?
        var revision: Int?
        switch conversion.geometry {
        case .own(let own, let layer):
            guard own != nil else { throw Hub.noTransform(layer: layer, knowsFrame: true) }
            transform = own
        case .subscription(let number):
            let subscription = try session.subscription(number)
            guard let connected = subscription.input else { throw notConnected(subscription) }
            transform = subscription.resolution.geometry.transform
            input = connected.description.name
            revision = subscription.revision
            if transform == nil {
                throw Hub.noTransform(layer: subscription.settings.layer, knowsFrame: connected.frameSize != nil)
            }
        }
        guard let transform else { return }
        let map = SpaceMap(transform, toLayer: conversion.toLayer)
        switch conversion.subject {
        case .point(let point):
            scratch.name("point")
            scratch.point(map.point(point), map.decimals)
        case .rectangle(let rect):
            scratch.name("rectangle")
            scratch.rect(map.rect(rect), map.decimals)
        case .object(let object):
            let result = try map.object(object, of: input)
            scratch.name("object")
            scratch.value(result.map(JSONValue.object) ?? .null)
        }
        scratch.name("space")
        scratch.string(conversion.toLayer ? "layer" : "device")
        if let revision {
            scratch.name("revision")
            scratch.integer(revision)
        }
    }

    private static func noTransform(layer: Rect?, knowsFrame: Bool) -> WireError {
        let why =
            switch layer {
            case nil: "the subscription has no layer; update gives it one"
            case let layer? where !layer.size.hasArea: "the layer has no area"
            default: knowsFrame ? "the layer is too small or too large" : "the input has not shown a frame yet"
            }
        return WireError(.notReady, "there is no transform yet: \(why)")
    }
}
