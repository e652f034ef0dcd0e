import OverlayGeometry
import OverlayMetadata

/// How a subscription sees its input: connection, frame, transform and rectangle; nil is what is not known yet.
package struct SubscriptionGeometry: Hashable, Sendable {
    /// The connection; nil when detached.
    package var connection: Connection?
    /// The size of the input's frames.
    package var frame: FrameSize?
    /// From device to layer.
    package var transform: PreviewLayer?
    /// The rectangle of interest in device space, cut to the picture.
    package var region: Rect?

    /// The connection of a subscription.
    package struct Connection: Hashable, Sendable {
        /// The input's name.
        package var input: String
        /// The turn that holds.
        package var rotation: Rotation
        /// Whether it is mirrored.
        package var mirrored: Bool
        /// It is mirrored exactly when the input is declared front.
        package var automaticallyAdjustsMirroring: Bool
        /// Something is delivered.
        package var enabled: Bool

        /// A connection of its members.
        package init(
            input: String, rotation: Rotation, mirrored: Bool, automaticallyAdjustsMirroring: Bool, enabled: Bool
        ) {
            self.input = input
            self.rotation = rotation
            self.mirrored = mirrored
            self.automaticallyAdjustsMirroring = automaticallyAdjustsMirroring
            self.enabled = enabled
        }
    }

    /// A geometry of its members.
    package init(
        connection: Connection? = nil, frame: FrameSize? = nil, transform: PreviewLayer? = nil, region: Rect? = nil
    ) {
        self.connection = connection
        self.frame = frame
        self.transform = transform
        self.region = region
    }

    /// The rectangle of interest in the layer.
    package var regionInLayer: Rect? {
        guard let region, let transform else { return nil }
        return transform.layerRect(fromDevice: region)
    }
}

extension SubscriptionGeometry {
    /// The connection as a member's value, or null.
    func writeConnection(into writer: inout JSONWriter) {
        guard let connection else { return writer.null() }
        writer.openObject()
        writer.name("input")
        writer.string(connection.input)
        writer.name("rotation")
        writer.integer(connection.rotation.rawValue)
        writer.name("mirrored")
        writer.bool(connection.mirrored)
        writer.name("automaticallyAdjustsMirroring")
        writer.bool(connection.automaticallyAdjustsMirroring)
        writer.name("enabled")
        writer.bool(connection.enabled)
        writer.closeObject()
    }

    /// The rectangle of interest in both spaces, into the object that is open.
    func writeRegions(into writer: inout JSONWriter) {
        writer.name("rectOfInterest")
        writer.rect(region, Decimals.device)
        writer.name("rectOfInterestInLayer")
        writer.rect(regionInLayer, layerDecimals)
    }

    /// Frame, matrix, content and visible part, into the object that is open.
    func writeTransform(into writer: inout JSONWriter) {
        writer.name("frame")
        if let frame { writer.frameSize(frame) } else { writer.null() }
        writer.name("matrix")
        if let transform { writer.matrix(transform.matrix) } else { writer.null() }
        writer.name("content")
        writer.rect(transform?.content, layerDecimals)
        writer.name("visible")
        writer.rect(transform?.visible, Decimals.device)
    }

    private var layerDecimals: Int { transform.map { Decimals.layer($0.bounds) } ?? 3 }
}

extension SubscriptionGeometry.Connection {
    init?(_ value: JSONValue) {
        guard let input = value["input"]?.string, let mirrored = value["mirrored"]?.bool,
            let rotation = value["rotation"]?.integer.flatMap({ Rotation(rawValue: Int(clamping: $0)) })
        else { return nil }
        self.init(
            input: input, rotation: rotation, mirrored: mirrored,
            automaticallyAdjustsMirroring: value["automaticallyAdjustsMirroring"]?.bool ?? false,
            enabled: value["enabled"]?.bool ?? true)
    }
}
