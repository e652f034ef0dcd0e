import OverlayGeometry

extension MetadataObject {
    /// The object in a layer's space: bounds, corners, landmarks and angles converted; identity and content unchanged.
    public func converted(to layer: PreviewLayer) -> MetadataObject {
        converted(
            bounds: layer.layerRect(fromDevice:), point: layer.layerPoint(fromDevice:),
            roll: layer.layerRoll(fromDevice:), yaw: layer.layerYaw(fromDevice:))
    }

    /// An object in a layer's space back in metadata space: undoes `converted(to:)`.
    public func converted(from layer: PreviewLayer) -> MetadataObject {
        converted(
            bounds: layer.deviceRect(fromLayer:), point: layer.devicePoint(fromLayer:),
            roll: layer.deviceRoll(fromLayer:), yaw: layer.deviceYaw(fromLayer:))
    }

    /// The object with its bounds, points and angles sent through the given maps; a code's bounds follow its corners.
    public func converted(
        bounds map: (Rect) -> Rect, point: (Point) -> Point, roll: (Double) -> Double = { $0 },
        yaw: (Double) -> Double = { $0 }
    ) -> MetadataObject {
        var result = self
        switch kind {
        case .face(var face):
            result.bounds = map(bounds)
            face.roll = face.roll.map(roll)
            face.yaw = face.yaw.map(yaw)
            face.landmarks = face.landmarks?.mapped(point)
            result.kind = .face(face)
        case .code(var code):
            code.corners = code.corners.mapped(point)
            result.bounds = code.corners.bounds
            result.kind = .code(code)
        }
        return result
    }
}
