import OverlayGeometry
import OverlayMetadata

extension VideoPreviewLayer {
    /// How the picture stands in the layer now; nil when detached, before the input's first frame, or without area.
    public var geometry: PreviewLayer? {
        guard let connection, let status, let frame = status.frame,
            status.connection?.input == connection.inputPort.input
        else { return nil }
        return PreviewLayer(
            frame: frame.display, bounds: bounds, gravity: videoGravity, rotation: connection.rotation,
            mirrored: connection.isVideoMirrored)
    }

    /// A point of the layer in metadata space; never cut: a point in a bar comes out below 0 or above 1.
    ///
    /// Like the other conversions it throws `notReady` while it is not known how the picture stands.
    public func captureDevicePointConverted(fromLayerPoint point: Point) throws(ClientError) -> Point {
        try known().devicePoint(fromLayer: point)
    }

    /// A point of metadata space in the layer; never cut: what the layer hides comes out beyond it.
    public func layerPointConverted(fromCaptureDevicePoint point: Point) throws(ClientError) -> Point {
        try known().layerPoint(fromDevice: point)
    }

    /// A rectangle of the layer in metadata space, as a rectangle of interest takes it.
    public func metadataOutputRectConverted(fromLayerRect rect: Rect) throws(ClientError) -> Rect {
        try known().deviceRect(fromLayer: rect)
    }

    /// A rectangle of metadata space in the layer.
    public func layerRectConverted(fromMetadataOutputRect rect: Rect) throws(ClientError) -> Rect {
        try known().layerRect(fromDevice: rect)
    }

    /// An object of an output in the layer, its bounds, corners, landmarks and angles; nil for an object of another
    /// input than the layer's, and while it is not known how the picture stands.
    public func transformedMetadataObject(for object: CapturedObject) -> CapturedObject? {
        guard let geometry, connection?.inputPort.input == object.input else { return nil }
        var result = object
        result.object = object.object.converted(to: geometry)
        return result
    }

    private func known() throws(ClientError) -> PreviewLayer {
        if let geometry { return geometry }
        let reason =
            if connection == nil { "the layer has no connection" } else if !bounds.size.hasArea {
                "the layer has no area: setBounds gives it one"
            } else { "the input has shown no picture yet" }
        throw ClientError(.notReady, "there is no conversion yet: \(reason)", name: .notReady)
    }
}
