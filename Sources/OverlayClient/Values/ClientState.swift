/// How a client stands with its daemon.
public enum ClientState: Hashable, Sendable {
    /// It is about to connect for the first time.
    case connecting
    /// It is connected, and its subscriptions are in force or being restored.
    case connected(Daemon)
    /// It is not, for this reason, and tries again after so long.
    case disconnected(ClientError, retryIn: Duration)
    /// It was closed, or cannot run at all.
    case closed(ClientError?)

    /// The daemon that it is connected to.
    public var daemon: Daemon? { if case .connected(let daemon) = self { daemon } else { nil } }
}
