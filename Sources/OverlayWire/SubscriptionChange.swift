import OverlayGeometry

/// What a `subscribe` or `update` sets; nil leaves a setting as it is, and an inner nil clears it.
package struct SubscriptionChange: Hashable, Sendable {
    /// The input to connect to.
    package var input: String?
    /// `"connection": null`: no input.
    package var detached = false
    var types: TypeSelection?
    var ignoresUnavailable: Bool?
    var layer: Rect??
    var gravity: Gravity?
    var turn: Turn?
    var mirrored: Bool??
    var enabled: Bool?
    var region: Region??
    var rule: RegionRule?
    var coordinates: Space?
    var maxRate: Double??
    var maxObjects: Int??
    var everyFrame: Bool?
    var smoothed: Bool?
    var minFace: Double??
    var minReads: Int?

    /// It names types, or says what to do with those that are not available.
    package var changesTypes: Bool { types != nil || ignoresUnavailable != nil }
    /// It sets or clears the rectangle of interest.
    package var changesRegion: Bool { region != nil }

    /// Settings with this change.
    package func applied(to settings: SubscriptionSettings) throws(WireError) -> SubscriptionSettings {
        var result = settings
        if let types { result.types = types }
        if let ignoresUnavailable { result.ignoresUnavailable = ignoresUnavailable }
        if let layer { result.layer = layer }
        if let gravity { result.gravity = gravity }
        if let turn { result.turn = turn }
        if let mirrored { result.mirrored = mirrored }
        if let enabled { result.enabled = enabled }
        if let region { result.region = region }
        if let rule { result.rule = rule }
        if let coordinates { result.coordinates = coordinates }
        if let maxRate { result.maxRate = maxRate }
        if let maxObjects { result.maxObjects = maxObjects }
        if let everyFrame { result.everyFrame = everyFrame }
        if let smoothed { result.smoothed = smoothed }
        if let minFace { result.minFace = minFace }
        if let minReads { result.minReads = minReads }
        try SubscriptionChange.check(result)
        return result
    }

    private static func check(_ settings: SubscriptionSettings) throws(WireError) {
        guard settings.layer == nil else { return }
        if settings.coordinates == .layer {
            throw WireError(
                .badValue, "coordinates cannot be \"layer\": the subscription has no layer", parameter: "coordinates")
        }
        if settings.region?.inLayer == true {
            throw WireError(
                .badValue, "rectOfInterest.in cannot be \"layer\": the subscription has no layer",
                parameter: "rectOfInterest.in")
        }
    }
}
