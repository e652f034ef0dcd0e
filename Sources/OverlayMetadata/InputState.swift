/// The state of an input, as clients see it.
public enum InputState: String, CaseIterable, Sendable {
    /// Closed, because nobody wants anything of it.
    case idle
    /// Being opened; no frame yet.
    case starting
    /// Frames come.
    case live
    /// Open, but frames stay away.
    case stalled
    /// Another program holds the device.
    case busy
    /// The device or file is not there.
    case absent
    /// The last picture of a source without `loop` was shown.
    case ended
    /// Paused by the operator.
    case paused
    /// It cannot be read; `reason` says why.
    case failed
}
