import OverlayClient
import OverlayOptions
import OverlayWire

/// `overlayctl focus`: points a camera's focus and exposure at a place.
struct FocusCommand {
    private let socket: String?
    private let printsJSON: Bool
    private let subscription: JSONObject
    private let point: JSONValue

    /// Reads the command's options.
    init(_ invocation: Invocation) throws(UsageError) {
        socket = invocation.text(.socket)
        printsJSON = invocation.has(.json)
        let place = invocation.operands.first ?? ""
        let parts = place.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0) }
        guard parts.count == 2, numbers.count == 2, numbers.allSatisfy(\.isFinite) else {
            throw invocation.wrong("got '\(place)', wanted X,Y, such as 0.5,0.5")
        }
        point = .object(["x": .number(numbers[0]), "y": .number(numbers[1])])
        var subscription = try WatchCommand.subscription(invocation)
        // Nothing is looked for: the camera stays as it is.
        subscription["types"] = .array([])
        self.subscription = subscription
    }

    /// Asks, and prints what came of it.
    func run() throws -> ExitStatus {
        let connection = try Connection(to: socket)
        let number = try connection.request("subscribe", subscription)["subscription"] ?? .null
        var params: JSONObject = ["subscription": number, "point": point]
        if subscription["layer"] != nil { params["in"] = .string("layer") }
        let reply = try connection.request("focus", params, patience: 15_000_000)
        let uses = (reply["uses"]?.array ?? []).compactMap(\.string)
        let text = "set" + (uses.isEmpty ? "" : " for \(uses.joined(separator: " and "))")
        try Output.write((printsJSON ? reply.text : text) + "\n")
        return .success
    }
}
