import OverlayGeometry
import OverlayMetadata
import OverlayOptions
import OverlayWire

/// What `overlayd detect` is asked to find, and where.
package struct DetectJob: Sendable {
    /// What to look for.
    package var types: TypeSelection
    /// Where to look, in metadata space; within the unit square.
    package var region: Rect
    /// The layer for whose coordinates objects are converted.
    package var layer: LayerOptions

    /// A job of its members.
    package init(types: TypeSelection, region: Rect, layer: LayerOptions) {
        self.types = types
        self.region = region
        self.layer = layer
    }

    /// What a worker is asked for, of the types that there are.
    func demand(available: ObjectTypes) -> Demand {
        Demand(of: types.types.intersection(available), in: region)
    }

    /// The line of a frame.
    func line(_ source: String, _ frame: MetadataFrame) -> [UInt8] {
        let layer = layer.previewLayer(frame: frame.size.display)
        let decimals = layer.map { OverlayWire.Decimals.layer($0.bounds) } ?? OverlayWire.Decimals.device
        var writer = JSONWriter()
        writer.openObject()
        writer.name("source")
        writer.string(source)
        writer.name("sequence")
        writer.integer(frame.sequence)
        writer.name("frame")
        writer.openObject()
        writer.name("width")
        writer.integer(frame.size.width)
        writer.name("height")
        writer.integer(frame.size.height)
        writer.closeObject()
        writer.name("space")
        writer.string((layer == nil ? Space.device : .layer).rawValue)
        writer.name("objects")
        writer.openArray()
        // What tracking carries on from the frame before was not seen in this one.
        for object in frame.measured
        where !object.predicted && types.admits(object) && region.meets(object.bounds) {
            writer.object(layer.map { object.converted(to: $0) } ?? object, decimals)
        }
        writer.closeArray()
        writer.closeObject()
        writer.endLine()
        return writer.bytes
    }

    /// The line of a source that could not be read.
    static func line(_ source: String, name: String, message: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.openObject()
        writer.name("source")
        writer.string(source)
        writer.name("error")
        writer.openObject()
        writer.name("name")
        writer.string(name)
        writer.name("message")
        writer.string(message)
        writer.closeObject()
        writer.closeObject()
        writer.endLine()
        return writer.bytes
    }
}
