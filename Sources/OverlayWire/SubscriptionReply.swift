import OverlayGeometry
import OverlayMetadata

/// The result of `subscribe`, `update`, `connect` and `disconnect`: the subscription as it holds now.
package struct SubscriptionReply: Hashable, Sendable {
    /// The session's name.
    package var session: String
    /// The subscription's number on this connection.
    package var subscription: Int
    /// Its revision, rising by one with each change.
    package var revision: Int
    /// How it sees its input.
    package var geometry: SubscriptionGeometry
    /// The input's state; nil when detached.
    package var state: InputState?
    /// The types that are delivered.
    package var types: ObjectTypes
    /// Names that were asked for and are not available.
    package var unavailable: [String]
    /// What it asked.
    package var settings: SubscriptionSettings
    /// The frame whose objects these are; nil before the first.
    package var newest: MetadataFrame?
    /// The objects in view, in the subscription's space.
    package var objects: [MetadataObject]
    /// How many decimals their coordinates carry.
    package var decimals: Int

    /// A reply of its members.
    package init(
        session: String, subscription: Int, revision: Int, geometry: SubscriptionGeometry, state: InputState?,
        types: ObjectTypes, unavailable: [String], settings: SubscriptionSettings, newest: MetadataFrame?,
        objects: [MetadataObject], decimals: Int
    ) {
        self.session = session
        self.subscription = subscription
        self.revision = revision
        self.geometry = geometry
        self.state = state
        self.types = types
        self.unavailable = unavailable
        self.settings = settings
        self.newest = newest
        self.objects = objects
        self.decimals = decimals
    }

    /// The members, into the result that is open.
    package func write(into writer: inout JSONWriter) {
        writer.name("session")
        writer.string(session)
        writer.name("subscription")
        writer.integer(subscription)
        writer.name("revision")
        writer.integer(revision)
        writer.name("connection")
        geometry.writeConnection(into: &writer)
        writer.name("state")
        writer.stringOrNull(state?.rawValue)
        writer.name("types")
        writer.strings(types.types.map(\.rawValue))
        writer.name("unavailable")
        writer.strings(unavailable)
        writer.name("layer")
        writer.rect(settings.layer, settings.layer.map(Decimals.layer) ?? 3)
        writer.name("gravity")
        writer.string(settings.gravity.rawValue)
        writer.name("mode")
        writer.string("frames")
        writer.name("coordinates")
        writer.string(settings.space.rawValue)
        geometry.writeRegions(into: &writer)
        geometry.writeTransform(into: &writer)
        writeObjects(into: &writer)
    }

    private func writeObjects(into writer: inout JSONWriter) {
        writer.name("sequence")
        if let newest { writer.integer(newest.sequence) } else { writer.null() }
        writer.name("time")
        if let newest { writer.integer(newest.time) } else { writer.null() }
        writer.name("wall")
        if let newest { writer.integer(newest.wall) } else { writer.null() }
        writer.name("space")
        writer.string(settings.space.rawValue)
        writer.name("objects")
        writer.openArray()
        for object in objects { writer.object(object, decimals) }
        writer.closeArray()
    }
}

/// What a client reads in such a result.
package struct ReceivedSubscription: Hashable, Sendable {
    /// The session's name.
    package var session: String
    /// Number, revision and geometry.
    package var geometry: ReceivedGeometry
    /// The input's state; nil when detached.
    package var state: InputState?
    /// The types that are delivered.
    package var types: ObjectTypes
    /// Names that were asked for and are not available.
    package var unavailable: [String]
    /// The client's layer, as the server took it.
    package var layer: Rect?
    /// How the picture fills it.
    package var gravity: Gravity
    /// In what coordinates the objects stand.
    package var space: Space
    /// The newest frame's number; nil before the first.
    package var sequence: UInt64?
    /// Its capture time in microseconds of the monotonic clock.
    package var time: Int64?
    /// Its capture time in microseconds since the epoch.
    package var wall: Int64?
    /// The objects in view.
    package var objects: [MetadataObject]

    /// The subscription that a result describes.
    package init?(_ result: JSONValue) {
        guard let session = result["session"]?.string, let geometry = ReceivedGeometry(result),
            let space = result["space"]?.string.flatMap(Space.init)
        else { return nil }
        self.session = session
        self.geometry = geometry
        state = result["state"]?.string.flatMap(InputState.init)
        types = ObjectTypes(result["types"]?.array?.compactMap { $0.string.flatMap(ObjectType.init) } ?? [])
        unavailable = result["unavailable"]?.array?.compactMap(\.string) ?? []
        layer = result["layer"]?.rect
        gravity = result["gravity"]?.string.flatMap(Gravity.init) ?? .resizeAspect
        self.space = space
        sequence = result["sequence"]?.counter
        time = result["time"]?.integer
        wall = result["wall"]?.integer
        objects = result["objects"]?.array?.compactMap(\.metadataObject) ?? []
    }
}
