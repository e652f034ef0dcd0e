import OverlayOptions
import OverlayWire

/// A row for each object: what, which, where, and what it says or how it is turned.
struct WatchRows {
    private let objects: [JSONValue]
    private let isInLayer: Bool

    /// Rows of objects in a layer's units or in metadata space.
    init(_ objects: [JSONValue], isInLayer: Bool) {
        self.objects = objects.sorted { ($0["id"]?.integer ?? 0) < ($1["id"]?.integer ?? 0) }
        self.isInLayer = isInLayer
    }

    /// The titles and the rows.
    var lines: [String] {
        var table = TextTable([
            Format.left("TYPE", 8), Format.right("ID", 5), title("X"), title("Y"), title("WIDTH"), title("HEIGHT"),
            "VALUE",
        ])
        for object in objects {
            table.add([
                Terminal.safe(object["type"]?.string ?? "?"), Format.right(identity(object), 5),
                number(object["bounds"]?["x"]), number(object["bounds"]?["y"]), number(object["bounds"]?["width"]),
                number(object["bounds"]?["height"]), value(object),
            ])
        }
        return table.lines
    }

    private func title(_ name: String) -> String { Format.right(name, 7) }

    private func number(_ value: JSONValue?) -> String {
        Format.right(value?.double.map { Format.fixed($0, isInLayer ? 1 : 4) } ?? "—", 7)
    }

    /// The object's number; one that was not seen in this very picture has a tilde.
    private func identity(_ object: JSONValue) -> String {
        (object["predicted"]?.bool == true ? "~" : "") + (object["id"]?.integer.map(String.init) ?? "?")
    }

    /// What a code says, how a face is turned; a dash when neither is known.
    private func value(_ object: JSONValue) -> String {
        if let value = object["value"]?.string { return Terminal.safe(value) }
        if let payload = object["payload"]?.string { return "base64 \(Terminal.safe(payload))" }
        let angles = ["roll", "yaw", "pitch"].compactMap { name in
            object[name]?.double.map { "\(name) \(Format.fixed($0, 1))°" }
        }
        return angles.isEmpty ? "—" : angles.joined(separator: " ")
    }
}
