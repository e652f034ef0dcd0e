import OverlayGeometry
import OverlayMetadata
import OverlayOptions
import OverlaySystem
import OverlayWire

/// What the live table knows: the newest of every message.
struct WatchView {
    private var input: String?
    private var state: InputState?
    private var trouble: String?
    private var layer: Rect?
    private var gravity = Gravity.resizeAspect
    private var connection: SubscriptionGeometry.Connection?
    private var frame: FrameSize?
    private var space = Space.device
    private var objects: [MetadataObject] = []
    private var latency: Int64?
    private var dropped = 0
    private var pictures = PictureRate()

    /// The reply to the subscription.
    mutating func subscribed(_ reply: ReceivedSubscription) {
        layer = reply.layer
        gravity = reply.gravity
        space = reply.space
        state = reply.state
        objects = reply.objects
        geometry(reply.geometry)
    }

    /// New objects.
    mutating func metadata(_ message: MetadataMessage) {
        input = message.input
        frame = message.frame
        space = message.space
        objects = message.objects
        latency = message.latency
        dropped = dropped.addingReportingOverflow(max(0, message.dropped)).partialValue
        // A message that tells the end of an input is no picture.
        guard message.reason != "input" else { return }
        (state, trouble) = (.live, nil)
        pictures.add(message.time)
    }

    /// The picture stands in the layer otherwise from now on.
    mutating func geometry(_ geometry: ReceivedGeometry) {
        connection = geometry.connection
        input = geometry.connection?.input ?? input
        frame = geometry.frame ?? frame
    }

    /// The input is in another state.
    mutating func input(_ message: InputMessage) {
        input = message.input
        state = message.status.state
        trouble = message.status.explanation
    }
}

extension WatchView {
    /// The table, one line less than the terminal has at most, none wider than it.
    func lines(in size: TerminalSize) -> [String] {
        var lines = [heading, standing, ""] + WatchRows(objects, decimals: space == .device ? 4 : 1).lines
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
        var words = [Terminal.safe(input ?? "no input"), state?.rawValue ?? "waiting"]
        if let trouble { words.append(trouble) }
        if let frame { words.append("\(frame.width)×\(frame.height)") }
        if let rate = pictures.perSecond { words.append("\(Format.fixed(rate, 1))/s") }
        if let latency { words.append("latency \(Format.fixed(Double(latency) / 1000, 1)) ms") }
        if dropped > 0 { words.append("dropped \(dropped)") }
        return words.joined(separator: " · ")
    }

    /// How the coordinates are meant.
    private var standing: String {
        switch space {
        case .device: return "device space: 0…1 of the unrotated picture"
        case .pixels: return "pixels of the unrotated picture"
        case .layer: break
        }
        var words: [String] = []
        if let layer {
            let numbers = [layer.x, layer.y, layer.width, layer.height].map(Format.shortest)
            words.append("layer \(numbers[0]),\(numbers[1]) \(numbers[2])×\(numbers[3])")
        }
        words.append(gravity.rawValue)
        if let connection {
            words.append("\(connection.rotation.rawValue)°")
            if connection.mirrored { words.append("mirrored") }
        }
        return words.joined(separator: " · ")
    }
}

extension InputStatus {
    /// Why the input is as it is, for a terminal; nil when there is nothing to say.
    var explanation: String? {
        let words = [reason, detail].compactMap { $0 }.filter { !$0.isEmpty }
        return words.isEmpty ? nil : words.map(Terminal.safe).joined(separator: ": ")
    }
}

extension InputMessage {
    /// What a person who sees no table must be told; nil when all is well.
    var trouble: String? {
        switch status.state {
        case .idle, .starting, .live, .paused: nil
        case .stalled, .busy, .absent, .ended, .failed:
            "input \(Terminal.safe(input)) is \(status.state.rawValue)" + (status.explanation.map { ": \($0)" } ?? "")
        }
    }
}

/// How many pictures come in a second, by their capture times over the last three seconds.
private struct PictureRate {
    private var times: [Int64] = []

    mutating func add(_ time: Int64) {
        if let last = times.last, time < last { times = [] }
        times.append(time)
        times.removeAll { time.subtractingReportingOverflow($0).partialValue > 3_000_000 }
        // A source with hundreds of pictures a second, or with one stamp for all, stays bounded.
        if times.count > 500 { times.removeFirst() }
    }

    var perSecond: Double? {
        guard let first = times.first, let last = times.last, last > first else { return nil }
        return Double(times.count - 1) / (Double(last.subtractingReportingOverflow(first).partialValue) / 1_000_000)
    }
}
