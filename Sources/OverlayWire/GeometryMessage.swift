import OverlayGeometry
import OverlayMetadata

/// The notification that a subscription's geometry changed without its client's request.
package struct GeometryMessage: Hashable, Sendable {
    /// The subscription's number.
    package var subscription: Int
    /// The revision that begins.
    package var revision: Int
    /// The geometry that holds from now on.
    package var geometry: SubscriptionGeometry

    /// A message of its members.
    package init(subscription: Int, revision: Int, geometry: SubscriptionGeometry) {
        self.subscription = subscription
        self.revision = revision
        self.geometry = geometry
    }

    /// The message as a line.
    package func write(into writer: inout JSONWriter) {
        writer.openNotification("geometry")
        writer.name("subscription")
        writer.integer(subscription)
        writer.name("revision")
        writer.integer(revision)
        geometry.writeTransform(into: &writer)
        writer.name("connection")
        geometry.writeConnection(into: &writer)
        geometry.writeRegions(into: &writer)
        writer.closeNotification()
    }
}

/// What a client learns of its subscription's geometry, by a reply or a `geometry` message.
package struct ReceivedGeometry: Hashable, Sendable {
    /// The subscription's number.
    package var subscription: Int
    /// The revision from which it holds.
    package var revision: Int
    /// The connection; nil when detached.
    package var connection: SubscriptionGeometry.Connection?
    /// The size of the input's frames, when known.
    package var frame: FrameSize?
    /// From device to layer, when known.
    package var matrix: AffineMatrix?
    /// Where the whole picture stands in the layer.
    package var content: Rect?
    /// The part of the picture that the layer shows, in device space.
    package var visible: Rect?
    /// The rectangle of interest in device space.
    package var rectOfInterest: Rect?
    /// The rectangle of interest in the layer.
    package var rectOfInterestInLayer: Rect?

    /// The geometry that a reply's result or a message's parameters describe.
    package init?(_ value: JSONValue) {
        guard let subscription = value["subscription"]?.integer, let revision = value["revision"]?.integer else {
            return nil
        }
        self.subscription = Int(clamping: subscription)
        self.revision = Int(clamping: revision)
        connection = value["connection"].flatMap(SubscriptionGeometry.Connection.init)
        frame = value["frame"]?.frameSize
        matrix = value["matrix"]?.matrix
        content = value["content"]?.rect
        visible = value["visible"]?.rect
        rectOfInterest = value["rectOfInterest"]?.rect
        rectOfInterestInLayer = value["rectOfInterestInLayer"]?.rect
    }
}
