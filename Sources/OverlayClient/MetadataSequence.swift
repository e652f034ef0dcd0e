/// What a subscription sees, frame by frame; only the newest is kept for a reader that is slow.
public struct MetadataSequence: AsyncSequence, Sendable {
    /// What comes.
    public typealias Element = Metadata
    /// How it may end early.
    public typealias Failure = ClientError

    let subscription: Subscription

    /// Begins with the newest that there is; each iterator reads for itself.
    public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

    /// Waits for one message after another.
    public struct Iterator: AsyncIteratorProtocol {
        private let subscription: Subscription
        private var seen: UInt64 = 0
        private var droppedInAll: UInt64?

        init(subscription: Subscription) { self.subscription = subscription }

        /// The next message; nil when the subscription was ended here, or the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(ClientError) -> Metadata? {
            guard let next = try await subscription.feed.sightings.next(after: seen) else { return nil }
            var metadata = next.element.metadata
            if let droppedInAll {
                let missedHere = next.seen - seen - 1
                metadata.dropped = Int(clamping: (next.element.droppedInAll &- droppedInAll) &+ missedHere)
            }
            seen = next.seen
            droppedInAll = next.element.droppedInAll
            return metadata
        }

        /// The next message; nil when the subscription was ended here, or the task is cancelled.
        public mutating func next() async throws(ClientError) -> Metadata? { try await next(isolation: nil) }
    }
}

/// How a subscription stands, change by change; the newest wins.
public struct StatusSequence: AsyncSequence, Sendable {
    /// What comes.
    public typealias Element = SubscriptionStatus
    /// How it may end early.
    public typealias Failure = ClientError

    let subscription: Subscription

    /// Begins with the present status, once there is one.
    public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

    /// Waits for one status after another.
    public struct Iterator: AsyncIteratorProtocol {
        private let subscription: Subscription
        private var seen: UInt64 = 0

        init(subscription: Subscription) { self.subscription = subscription }

        /// The next status; nil when the subscription was ended here, or the task is cancelled.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(ClientError) -> SubscriptionStatus? {
            guard let next = try await subscription.feed.changes.next(after: seen) else { return nil }
            seen = next.seen
            return next.element
        }

        /// The next status; nil when the subscription was ended here, or the task is cancelled.
        public mutating func next() async throws(ClientError) -> SubscriptionStatus? {
            try await next(isolation: nil)
        }
    }
}
