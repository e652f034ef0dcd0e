import OverlayWire

/// Why a daemon could not be reached, or would not do what it was asked: what failed, and what to do about it.
public struct ClientError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    public enum Code: Hashable, Sendable {
        /// There is no socket: no daemon runs.
        case noDaemon
        /// There is a socket, and nobody listens.
        case deadSocket
        /// This user may not use the socket.
        case notPermitted
        /// The daemon hung up, or the client or subscription was closed here.
        case closed
        /// No answer came in time.
        case timedOut
        /// What came is not what the protocol says.
        case badMessage
        /// The daemon speaks another version of the protocol.
        case unsupportedProtocol
        /// The daemon refused a request; `name` says why in one word.
        case refused
        /// What is asked for is not known yet: no frame has come, or the layer has no area.
        case notReady
        /// The call itself makes no sense; nothing was sent.
        case invalid
        /// The task that waited was cancelled.
        case cancelled
        /// The system failed.
        case system
    }

    /// What kind of failure it is.
    public let code: Code
    /// What failed, why, and what to do.
    public let message: String
    /// The protocol's name of the error, such as `unknownInput`; nil for failures that the protocol does not know.
    public let name: String?
    /// The path of the parameter at fault, as `rectOfInterest.width`.
    public let parameter: String?
    /// The names that may be given instead.
    public let available: [String]
    /// The same may succeed later, without a change to it.
    public let isRetryable: Bool

    /// An error of its members.
    package init(
        _ code: Code, _ message: String, name: ErrorName? = nil, parameter: String? = nil, available: [String] = []
    ) {
        self.code = code
        self.message = message
        self.name = name?.rawValue
        self.parameter = parameter
        self.available = available
        isRetryable = name?.isRetryable ?? false
    }

    /// The daemon's refusal of a request, in its own words.
    package init(refusal error: WireError) {
        let available = error.available ?? []
        let isTold = available.isEmpty || available.contains { error.message.contains($0) }
        self.init(
            .refused, error.message + (isTold ? "" : "; available: \(available.joined(separator: ", "))"),
            name: error.name, parameter: error.parameter, available: available)
    }

    /// The message.
    public var description: String { message }
}

extension ClientError {
    static let cancelled = ClientError(.cancelled, "the task that waited for the daemon was cancelled")
    static let ended = ClientError(.closed, "the client or the subscription was closed")

    static func invalid(_ name: ErrorName, _ message: String, parameter: String) -> ClientError {
        ClientError(.invalid, message, name: name, parameter: parameter)
    }
}
