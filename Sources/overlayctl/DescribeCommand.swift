import OverlayClient
import OverlayOptions
import OverlayWire

/// `overlayctl describe`: what the daemon can do.
struct DescribeCommand {
    private let socket: String?
    private let printsJSON: Bool

    /// Reads the command's options.
    init(_ invocation: Invocation) {
        socket = invocation.text(.socket)
        printsJSON = invocation.has(.json)
    }

    /// Prints it in a few lines, or the daemon's reply.
    func run() throws -> ExitStatus {
        let reply = try Connection(to: socket).request("describe")
        let lines = printsJSON ? [reply.text] : DescribeCommand.lines(reply)
        try Output.write(lines.joined(separator: "\n") + "\n")
        return .success
    }

    /// A reply for people.
    static func lines(_ reply: JSONValue) -> [String] {
        func words(_ name: String) -> String {
            let words = reply[name]?.array?.compactMap(\.string) ?? []
            return words.isEmpty ? "—" : Terminal.safe(words.joined(separator: ", "))
        }
        func text(_ value: JSONValue, _ name: String) -> String { Terminal.safe(value[name]?.string ?? "?") }
        let libraries = (reply["libraries"]?.array ?? []).map { text($0, "name") + " " + text($0, "version") }
        var facts = TextTable(["server", text(reply, "server")])
        facts.add(["protocol", text(reply, "protocol")])
        facts.add(["methods", words("methods")])
        facts.add(["notifications", words("notifications")])
        facts.add(["types", words("types")])
        facts.add(["libraries", libraries.isEmpty ? "—" : libraries.joined(separator: ", ")])
        let missing = reply["missing"]?.array ?? []
        guard let first = missing.first else { return facts.lines }
        func row(_ gap: JSONValue) -> [String] { [text(gap, "kind"), text(gap, "name"), text(gap, "reason")] }
        var gaps = TextTable(row(first))
        for gap in missing.dropFirst() { gaps.add(row(gap)) }
        return facts.lines + ["missing"] + gaps.lines.map { "  " + $0 }
    }
}
