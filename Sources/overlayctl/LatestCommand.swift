import OverlayClient
import OverlayOptions
import OverlayWire

/// `overlayctl latest`: what is in view now, once.
struct LatestCommand {
    private let socket: String?
    private let printsJSON: Bool
    private let params: JSONObject

    /// Longer than the daemon itself waits for a frame.
    private static let patience = Latest.patience + Connection.patience

    /// Reads the command's options.
    init(_ invocation: Invocation) throws(UsageError) {
        socket = invocation.text(.socket)
        printsJSON = invocation.has(.json)
        var params: JSONObject = [:]
        if let input = invocation.text(.input) { params["input"] = .string(input) }
        if let types = try invocation.list(.types) { params["types"] = .array(types.map(JSONValue.string)) }
        self.params = params
    }

    /// Prints a row for each object, or the daemon's reply.
    func run() throws -> ExitStatus {
        let reply = try Connection(to: socket).request("latest", params, patience: LatestCommand.patience)
        let lines = printsJSON ? [reply.text] : LatestCommand.table(reply)
        try Output.write(lines.joined(separator: "\n") + "\n")
        return .success
    }

    /// The objects of a reply in columns.
    static func table(_ reply: JSONValue) -> [String] {
        let objects = reply["objects"]?.array?.compactMap(\.metadataObject) ?? []
        let words = [
            reply["input"]?.string.map(Terminal.safe), reply["sequence"]?.counter.map { "frame \($0)" },
            Format.size(reply["frame"]),
        ]
        let heading = words.compactMap { $0 }.joined(separator: " · ")
        guard !objects.isEmpty else { return [heading, "nothing in view"] }
        return [heading] + WatchRows(objects, decimals: 4).lines
    }
}
