import OverlayClient
import OverlayOptions
import OverlaySystem
import OverlayWire

/// `overlayctl controls`: what a camera lets one set, and setting it.
struct ControlsCommand {
    private let socket: String?
    private let input: String?
    private let printsJSON: Bool
    private let values: JSONObject

    /// Reads the command's options.
    init(_ invocation: Invocation) throws(UsageError) {
        socket = invocation.text(.socket)
        input = invocation.text(.input)
        printsJSON = invocation.has(.json)
        values = try ControlsCommand.values(invocation)
    }

    /// Sets what is asked, and prints how all controls are then.
    func run() throws -> ExitStatus {
        var params: JSONObject = [:]
        if let input { params["input"] = .string(input) }
        if !values.members.isEmpty { params["set"] = .object(values) }
        let reply = try ControlsCommand.connection(socket).request("controls", params, patience: 15_000_000)
        try Output.write((printsJSON ? reply.text : ControlsCommand.table(reply).joined(separator: "\n")) + "\n")
        return .success
    }

    /// `NAME=VALUE` as the request has it.
    static func values(_ invocation: Invocation) throws(UsageError) -> JSONObject {
        var values: JSONObject = [:]
        for setting in invocation.operands {
            let halves = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard halves.count == 2, !halves[0].isEmpty, !halves[1].isEmpty else {
                throw invocation.wrong("got '\(setting)', wanted NAME=VALUE, such as gain=16")
            }
            values[halves[0]] =
                Int64(halves[1]).map(JSONValue.integer) ?? Bool(halves[1]).map(JSONValue.bool) ?? .string(halves[1])
        }
        return values
    }

    /// The daemon's control socket: beside the data socket that answers.
    private static func connection(_ socket: String?) throws -> Connection {
        let paths = SocketLocation.candidates(said: socket).map(SocketLocation.control(of:))
        var failure: ClientError?
        for path in paths {
            do throws(ClientError) {
                return try Connection(to: path)
            } catch {
                if failure == nil || error.code != .noDaemon { failure = error }
            }
        }
        throw failure ?? ClientError(.noDaemon, "there is no control socket")
    }

    /// The controls of a reply in columns.
    static func table(_ reply: JSONValue) -> [String] {
        let controls = reply["controls"]?.array ?? []
        guard !controls.isEmpty else { return ["the camera lets nothing be set"] }
        var table = TextTable(["CONTROL", "VALUE", "DEFAULT", "MAY BE"])
        for control in controls {
            let kind = control["kind"]?.string ?? "?"
            table.add([
                Terminal.safe(control["name"]?.string ?? "?"), control["value"]?.text ?? "—",
                control["default"]?.text ?? "—", Terminal.safe(range(control, kind)),
            ])
        }
        return table.lines
    }

    private static func range(_ control: JSONValue, _ kind: String) -> String {
        var words: [String] = []
        switch kind {
        case "boolean": words.append("true, false")
        case "button": words.append("true, which presses it")
        case "menu":
            let choices = (control["choices"]?.array ?? []).map { choice in
                "\(choice["value"]?.text ?? "?") \(choice["title"]?.string ?? "")"
            }
            words.append(choices.joined(separator: ", "))
        case "rectangle": words.append("set by focus")
        default:
            words.append("\(control["minimum"]?.text ?? "?") to \(control["maximum"]?.text ?? "?")")
            if let step = control["step"]?.integer, step > 1 { words.append("in steps of \(step)") }
        }
        if control["readOnly"]?.bool == true { words.append("(can be read only)") }
        if control["inactive"]?.bool == true {
            words.append("(without effect now: an automatic control stands against it)")
        }
        return words.joined(separator: " ")
    }
}
