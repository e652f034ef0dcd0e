import OverlayMetadata
import OverlayOptions

/// A row for each object: what, which, where, and what it says or how it is turned.
struct WatchRows {
    private let objects: [MetadataObject]
    private let decimals: Int

    /// Rows of objects whose coordinates are shown with so many decimals.
    init(_ objects: [MetadataObject], decimals: Int) {
        self.objects = objects.sorted { $0.id < $1.id }
        self.decimals = decimals
    }

    /// The titles and the rows.
    var lines: [String] {
        let titles = ["X", "Y", "WIDTH", "HEIGHT"].map { Format.right($0, 7) }
        var table = TextTable([Format.left("TYPE", 8), Format.right("ID", 5)] + titles + ["VALUE"])
        for object in objects {
            let bounds = [object.bounds.x, object.bounds.y, object.bounds.width, object.bounds.height]
            table.add(
                [object.type.rawValue, identity(object)] + bounds.map { Format.right(Format.fixed($0, decimals), 7) }
                    + [value(object)])
        }
        return table.lines
    }

    /// The object's number; one that was not seen in this very picture has a tilde.
    private func identity(_ object: MetadataObject) -> String {
        Format.right((object.predicted ? "~" : "") + String(object.id), 5)
    }

    /// What a code says, how a face is turned; a dash when neither is known.
    private func value(_ object: MetadataObject) -> String {
        switch object.kind {
        case .code(let code):
            return code.value.map(Terminal.safe) ?? "\(code.payload.count) bytes that are no text"
        case .face(let face):
            let angles = [("roll", face.roll), ("yaw", face.yaw), ("pitch", face.pitch)].compactMap { name, angle in
                angle.map { "\(name) \(Format.fixed($0, 1))°" }
            }
            return angles.isEmpty ? "—" : angles.joined(separator: " ")
        }
    }
}
