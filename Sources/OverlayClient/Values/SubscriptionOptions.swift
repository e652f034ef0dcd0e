import OverlayGeometry
import OverlayMetadata

/// What a client asks of a subscription; the defaults are the protocol's.
public struct SubscriptionOptions: Hashable, Sendable {
    /// The input that is looked at.
    public var input: InputChoice
    /// Which objects are delivered: nothing until it is asked for.
    ///
    /// Of whole groups (`.codes`, `.all`) what the daemon can detect counts; a single type that it cannot detect is
    /// an error, unless `ignoresUnavailable`.
    public var types: ObjectTypes
    /// Further types by name, such as `upc_a` or AVFoundation's constants.
    public var typeNames: [String] = []
    /// Types that the daemon cannot detect are left out, and listed in the status, instead of refused.
    public var ignoresUnavailable = false
    /// The layer in the client's own units, y down; nil: objects stay in metadata space.
    ///
    /// A layer without area, that is not laid out yet, is accepted: nothing is delivered until it has one.
    public var layer: Rect?
    /// How the picture fills the layer.
    public var gravity: Gravity
    /// How the picture is turned.
    public var rotation: PictureTurn
    /// Whether it is mirrored; nil: when the input is declared front.
    public var isMirrored: Bool?
    /// Something is delivered.
    public var isEnabled = true
    /// Where objects are looked for; nil: in the whole picture.
    public var rectOfInterest: RectOfInterest?
    /// When an object belongs to the rectangle.
    public var rule = RectOfInterest.Rule.intersects
    /// In what coordinates objects are delivered; nil: in the layer if there is one, else in metadata space.
    public var coordinates: CoordinateSpace?
    /// Messages a second at most, 0.001 to 1000.
    public var maxRate: Double?
    /// Objects a message at most, nearest the middle of the rectangle first.
    public var maxObjects: Int?
    /// A message for each frame, with objects or without.
    public var everyFrame = false
    /// Objects as tracking smooths them, or as the detector measured them.
    public var smoothing = Smoothing.standard
    /// The smallest face that is delivered, as a part of the picture's height, 0.001 to 1; nil: every face.
    public var minFace: Double?
    /// Codes are delivered once they have been read so often.
    public var minReads = 1

    /// Options of what is most often set; the rest by its properties.
    public init(
        input: InputChoice = .first, types: ObjectTypes = [], layer: Rect? = nil, gravity: Gravity = .resizeAspect,
        rotation: PictureTurn = .automatic, isMirrored: Bool? = nil
    ) {
        self.input = input
        self.types = types
        self.layer = layer
        self.gravity = gravity
        self.rotation = rotation
        self.isMirrored = isMirrored
    }

    /// What happens to an object between detection and delivery.
    public enum Smoothing: Hashable, Sendable {
        /// Smoothed by tracking.
        case standard
        /// As the detector measured it, which the estimation of poses needs.
        case none
    }
}

/// Which input a subscription is connected to.
public enum InputChoice: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The first that the daemon has.
    case first
    /// The one of this name.
    case named(String)
    /// None: the subscription is detached.
    case none

    /// The input of this name.
    public init(stringLiteral name: String) { self = .named(name) }
}

/// How the picture is turned for a layer.
public enum PictureTurn: Hashable, Sendable {
    /// By the input's mount.
    case automatic
    /// Clockwise by so much.
    case fixed(Rotation)
    /// As the orientation's name says for the input's position.
    case orientation(Orientation)
}

/// The part of the picture in which objects are looked for.
public struct RectOfInterest: Hashable, Sendable {
    /// The rectangle, with extent on both axes.
    public var rect: Rect
    /// It stands in the layer, and is converted anew whenever that or the picture changes; else in metadata space.
    public var isInLayer: Bool

    /// A rectangle of metadata space, or of the layer.
    public init(_ rect: Rect, inLayer: Bool = false) {
        self.rect = rect
        isInLayer = inLayer
    }

    /// When an object belongs to the rectangle.
    public enum Rule: String, CaseIterable, Sendable {
        /// Its bounds meet the rectangle with positive extent.
        case intersects
        /// Its bounds' centre lies within.
        case center
        /// Its bounds lie wholly within.
        case contains
    }
}
