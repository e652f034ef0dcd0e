/// How a client stands with its daemon, change by change; it ends when the client is closed.
public struct StateSequence: AsyncSequence, Sendable {
    /// What comes.
    public typealias Element = ClientState
    /// How it may end early.
    public typealias Failure = Never

    let states: Broadcast<ClientState>
    let client: Client

    /// Begins with the present state.
    public func makeAsyncIterator() -> Iterator {
        Iterator(states: states, client: client, seen: states.beforeNewest)
    }

    /// Waits for one state after another.
    public struct Iterator: AsyncIteratorProtocol {
        let states: Broadcast<ClientState>
        let client: Client
        var seen: UInt64

        /// The next state; nil when the client is closed or the task cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> ClientState? {
            guard let next = try? await states.next(after: seen) else { return nil }
            seen = next.seen
            return next.element
        }

        /// The next state; nil when the client is closed or the task cancelled.
        public mutating func next() async -> ClientState? { await next(isolation: nil) }
    }
}
