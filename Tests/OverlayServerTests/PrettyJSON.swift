import OverlayWire

/// JSON for people: what fits on a line stands on it; the rest is spread over lines, on each as many members as fit.
struct PrettyJSON {
    private static let width = 100

    /// The lines of a value; all but the first are indented by at least `indent` spaces.
    static func lines(_ value: JSONValue, indent: Int = 2) -> [String] {
        let line = inline(value)
        let (opening, closing, items): (String, String, [(name: String, value: JSONValue)])
        switch value {
        case .object(let object) where indent + line.count > width:
            items = object.members.map { (JSONValue.string($0.name).text + ": ", $0.value) }
            (opening, closing) = ("{", "}")
        case .array(let elements) where indent + line.count > width:
            items = elements.map { ("", $0) }
            (opening, closing) = ("[", "]")
        default: return [line]
        }
        var body: [String] = []
        var isOpen = false
        for (place, item) in items.enumerated() {
            var lines = lines(item.value, indent: indent + 2)
            lines[0] = item.name + lines[0]
            if place < items.count - 1 { lines[lines.count - 1] += "," }
            if isOpen, let last = body.last, last.count + 1 + lines[0].count <= width {
                body[body.count - 1] = last + " " + lines[0]
            } else {
                body.append(String(repeating: " ", count: indent + 2) + lines[0])
            }
            body += lines.dropFirst()
            isOpen = lines.count == 1 && (item.value.object == nil || lines[0].count <= 44)
        }
        return [opening] + body + [String(repeating: " ", count: indent) + closing]
    }

    private static func inline(_ value: JSONValue) -> String {
        switch value {
        case .object(let object):
            let members = object.members.map { "\(JSONValue.string($0.name).text): \(inline($0.value))" }
            return "{\(members.joined(separator: ", "))}"
        case .array(let elements): return "[\(elements.map(inline).joined(separator: ", "))]"
        default: return value.text
        }
    }
}
