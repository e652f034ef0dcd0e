import OverlayGeometry
import OverlayMetadata
import OverlayWire

/// What a subscription's settings come to for the input it is connected to, as far as that is known.
struct Resolution: Hashable {
    /// Connection, frame, transform and rectangle.
    var geometry: SubscriptionGeometry
    /// The types that are delivered.
    var types: ObjectTypes
    /// What it makes of frames; nil while nothing can be delivered.
    var view: View?
    /// What it wants of the input.
    var demand: Demand

    /// The resolution of settings for an input (nil: detached) whose frames have the given size, once known.
    init(_ settings: SubscriptionSettings, input: ServedInput?, frame: FrameSize?, available: ObjectTypes) {
        let frame = input == nil ? nil : frame
        let types = settings.types.types.intersection(available)
        let connection = input.map { Resolution.connection(settings, $0) }
        let transform = Resolution.transform(settings, connection, frame)
        let region = Resolution.region(settings, transform)
        geometry = SubscriptionGeometry(connection: connection, frame: frame, transform: transform, region: region)
        self.types = types
        let isWanted = connection?.enabled == true && !types.isEmpty
        view = isWanted ? Resolution.view(settings, geometry, types) : nil
        demand = isWanted ? Resolution.demand(settings, geometry, types) : .nothing
    }

    private static func connection(
        _ settings: SubscriptionSettings, _ input: ServedInput
    ) -> SubscriptionGeometry.Connection {
        SubscriptionGeometry.Connection(
            input: input.name, rotation: settings.turn.rotation(mount: input.mount, position: input.position),
            mirrored: settings.mirrored ?? (input.position == .front),
            automaticallyAdjustsMirroring: settings.mirrored == nil, enabled: settings.enabled)
    }

    private static func transform(
        _ settings: SubscriptionSettings, _ connection: SubscriptionGeometry.Connection?, _ frame: FrameSize?
    ) -> PreviewLayer? {
        guard let connection, let frame, let layer = settings.layer else { return nil }
        return PreviewLayer(
            frame: frame.display, bounds: layer, gravity: settings.gravity, rotation: connection.rotation,
            mirrored: connection.mirrored)
    }

    private static func region(_ settings: SubscriptionSettings, _ transform: PreviewLayer?) -> Rect? {
        guard let region = settings.region else { return .unit }
        if !region.inLayer { return region.rect.intersection(.unit) }
        return transform?.deviceRect(fromLayer: region.rect).intersection(.unit)
    }

    private static func view(
        _ settings: SubscriptionSettings, _ geometry: SubscriptionGeometry, _ types: ObjectTypes
    ) -> View? {
        guard let region = geometry.region, geometry.frame != nil else { return nil }
        let isLayer = settings.space == .layer
        guard !isLayer || geometry.transform != nil else { return nil }
        return View(
            types: settings.types.restricted(to: types), space: settings.space, frame: geometry.frame,
            transform: isLayer ? geometry.transform : nil, region: region, rule: settings.rule,
            maxObjects: settings.maxObjects, maxRate: settings.maxRate, everyFrame: settings.everyFrame,
            minReads: settings.minReads, isSmoothed: settings.smoothed, minFace: settings.minFace)
    }

    /// Wants what can be delivered, or what could be if only the frame size were known; then the input must run for it.
    private static func demand(
        _ settings: SubscriptionSettings, _ geometry: SubscriptionGeometry, _ types: ObjectTypes
    ) -> Demand {
        let needsTransform = settings.space == .layer || settings.region?.inLayer == true
        if needsTransform, geometry.transform == nil {
            guard settings.layer?.size.hasArea == true, geometry.frame == nil else { return .nothing }
        }
        guard let region = geometry.region ?? (geometry.transform == nil ? .unit : nil) else { return .nothing }
        return Demand(
            of: types, in: region, rate: settings.maxRate,
            minFace: types.contains(.face) ? settings.minFace : nil)
    }
}
