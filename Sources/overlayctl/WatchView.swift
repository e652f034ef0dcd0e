import OverlayOptions
import OverlaySystem
import OverlayWire

/// What the live table knows: the newest of every message, as the daemon said it.
struct WatchView {
    private var input: String?
    private var state: String?
    private var detail: String?
    private var layer: JSONValue?
    private var gravity: String?
    private var connection: JSONValue?
    private var frame: JSONValue?
    private var space = "device"
    private var objects: [JSONValue] = []
    private var latency: Int64?
    private var dropped: Int64 = 0
    private var pictures = PictureRate()

    /// The reply to the subscription.
    mutating func subscribed(_ reply: JSONValue) {
        layer = reply["layer"]
        gravity = reply["gravity"]?.string
        space = reply["space"]?.string ?? reply["coordinates"]?.string ?? (layer?.object == nil ? "device" : "layer")
        state = reply["state"]?.string
        take(reply)
    }

    /// New objects.
    mutating func metadata(_ params: JSONValue) {
        take(params)
        state = params["reason"]?.string == "input" ? state : "live"
        input = params["input"]?.string ?? input
        latency = params["latency"]?.integer ?? latency
        dropped = dropped.addingReportingOverflow(max(0, params["dropped"]?.integer ?? 0)).partialValue
        if let time = params["time"]?.integer { pictures.add(time) }
    }

    /// The picture stands in the layer otherwise from now on.
    mutating func geometry(_ params: JSONValue) { take(params) }

    /// The input is in another state.
    mutating func input(_ params: JSONValue) {
        input = params["input"]?.string ?? input
        state = params["state"]?.string ?? state
        detail = WatchView.reason(params)
    }

    private mutating func take(_ params: JSONValue) {
        if let connection = params["connection"] { self.connection = connection }
        if let frame = params["frame"], frame != .null { self.frame = frame }
        if let space = params["space"]?.string { self.space = space }
        if let objects = params["objects"]?.array { self.objects = objects }
        input = connection?["input"]?.string ?? input
    }

    /// What a person who sees no table must be told of a state; nil when all is well.
    static func trouble(_ params: JSONValue) -> String? {
        guard let state = params["state"]?.string, ["stalled", "busy", "absent", "failed", "ended"].contains(state)
        else {
            return nil
        }
        let name = Terminal.safe(params["input"]?.string ?? "?")
        return "input \(name) is \(state)" + (reason(params).map { ": \($0)" } ?? "")
    }

    private static func reason(_ params: JSONValue) -> String? {
        let words = [params["reason"]?.string, params["detail"]?.string].compactMap { $0 }.filter { !$0.isEmpty }
        return words.isEmpty ? nil : words.map(Terminal.safe).joined(separator: ": ")
    }
}

extension WatchView {
    /// The table, at most as many lines as the terminal has, none wider than it.
    func lines(in size: TerminalSize) -> [String] {
        var lines = [heading, standing, ""]
        lines += WatchRows(objects, isInLayer: space != "device").lines
        if objects.isEmpty { lines.append("nothing in view") }
        let room = max(4, size.rows - 1)
        if lines.count > room {
            let hidden = lines.count - room + 1
            lines = lines.prefix(room - 1) + ["… and \(hidden) more"]
        }
        return lines.map { String($0.prefix(size.columns)) }
    }

    /// Input, state, frame size, rate, latency.
    private var heading: String {
        var words = [Terminal.safe(input ?? "no input"), Terminal.safe(state ?? "waiting")]
        if let detail { words.append(detail) }
        if let size = Format.size(frame) { words.append(size) }
        if let rate = pictures.perSecond { words.append("\(Format.fixed(rate, 1))/s") }
        if let latency { words.append("latency \(Format.fixed(Double(latency) / 1000, 1)) ms") }
        if dropped > 0 { words.append("dropped \(dropped)") }
        return words.joined(separator: " · ")
    }

    /// How the coordinates are meant.
    private var standing: String {
        guard space != "device" else { return "device space: 0…1 of the unrotated picture" }
        guard space != "pixels" else { return "pixels of the unrotated picture" }
        var words: [String] = []
        if let x = layer?["x"]?.double, let y = layer?["y"]?.double, let size = Format.size(layer) {
            words.append("layer \(Format.shortest(x)),\(Format.shortest(y)) \(size)")
        }
        if let gravity { words.append(Terminal.safe(gravity)) }
        if let rotation = connection?["rotation"]?.integer { words.append("\(rotation)°") }
        if connection?["mirrored"]?.bool == true { words.append("mirrored") }
        return words.joined(separator: " · ")
    }
}

/// How many pictures come in a second, by their capture times over the last three seconds.
private struct PictureRate {
    private var times: [Int64] = []

    mutating func add(_ time: Int64) {
        if let last = times.last, time < last { times = [] }
        times.append(time)
        times.removeAll { time.subtractingReportingOverflow($0).partialValue > 3_000_000 }
    }

    var perSecond: Double? {
        guard let first = times.first, let last = times.last, last > first else { return nil }
        return Double(times.count - 1) / (Double(last - first) / 1_000_000)
    }
}
