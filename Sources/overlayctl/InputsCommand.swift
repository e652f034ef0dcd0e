import OverlayClient
import OverlayDevices
import OverlayOptions
import OverlayWire

/// `overlayctl inputs`: what there is to look at.
struct InputsCommand {
    private let socket: String?
    private let printsJSON: Bool
    private let showsDevices: Bool

    /// Reads the command's options.
    init(_ invocation: Invocation) {
        socket = invocation.text(.socket)
        printsJSON = invocation.has(.json)
        showsDevices = invocation.has(.devices)
    }

    /// Prints a row for each input, or the daemon's reply.
    func run() throws -> ExitStatus {
        if showsDevices {
            let reports = CameraSystem().reports()
            let text = printsJSON ? DeviceList.json(reports).text : DeviceList.lines(reports).joined(separator: "\n")
            try Output.write(text + "\n")
            return .success
        }
        let reply = try Connection(to: socket).request("inputs")
        if printsJSON {
            try Output.write(reply.text + "\n")
        } else {
            try Output.write(InputsCommand.table(reply).joined(separator: "\n") + "\n")
        }
        return .success
    }

    /// The inputs of a reply in columns.
    static func table(_ reply: JSONValue) -> [String] {
        let inputs = reply["inputs"]?.array ?? []
        guard !inputs.isEmpty else { return ["no inputs are configured; see 'overlayd run --help'"] }
        var table = TextTable(["INPUT", "STATE", "FRAME", "RATE", "POSITION", "MOUNT", "DETAIL"])
        for input in inputs {
            func text(_ name: String) -> String? { input[name].flatMap(cell) }
            let detail = [text("reason"), text("detail")].compactMap { $0 }.joined(separator: ": ")
            table.add([
                text("name") ?? "?", text("state") ?? "?", Format.size(input["frame"]) ?? "—",
                input["rate"]?.double.map { Format.fixed($0, 1) } ?? "—", text("position") ?? "—", text("mount") ?? "—",
                detail,
            ])
        }
        return table.lines
    }

    private static func cell(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): Terminal.safe(text)
        case .integer, .number, .bool: value.text
        case .null, .array, .object: nil
        }
    }
}
