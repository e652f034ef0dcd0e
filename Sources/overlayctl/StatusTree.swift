import OverlayOptions
import OverlayWire

/// A reply as indented lines for people: whatever a daemon of a later version says is shown too.
struct StatusTree {
    private let root: JSONValue
    private let now: Int64?

    /// Members that a clock shows better, and those that are microseconds.
    private static let stamps: Set = ["time", "wall"]
    private static let durations: Set = ["uptime", "total", "last", "mean"]

    /// The tree of a reply; its `time` is the moment from which ages count.
    init(_ reply: JSONValue) {
        root = reply
        now = reply["time"]?.integer
    }

    /// The lines, without an end of line.
    var lines: [String] { lines(of: root, indent: "") }

    private func lines(of value: JSONValue, indent: String) -> [String] {
        guard let object = value.object else { return [indent + (line(value) ?? value.text)] }
        let members = object.members.filter { !StatusTree.stamps.contains($0.name) }
        let width = members.map { Terminal.safe($0.name).count }.max() ?? 0
        return members.flatMap { member -> [String] in
            let name = Terminal.safe(member.name)
            if let line = moment(member) ?? line(member.value) {
                return ["\(indent)\(Format.left(name, width))  \(line)"]
            }
            guard let elements = member.value.array else {
                return ["\(indent)\(name)"] + lines(of: member.value, indent: indent + "  ")
            }
            return ["\(indent)\(name)"] + elements.flatMap { element($0, indent: indent + "  ") }
        }
    }

    /// An element of an array, under its name where it has one.
    private func element(_ value: JSONValue, indent: String) -> [String] {
        guard var object = value.object, let name = object["name"]?.string else {
            return lines(of: value, indent: indent)
        }
        object["name"] = nil
        return [indent + Terminal.safe(name)] + lines(of: .object(object), indent: indent + "  ")
    }

    /// A member that is a time, in words.
    private func moment(_ member: JSONObject.Member) -> String? {
        guard let microseconds = member.value.integer else { return nil }
        if StatusTree.durations.contains(member.name) { return Format.duration(microseconds) }
        guard member.name == "since", let now,
            case let (age, overflow) = now.subtractingReportingOverflow(microseconds),
            !overflow, age >= 0
        else { return nil }
        return "\(Format.duration(age)) ago"
    }

    /// A value that fits on its name's line; nil for one that needs lines of its own.
    private func line(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): return Terminal.safe(text)
        case .null: return "—"
        case .array(let elements):
            let words = elements.compactMap { $0.object == nil && $0.array == nil ? line($0) : nil }
            guard words.count == elements.count else { return nil }
            return words.isEmpty ? "—" : words.joined(separator: ", ")
        case .object(let object):
            guard !object.members.isEmpty else { return "—" }
            if object.members.count == 4, let rect = value.rect, let size = Format.size(value) {
                return "\(Format.shortest(rect.x)),\(Format.shortest(rect.y)) \(size)"
            }
            return object.members.count == 2 ? Format.size(value) : nil
        default: return value.text
        }
    }
}
