import OverlayMetadata
import OverlayWire

/// The client's side of the protocol as a value: events go in, what is to be done comes out.
///
/// It keeps subscriptions through every connection: after a loss it connects again, with growing waits, and subscribes
/// anew to what the daemon had accepted.
struct ClientMachine {
    /// Where the connection stands; moments in microseconds of the monotonic clock.
    enum Phase: Equatable {
        case connecting
        case greeting(until: Int64)
        case open(since: Int64)
        case waiting(until: Int64)
        case closed
    }

    /// What an id that was sent is the id of.
    enum Sent {
        case operation(SubscriptionKey)
        case free(FreeRequest)
        case forgotten
    }

    var phase = Phase.connecting
    var subscriptions: [SubscriptionKey: SubscriptionRecord] = [:]
    /// Which subscription has a number on this connection.
    var keys: [Int: SubscriptionKey] = [:]
    var sent: [Int64: (what: Sent, until: Int64)] = [:]
    var free: [FreeRequest] = []
    var lastID: Int64 = 0
    /// When the daemon was heard last.
    private var heard: Int64 = 0
    private var backoff: Backoff
    private let path: String

    /// After so long a silence, in microseconds, the daemon is asked whether it is there.
    static let longestSilence: Int64 = 10_000_000
    /// The most requests that wait to be sent.
    static let mostWaiting = 1024

    /// A machine that is about to connect; `path` is how messages call the daemon's place.
    init(path: String, backoff: Backoff = Backoff()) {
        self.path = path
        self.backoff = backoff
    }

    var isOpen: Bool { if case .open = phase { true } else { false } }

    /// When `passed` is to be called at the latest; nil: nothing is waited for.
    var deadline: Int64? {
        switch phase {
        case .waiting(let moment), .greeting(let moment): moment
        case .open:
            ([sent.values.map(\.until).min() ?? heard + ClientMachine.longestSilence]
                + subscriptions.values.compactMap(\.retry)).min()
        case .connecting, .closed: nil
        }
    }
}

extension ClientMachine {
    /// A connection was made; the daemon is to greet.
    mutating func connected(at now: Int64) -> [ClientAction] {
        phase = .greeting(until: now + Connection.patience)
        return []
    }

    /// There is no connection, or none any more.
    mutating func failed(_ error: ClientError, at now: Int64) -> [ClientAction] {
        if phase == .closed { return [] }
        if case .waiting = phase { return [] }
        var actions: [ClientAction] = [.close]
        if case .open(let since) = phase { backoff.ended(after: now - since) }
        // A daemon of another age is not waited for in haste.
        let wait = error.code == .unsupportedProtocol ? Backoff.longest : backoff.next()
        phase = .waiting(until: now + wait)
        actions.append(.state(.disconnected(error, retryIn: .microseconds(wait))))
        let outstanding = sent.sorted { $0.key < $1.key }.map(\.value.what)
        sent = [:]
        keys = [:]
        var again: [FreeRequest] = []
        for case .free(var request) in outstanding {
            request.attempts += 1
            if request.attempts < Operation.mostAttempts {
                again.append(request)
            } else {
                actions.append(.answer(request.ticket, .failure(error)))
            }
        }
        free.insert(contentsOf: again, at: 0)
        for key in subscriptions.keys.sorted() { actions += lose(key, error) }
        return actions
    }

    /// Time has passed.
    mutating func passed(to now: Int64) -> [ClientAction] {
        switch phase {
        case .waiting(let moment) where moment <= now:
            phase = .connecting
            return [.connect]
        case .greeting(let moment) where moment <= now:
            return failed(
                ClientError(.timedOut, "the daemon at \(path) was waited for in vain for 5 s: it does not say hello"),
                at: now)
        case .open:
            if sent.values.contains(where: { $0.until <= now }) {
                return failed(
                    ClientError(.timedOut, "the daemon at \(path) does not answer: a reply did not come in 5 s"),
                    at: now)
            }
            return retry(at: now) + askAfterSilence(at: now)
        default: return []
        }
    }

    /// A daemon that hangs says nothing: without an answer to this the connection is given up, and the boxes with it.
    private mutating func askAfterSilence(at now: Int64) -> [ClientAction] {
        guard sent.isEmpty, now - heard >= ClientMachine.longestSilence else { return [] }
        return [send("ping", [:], as: .forgotten, at: now)]
    }

    /// A message came.
    mutating func received(_ message: ServerMessage, at now: Int64) -> [ClientAction] {
        if case .greeting = phase {
            guard case .hello(let hello) = message else {
                return failed(
                    ClientError(.badMessage, "the daemon at \(path) does not speak overlayd's protocol: no hello"),
                    at: now)
            }
            return greeted(hello, at: now)
        }
        guard isOpen else { return [] }
        heard = now
        switch message {
        case .hello, .other: return []
        case .reply(let id, let result): return answered(id, .success(result), at: now)
        case .failure(let id, let error): return answered(id, .failure(ClientError(refusal: error)), at: now)
        case .metadata(let message): return metadata(message)
        case .geometry(let geometry): return self.geometry(geometry)
        case .input(let message): return input(message)
        }
    }

    private mutating func greeted(_ hello: Hello, at now: Int64) -> [ClientAction] {
        guard Hello.major(of: hello.protocolVersion) == Hello.major(of: Hello.spoken) else {
            return failed(
                ClientError(
                    .unsupportedProtocol,
                    "the daemon at \(path) speaks protocol \(hello.protocolVersion.prefix(20)), and this client "
                        + "\(Hello.spoken): bring the older of both up to date", name: .unsupportedProtocol),
                at: now)
        }
        phase = .open(since: now)
        heard = now
        var actions: [ClientAction] = [.state(.connected(Daemon(hello)))]
        for key in subscriptions.keys.sorted() { actions += advance(key, at: now) }
        let waiting = free
        free = []
        for request in waiting { actions.append(send(request, at: now)) }
        return actions
    }

    private mutating func answered(
        _ id: JSONValue, _ result: Result<JSONValue, ClientError>, at now: Int64
    ) -> [ClientAction] {
        // A daemon that could not read a request cannot say which: it can only have been the oldest.
        let number = id == .null ? sent.keys.min() : id.integer
        guard let number, let entry = sent.removeValue(forKey: number) else { return [] }
        switch entry.what {
        case .forgotten: return []
        case .free(let request): return [.answer(request.ticket, result)]
        case .operation(let key): return completed(key, result, at: now)
        }
    }
}
