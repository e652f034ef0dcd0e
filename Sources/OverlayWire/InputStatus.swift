import OverlayMetadata

/// How an input is.
package struct InputStatus: Hashable, Sendable {
    /// Its state.
    package var state: InputState
    /// Why, as one word; nil when there is nothing to say.
    package var reason: String?
    /// Why, as a sentence with what to do.
    package var detail: String?
    /// Since when, in microseconds of the monotonic clock.
    package var since: Int64
    /// In how many seconds it is tried again.
    package var retryIn: Double?
    /// The size of its frames, once known.
    package var frame: FrameSize?
    /// The format of its frames.
    package var format: String?
    /// Frames a second.
    package var rate: Double?

    /// A status of its members.
    package init(
        state: InputState, reason: String? = nil, detail: String? = nil, since: Int64, retryIn: Double? = nil,
        frame: FrameSize? = nil, format: String? = nil, rate: Double? = nil
    ) {
        self.state = state
        self.reason = reason
        self.detail = detail
        self.since = since
        self.retryIn = retryIn
        self.frame = frame
        self.format = format
        self.rate = rate
    }
}

/// The notification that an input changed.
package struct InputMessage: Hashable, Sendable {
    /// The input's name.
    package var input: String
    /// How it is now.
    package var status: InputStatus

    /// A message of its members.
    package init(input: String, status: InputStatus) {
        self.input = input
        self.status = status
    }
}

extension InputStatus {
    init?(_ value: JSONValue) {
        guard let state = value["state"]?.string.flatMap(InputState.init) else { return nil }
        self.init(
            state: state, reason: value["reason"]?.string, detail: value["detail"]?.string,
            since: value["since"]?.integer ?? 0, retryIn: value["retryIn"]?.double, frame: value["frame"]?.frameSize,
            format: value["format"]?.string, rate: value["rate"]?.double)
    }

    /// The members but `state`, into the object that is open.
    package func details(into writer: inout JSONWriter) {
        writer.name("reason")
        writer.stringOrNull(reason)
        writer.name("detail")
        writer.stringOrNull(detail)
        writer.name("since")
        writer.integer(since)
        if let retryIn {
            writer.name("retryIn")
            writer.decimal(retryIn, 3)
        }
        if let frame {
            writer.name("frame")
            writer.frameSize(frame)
        }
        writer.optional("format", format)
        if let rate {
            writer.name("rate")
            writer.decimal(rate, 3)
        }
    }
}

extension InputMessage {
    /// The message that parameters describe.
    package init?(_ params: JSONValue) {
        guard let input = params["input"]?.string, let status = InputStatus(params) else { return nil }
        self.init(input: input, status: status)
    }

    /// The message as a line.
    package func write(into writer: inout JSONWriter) {
        writer.openNotification("input")
        writer.name("input")
        writer.string(input)
        writer.name("state")
        writer.string(status.state.rawValue)
        status.details(into: &writer)
        writer.closeNotification()
    }
}
