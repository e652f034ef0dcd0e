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
        /// The daemon hung up.
        case closed
        /// No answer came in time.
        case timedOut
        /// What came is not what the protocol says.
        case badMessage
        /// The daemon refused a request; `name` says why in one word.
        case refused
        /// The system failed.
        case system
    }

    /// What kind of failure it is.
    public let code: Code
    /// What failed, why, and what to do.
    public let message: String
    /// The protocol's name of a refusal, such as `unknownInput`; nil for other failures.
    public let name: String?

    /// An error of its members.
    package init(_ code: Code, _ message: String, name: String? = nil) {
        self.code = code
        self.message = message
        self.name = name
    }

    /// The daemon's refusal of a request, in its own words.
    package init(refusal error: WireError) {
        let available = (error.available ?? []).filter { !error.message.contains($0) }
        let hint = available.isEmpty ? "" : "; available: \(available.joined(separator: ", "))"
        self.init(.refused, error.message + hint, name: error.name.rawValue)
    }

    /// The message.
    public var description: String { message }
}
