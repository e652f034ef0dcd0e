import OverlayGeometry
import OverlayOptions
import OverlayWire

/// `overlayctl watch`: what a subscriber sees, as a live table or as JSON lines.
struct WatchCommand {
    /// The socket that was said.
    let socket: String?
    /// JSON lines instead of the table.
    let printsJSON: Bool
    /// End after so many messages.
    let count: Int?
    /// End after so many microseconds.
    let duration: Int64?
    /// The parameters of `subscribe`.
    let subscription: JSONObject

    /// Reads the command's options.
    init(_ invocation: Invocation) throws(UsageError) {
        socket = invocation.text(.socket)
        printsJSON = invocation.has(.json) || !Output.isTerminal
        count = try invocation.count(.count, in: 1...1_000_000_000)
        duration = try invocation.positive(.duration, upTo: 31_536_000).map { Int64($0 * 1_000_000) }
        var subscription = try WatchCommand.subscription(invocation)
        // The table shows the rate of the pictures, not only of those that hold something.
        if !printsJSON { subscription["everyFrame"] = .bool(true) }
        self.subscription = subscription
    }

    /// Watches until it is ended.
    func run() throws -> ExitStatus { try WatchSession(self).run() }

    /// What the command line asks for, in the words of the protocol.
    static func subscription(_ invocation: Invocation) throws(UsageError) -> JSONObject {
        var params: JSONObject = [
            "types": .array((try invocation.list(.types) ?? ["all"]).map(JSONValue.string))
        ]
        if let input = invocation.text(.input) { params["input"] = .string(input) }
        let options = try LayerOptions(invocation)
        if let layer = options.layer { params["layer"] = .object(rectangle(layer)) }
        if let gravity = options.gravity { params["gravity"] = .string(gravity.rawValue) }
        switch options.turn {
        case .auto: break
        case .rotation(let rotation): params["rotation"] = .integer(Int64(rotation.rawValue))
        case .orientation(let orientation): params["orientation"] = .string(orientation.rawValue)
        }
        if let mirrored = options.mirrored { params["mirrored"] = .bool(mirrored) }
        if let region = try invocation.region() {
            if region.isInLayer, options.layer == nil { throw invocation.wrong("--roi …,layer needs --layer") }
            var rect = rectangle(region.rect)
            rect["in"] = .string(region.isInLayer ? "layer" : "device")
            params["rectOfInterest"] = .object(rect)
        }
        if let rate = try invocation.positive(.rate, upTo: 1000) { params["maxRate"] = .number(rate) }
        return params
    }

    private static func rectangle(_ rect: Rect) -> JSONObject {
        [
            "x": .number(rect.x), "y": .number(rect.y), "width": .number(rect.width), "height": .number(rect.height),
        ]
    }
}
