/// What a layer or output has of a session: a connection, and the subscription that stands for both.
struct Attachment: Sendable {
    /// A session owns its outputs, and a layer its session: neither through this.
    private(set) weak var session: CaptureSession?
    var connection: CaptureConnection?
    private(set) var subscription: Subscription?

    /// Whatever there was, its subscription included, goes.
    mutating func move(to session: CaptureSession?) {
        subscription?.unsubscribe()
        subscription = nil
        connection = nil
        self.session = session
    }

    /// Asks the daemon for these options with the connection's settings.
    mutating func ask(_ options: SubscriptionOptions) {
        var options = options
        options.input = .none
        connection?.write(into: &options)
        if let subscription {
            subscription.become(options)
        } else {
            subscription = session?.client.begin(options)
        }
    }

    /// The connection, unless the daemon has refused the subscription for good.
    var livingConnection: CaptureConnection? { subscription?.feed.failure == nil ? connection : nil }

    /// Why the daemon refused the newest change, or the subscription as a whole.
    var failure: ClientError? { subscription?.feed.failure ?? subscription?.status.failure }
}
