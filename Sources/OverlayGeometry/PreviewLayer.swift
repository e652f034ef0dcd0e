/// A client's layer: how the unrotated, unmirrored picture stands in it.
///
/// One affine matrix carries every conversion.
public struct PreviewLayer: Hashable, Sendable {
    /// The picture's size in square pixels: width times the pixel aspect ratio, by height.
    public let frame: Size
    /// The layer in the client's units; y grows downwards.
    public let bounds: Rect
    /// How the picture fills the layer.
    public let gravity: Gravity
    /// The clockwise turn of the picture.
    public let rotation: Rotation
    /// Flipped left-right as shown, after the turn.
    public let mirrored: Bool
    /// Where the whole picture stands in the layer's space; may reach past the layer.
    public let content: Rect
    /// From metadata space to layer space.
    public let matrix: AffineMatrix
    /// From layer space to metadata space.
    public let inverse: AffineMatrix

    /// The layer's transform; nil when picture or layer has no area, or a member is not finite.
    public init?(
        frame: Size, bounds: Rect, gravity: Gravity = .resizeAspect, rotation: Rotation = .none, mirrored: Bool = false
    ) {
        guard frame.hasArea, bounds.size.hasArea, bounds.isFinite else { return nil }
        let content = PreviewLayer.content(frame: frame, bounds: bounds, gravity: gravity, rotation: rotation)
        let matrix = PreviewLayer.matrix(content: content, rotation: rotation, mirrored: mirrored)
        guard content.isFinite, let inverse = matrix.inverse, inverse.members.allSatisfy(\.isFinite) else { return nil }
        self.frame = frame
        self.bounds = bounds
        self.gravity = gravity
        self.rotation = rotation
        self.mirrored = mirrored
        self.content = content
        self.matrix = matrix
        self.inverse = inverse
    }

    private static func content(frame: Size, bounds: Rect, gravity: Gravity, rotation: Rotation) -> Rect {
        let shown = rotation.swapsSides ? Size(width: frame.height, height: frame.width) : frame
        let horizontal = bounds.width / shown.width
        let vertical = bounds.height / shown.height
        let (scaleX, scaleY) =
            switch gravity {
            case .resize: (horizontal, vertical)
            case .resizeAspect: (min(horizontal, vertical), min(horizontal, vertical))
            case .resizeAspectFill: (max(horizontal, vertical), max(horizontal, vertical))
            }
        let width = shown.width * scaleX
        let height = shown.height * scaleY
        return Rect(
            x: bounds.x + (bounds.width - width) / 2, y: bounds.y + (bounds.height - height) / 2,
            width: width, height: height)
    }

    private static func matrix(content: Rect, rotation: Rotation, mirrored: Bool) -> AffineMatrix {
        let (w, h) = (content.width, content.height)
        let (left, top, right, bottom) = (content.minX, content.minY, content.maxX, content.maxY)
        return switch (rotation, mirrored) {
        case (.none, false): AffineMatrix(a: w, b: 0, c: 0, d: h, tx: left, ty: top)
        case (.none, true): AffineMatrix(a: -w, b: 0, c: 0, d: h, tx: right, ty: top)
        case (.quarter, false): AffineMatrix(a: 0, b: h, c: -w, d: 0, tx: right, ty: top)
        case (.quarter, true): AffineMatrix(a: 0, b: h, c: w, d: 0, tx: left, ty: top)
        case (.half, false): AffineMatrix(a: -w, b: 0, c: 0, d: -h, tx: right, ty: bottom)
        case (.half, true): AffineMatrix(a: w, b: 0, c: 0, d: -h, tx: left, ty: bottom)
        case (.threeQuarters, false): AffineMatrix(a: 0, b: -h, c: w, d: 0, tx: left, ty: bottom)
        case (.threeQuarters, true): AffineMatrix(a: 0, b: -h, c: -w, d: 0, tx: right, ty: bottom)
        }
    }
}

extension PreviewLayer {
    /// A point of metadata space in the layer; never cut.
    public func layerPoint(fromDevice point: Point) -> Point { matrix.apply(point) }
    /// A point of the layer in metadata space; never cut, so a point in a bar comes out below 0 or above 1.
    public func devicePoint(fromLayer point: Point) -> Point { inverse.apply(point) }
    /// A rectangle of metadata space in the layer.
    public func layerRect(fromDevice rect: Rect) -> Rect { matrix.apply(rect) }
    /// A rectangle of the layer in metadata space; never cut.
    public func deviceRect(fromLayer rect: Rect) -> Rect { inverse.apply(rect) }

    /// Roll in the layer: s·(roll + rotation), s = −1 when mirrored; unequal scales of `resize` are ignored.
    public func layerRoll(fromDevice roll: Double) -> Double {
        Angle.normalized((mirrored ? -1 : 1) * (roll + rotation.degrees))
    }

    /// Yaw in the layer: its sign flips when mirrored; a turn of the picture does not change it.
    public func layerYaw(fromDevice yaw: Double) -> Double { Angle.normalized(mirrored ? -yaw : yaw) }

    /// Roll in metadata space of a roll in the layer: undoes `layerRoll`.
    public func deviceRoll(fromLayer roll: Double) -> Double {
        Angle.normalized((mirrored ? -roll : roll) - rotation.degrees)
    }

    /// Yaw in metadata space of a yaw in the layer: the mirror undoes itself.
    public func deviceYaw(fromLayer yaw: Double) -> Double { layerYaw(fromDevice: yaw) }

    /// The part of the picture that the layer shows, in metadata space; the whole picture unless gravity hides some.
    public var visible: Rect { deviceRect(fromLayer: bounds).intersection(.unit) ?? .unit }
}
