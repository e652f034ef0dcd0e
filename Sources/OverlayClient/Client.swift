import OverlayMetadata
import OverlayWire

/// A client of an overlayd daemon.
///
/// It connects by itself, and again whenever the daemon went away, with waits that grow to 5 s; its subscriptions are
/// restored each time. All its work is done on a thread of its own: what is awaited holds no thread.
public final class Client: Sendable {
    let mailbag = Mailbag()
    private let stateChanges = Broadcast<ClientState>(keeping: 16)

    /// A client of the daemon at `socket`; without one at that of `$OVERLAYD_SOCKET`, else at the system's or the
    /// user's, whichever answers first.
    ///
    /// It may be there before the daemon is; `states` tells.
    public init(socket: String? = nil) {
        stateChanges.publish(.connecting)
        ClientDriver.start(socket, mailbag, stateChanges)
    }

    /// A client that is connected; throws why when the daemon does not answer at once.
    public static func connect(to socket: String? = nil) async throws(ClientError) -> Client {
        let client = Client(socket: socket)
        for await state in client.states {
            switch state {
            case .connecting: continue
            case .connected: return client
            case .disconnected(let error, _): throw error
            case .closed(let error): throw error ?? .ended
            }
        }
        throw .cancelled
    }

    /// How it stands with the daemon.
    public var state: ClientState { stateChanges.newest ?? .closed(nil) }

    /// How it stands from now on, beginning with the present state; of changes that nobody waits for the last 16 are
    /// kept.
    public var states: StateSequence { StateSequence(states: stateChanges, client: self) }

    /// What the daemon said of itself; nil while it is not there.
    public var daemon: Daemon? { state.daemon }

    /// Subscribes to an input's objects, waiting for the daemon when it is not there.
    ///
    /// The subscription lasts for as long as somebody holds it or reads from it.
    public func subscribe(_ options: SubscriptionOptions) async throws(ClientError) -> Subscription {
        let subscription = Subscription(of: self)
        _ = try await mailbag.ask { .subscribe(subscription.key, subscription.feed, options, $0) }
        return subscription
    }

    /// Begins a subscription without waiting for what the daemon says to it; its status tells.
    func begin(_ options: SubscriptionOptions) -> Subscription {
        let subscription = Subscription(of: self)
        mailbag.post(.subscribe(subscription.key, subscription.feed, options, nil))
        return subscription
    }

    /// The inputs and their states, as the daemon knows them now.
    public func inputs() async throws(ClientError) -> [Daemon.Input] {
        let result = try await request("inputs")
        return (result["inputs"]?.array ?? []).compactMap(Daemon.Input.init)
    }

    /// The objects of an input's newest frame (without a name: of the first), in metadata space, without a subscription.
    ///
    /// A closed source is opened for it; the error `notReady` when no frame has come within 5 s.
    public func latest(of input: String? = nil, types: ObjectTypes = .all) async throws(ClientError) -> Metadata {
        var params = SubscriptionOptions(types: types).parameters
        if let input { params["input"] = .string(input) }
        let result = try await request("latest", params, patience: Latest.patience + Connection.patience)
        var members = result.object ?? [:]
        (members["subscription"], members["revision"]) = (.integer(0), .integer(0))
        guard let message = MetadataMessage(.object(members)) else {
            throw ClientError(.badMessage, "the daemon's newest frame lacks what it must have")
        }
        return Metadata(message, layer: nil)
    }

    /// Waits for a sign of life.
    public func ping() async throws(ClientError) { _ = try await request("ping") }

    private func request(
        _ method: String, _ params: JSONObject = [:], patience: Int64 = Connection.patience
    ) async throws(ClientError) -> JSONValue {
        try await mailbag.ask {
            .request(FreeRequest(method: method, params: params, ticket: $0, patience: patience))
        }
    }

    /// Ends the connection and every subscription; whoever waits is told.
    ///
    /// A client that nobody holds ends by itself.
    public func close() { mailbag.post(.close) }

    deinit { mailbag.post(.close) }
}
