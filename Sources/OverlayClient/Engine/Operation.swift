import OverlayWire

/// The number under which somebody waits for an answer.
typealias Ticket = UInt64
/// A subscription's number in this client, which it keeps through every connection.
typealias SubscriptionKey = UInt64

/// Something that is to be done with a subscription.
struct Operation: Sendable {
    enum Kind: Sendable {
        /// `subscribe`, for the first time or again.
        case open
        /// Changes the options as they are when it is its turn.
        case update(@Sendable (inout SubscriptionOptions) -> Void)
        /// Makes the options these; a newer one takes the place of one that waits.
        case become(SubscriptionOptions)
        /// Attaches it to an input.
        case connect(String)
        /// Detaches it.
        case disconnect
    }

    var kind: Kind
    /// Who waits for it; nil: nobody.
    var ticket: Ticket?
    /// How often it was sent and no answer came.
    var attempts = 0

    /// It is sent once more on the next connection, not for ever: it may be what ends the daemon.
    static let mostAttempts = 2
}

/// A request that belongs to no subscription.
struct FreeRequest: Sendable {
    var method: String
    var params: JSONObject
    var ticket: Ticket
    /// How long its answer may take, in microseconds.
    var patience = Connection.patience
    var attempts = 0
}

/// What the machine wants done.
enum ClientAction: Sendable {
    /// Try to connect; `connected` or `failed` answers.
    case connect
    /// Send a request.
    case send(id: Int64, method: String, params: JSONObject)
    /// Drop the connection.
    case close
    /// The client stands otherwise.
    case state(ClientState)
    /// Whoever waits gets this.
    case answer(Ticket, Result<JSONValue, ClientError>)
    /// A subscription stands otherwise.
    case status(SubscriptionKey, SubscriptionStatus)
    /// A subscription has another revision: what was not taken yet is outdated.
    case outdate(SubscriptionKey)
    /// A subscription sees this.
    case deliver(SubscriptionKey, Metadata)
    /// A subscription has ended.
    case end(SubscriptionKey, ClientError)
}
