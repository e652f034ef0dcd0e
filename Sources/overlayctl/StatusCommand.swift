import OverlayClient
import OverlayOptions
import OverlayWire

/// `overlayctl status`: how the daemon and its inputs are.
struct StatusCommand {
    private let socket: String?
    private let printsJSON: Bool

    /// Reads the command's options.
    init(_ invocation: Invocation) {
        socket = invocation.text(.socket)
        printsJSON = invocation.has(.json)
    }

    /// Prints the daemon's reply as a tree, or as it came.
    func run() throws -> ExitStatus {
        let reply = try Connection(to: socket).request("status")
        if printsJSON {
            try Output.write(reply.text + "\n")
        } else {
            try Output.write(StatusCommand.tree(reply).joined(separator: "\n") + "\n")
        }
        return .success
    }

    /// A value as indented lines: whatever a daemon of a later version says is shown too.
    static func tree(_ value: JSONValue, indent: String = "") -> [String] {
        guard let object = value.object else { return [indent + line(value)] }
        let width = object.members.map(\.name.count).max() ?? 0
        return object.members.flatMap { member -> [String] in
            let name = Terminal.safe(member.name)
            if isLine(member.value) { return ["\(indent)\(Format.left(name, width))  \(line(member.value))"] }
            guard let elements = member.value.array else {
                return ["\(indent)\(name)"] + tree(member.value, indent: indent + "  ")
            }
            return ["\(indent)\(name)"] + elements.flatMap { element(of: $0, indent: indent + "  ") }
        }
    }

    /// An element of an array, under its name where it has one.
    private static func element(of value: JSONValue, indent: String) -> [String] {
        guard var object = value.object, let name = object["name"]?.string else { return tree(value, indent: indent) }
        object["name"] = nil
        return [indent + Terminal.safe(name)] + tree(.object(object), indent: indent + "  ")
    }

    private static func isLine(_ value: JSONValue) -> Bool {
        switch value {
        case .object(let object): object.members.isEmpty || Format.size(value) != nil && object.members.count == 2
        case .array(let elements): elements.allSatisfy { $0.object == nil && $0.array == nil }
        default: true
        }
    }

    private static func line(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): Terminal.safe(text)
        case .array(let elements): elements.isEmpty ? "—" : elements.map(line).joined(separator: ", ")
        case .null: "—"
        case .object: Format.size(value) ?? "—"
        default: value.text
        }
    }
}
