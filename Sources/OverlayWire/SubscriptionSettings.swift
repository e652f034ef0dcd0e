import OverlayGeometry

/// What a client has asked of a subscription; the defaults are the protocol's.
package struct SubscriptionSettings: Hashable, Sendable {
    /// Which objects.
    package var types = TypeSelection()
    /// Types that are not available are left out instead of refused.
    package var ignoresUnavailable = false
    /// The client's layer.
    package var layer: Rect?
    /// How the picture fills the layer.
    package var gravity = Gravity.resizeAspect
    /// How the picture is turned.
    package var turn = Turn.automatic
    /// Whether it is mirrored; nil: when the input is declared front.
    package var mirrored: Bool?
    /// Something is delivered.
    package var enabled = true
    /// The rectangle of interest; nil: the whole picture.
    package var region: Region?
    /// When an object belongs to the rectangle.
    package var rule = RegionRule.intersects
    /// In what coordinates objects are sent; nil: layer if there is one, else device.
    package var coordinates: Space?
    /// Messages a second at most.
    package var maxRate: Double?
    /// Objects a message at most, nearest the rectangle's centre first.
    package var maxObjects: Int?
    /// A message for each frame, with objects or without.
    package var everyFrame = false
    /// Objects are delivered as tracking smoothed them; else as the detectors measured them.
    package var smoothed = true
    /// The smallest face that is wanted, as a part of the picture's height.
    package var minFace: Double?
    /// Codes are delivered once they have been read so often.
    package var minReads = 1

    /// The defaults.
    package init() {}

    /// In what coordinates objects are sent.
    package var space: Space { coordinates ?? (layer == nil ? .device : .layer) }
}

/// How the picture is turned for a layer.
package enum Turn: Hashable, Sendable {
    /// By the input's mount.
    case automatic
    /// By so much.
    case fixed(Rotation)
    /// As the orientation's name says for the input's position.
    case orientation(Orientation)
}

/// A rectangle of interest, in the space in which the client gave it.
package struct Region: Hashable, Sendable {
    /// The rectangle.
    package var rect: Rect
    /// It stands in the layer and is converted anew on each change.
    package var inLayer: Bool

    /// A region of its members.
    package init(rect: Rect, inLayer: Bool) {
        self.rect = rect
        self.inLayer = inLayer
    }
}

/// When an object belongs to a rectangle of interest.
package enum RegionRule: String, CaseIterable, Sendable {
    /// Its bounds meet the rectangle with positive extent.
    case intersects
    /// Its bounds' centre lies within.
    case center
    /// Its bounds lie wholly within.
    case contains

    /// The bounds belong to the rectangle.
    package func admits(_ bounds: Rect, in region: Rect) -> Bool {
        switch self {
        case .intersects: region.meets(bounds)
        case .center: region.contains(bounds.center)
        case .contains: region.contains(bounds)
        }
    }
}
