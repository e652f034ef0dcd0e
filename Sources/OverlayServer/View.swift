import OverlayGeometry
import OverlayMetadata
import OverlayWire

/// What a subscription makes of an input's frames; equal views share one encoded message.
struct View: Hashable {
    /// The objects that are wanted, restricted to what is available.
    var types: TypeSelection
    /// In what coordinates they are sent.
    var space: Space
    /// The input's frames.
    var frame: FrameSize?
    /// From device to layer; there when the space is the layer.
    var transform: PreviewLayer?
    /// The rectangle of interest in device space.
    var region = Rect.unit
    /// When an object belongs to it.
    var rule = RegionRule.intersects
    /// The most objects of a message.
    var maxObjects: Int?
    /// The most messages a second.
    var maxRate: Double?
    /// A message for each frame.
    var everyFrame = false
    /// How often a code must have been read.
    var minReads = 1
    /// As tracking smoothed them; else as they were measured.
    var isSmoothed = true
    /// The smallest face, as a part of the picture's height.
    var minFace: Double?

    /// The decimals of its coordinates.
    var decimals: Int {
        switch space {
        case .device: Decimals.device
        case .pixels: Decimals.pixels
        case .layer: transform.map { Decimals.layer($0.bounds) } ?? Decimals.pixels
        }
    }

    /// The objects of a frame that it shows, in its space.
    func select(_ frame: MetadataFrame) -> [MetadataObject] {
        var chosen = (isSmoothed ? frame.objects : frame.measured).filter {
            types.admits($0) && rule.admits($0.bounds, in: region) && isLargeEnough($0) && isReadOften($0)
        }
        if let maxObjects, chosen.count > maxObjects { chosen = Array(nearestFirst(chosen).prefix(maxObjects)) }
        return chosen.map(converted)
    }

    private func isLargeEnough(_ object: MetadataObject) -> Bool {
        guard let minFace, object.type == .face else { return true }
        return object.bounds.height >= minFace
    }

    private func isReadOften(_ object: MetadataObject) -> Bool {
        if case .code(let code) = object.kind { code.reads >= minReads } else { true }
    }

    private func nearestFirst(_ objects: [MetadataObject]) -> [MetadataObject] {
        let size = frame?.display ?? Size(width: 1, height: 1)
        func distance(_ object: MetadataObject) -> Double {
            let dx = (object.bounds.center.x - region.center.x) * size.width
            let dy = (object.bounds.center.y - region.center.y) * size.height
            return dx * dx + dy * dy
        }
        return objects.map { ($0, distance($0)) }
            .sorted { ($0.1, $0.0.id) < ($1.1, $1.0.id) }
            .map(\.0)
    }

    private func converted(_ object: MetadataObject) -> MetadataObject {
        switch (space, transform, frame) {
        case (.layer, let transform?, _): return object.converted(to: transform)
        case (.pixels, _, let frame?):
            let (w, h) = (Double(frame.width), Double(frame.height))
            return object.converted(
                bounds: { Rect(x: $0.x * w, y: $0.y * h, width: $0.width * w, height: $0.height * h) },
                point: { Point(x: $0.x * w, y: $0.y * h) })
        default: return object
        }
    }
}
