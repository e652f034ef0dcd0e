import OverlayMetadata

/// A client's view of an input: which objects, in which layer.
///
/// It outlives its daemon: after a restart it is subscribed to anew with the options that held, and what is asked of it
/// while there is no daemon waits for the next. It ends when nobody
/// holds it any more, by `unsubscribe`, with its client, or when a restarted daemon refuses it.
public final class Subscription: Sendable {
    let key: SubscriptionKey
    let feed = SubscriptionFeed()
    /// The client that it belongs to.
    public let client: Client

    init(of client: Client) {
        self.client = client
        key = client.mailbag.nextNumber()
    }

    /// What it sees, beginning with the newest; a reader that is slow gets the newest and learns how many it missed.
    ///
    /// Reading throws when the subscription was ended by a refusal, and ends when it was ended here.
    public var metadata: MetadataSequence { MetadataSequence(subscription: self) }

    /// How it stands: connection, input, picture and layer.
    public var status: SubscriptionStatus { feed.status }

    /// How it stands from now on; the newest wins.
    public var statuses: StatusSequence { StatusSequence(subscription: self) }

    /// Changes its options by what `change` makes of those that hold; returns when the daemon has taken the change.
    ///
    /// What `metadata` gives from then on is in the new layer.
    public func update(_ change: @escaping @Sendable (inout SubscriptionOptions) -> Void) async throws(ClientError) {
        try await perform(.update(change))
    }

    /// Connects it to an input; the error `alreadyConnected` when it has one.
    public func connect(to input: String) async throws(ClientError) { try await perform(.connect(input)) }

    /// Detaches it from its input.
    public func disconnect() async throws(ClientError) { try await perform(.disconnect) }

    /// Ends it; harmless afterwards.
    public func unsubscribe() { client.mailbag.post(.unsubscribe(key)) }

    private func perform(_ kind: Operation.Kind) async throws(ClientError) {
        _ = try await client.mailbag.ask { .perform(Operation(kind: kind, ticket: $0), self.key) }
    }

    /// Makes the options these as soon as may be, without waiting; the status tells of a refusal.
    func become(_ options: SubscriptionOptions) {
        client.mailbag.post(.perform(Operation(kind: .become(options)), key))
    }

    deinit { client.mailbag.post(.unsubscribe(key)) }
}
