import OverlayMetadata
import OverlayWire

/// A subscription as the machine knows it.
struct SubscriptionRecord {
    /// What the daemon has accepted, or is asked for when it is subscribed to anew.
    var options: SubscriptionOptions
    /// How it stands.
    var status = SubscriptionStatus()
    /// Its number on this connection, once there is one.
    var number: Int?
    /// The daemon had accepted it once.
    var wasAccepted = false
    /// What waits, in its order.
    var queue: [Operation] = []
    /// What was sent and not answered yet.
    var inFlight: InFlight?
    /// What it saw last.
    var last: Metadata?
    /// When it is subscribed to anew after a refusal that may pass.
    var retry: Int64?

    /// An operation of which a step was sent.
    struct InFlight {
        var operation: Operation
        var leadsTo: SubscriptionOptions
        /// The operation is done with this step.
        var isWhole: Bool
    }

    /// The most operations that wait.
    static let mostWaiting = 256
    /// How long a refusal that may pass is waited for, in microseconds.
    static let retryInterval: Int64 = 2_000_000
}

extension SubscriptionRecord {
    /// What waits first is to subscribe.
    var opensNext: Bool { if case .open? = queue.first?.kind { true } else { false } }

    /// What is sent for an operation, and where it leads; nil: it changes nothing.
    func step(_ operation: Operation) throws(ClientError) -> Step? {
        var wanted = options
        switch operation.kind {
        case .open: return Step("subscribe", options.parameters, leadsTo: options)
        case .connect(let input):
            wanted.input = .named(input)
            return Step("connect", ["input": .string(input)], leadsTo: wanted)
        case .disconnect:
            wanted.input = .none
            return Step("disconnect", [:], leadsTo: wanted)
        case .update(let change): change(&wanted)
        case .become(let options): wanted = options
        }
        try wanted.check()
        if options.input == .none, wanted.input != .none {
            guard case .named(let input) = wanted.input else {
                throw ClientError.invalid(.missingParameter, "name the input to connect to", parameter: "input")
            }
            var connected = options
            connected.input = wanted.input
            return Step("connect", ["input": .string(input)], leadsTo: connected, isWhole: connected == wanted)
        }
        let changes = wanted.changes(from: options)
        return changes.members.isEmpty ? nil : Step("update", changes, leadsTo: wanted)
    }

    /// The daemon has accepted options.
    mutating func accept(_ reply: ReceivedSubscription, _ options: SubscriptionOptions) {
        inFlight = nil
        self.options = options
        number = reply.geometry.subscription
        wasAccepted = true
        status.take(reply, options)
    }

    /// One request of an operation.
    struct Step {
        var method: String
        var params: JSONObject
        var leadsTo: SubscriptionOptions
        /// The operation is done with it.
        var isWhole: Bool

        init(_ method: String, _ params: JSONObject, leadsTo: SubscriptionOptions, isWhole: Bool = true) {
            self.method = method
            self.params = params
            self.leadsTo = leadsTo
            self.isWhole = isWhole
        }
    }
}

extension SubscriptionOptions {
    /// What cannot even be sent.
    func check() throws(ClientError) {
        if let parameter = unsayable {
            throw .invalid(.badValue, "\(parameter) must be of finite numbers", parameter: parameter)
        }
        guard parameters.members.reduce(0, { $0 + JSONValue.object([$1.name: $1.value]).text.utf8.count }) < 60_000
        else {
            throw .invalid(.tooLong, "the options are longer than a request may be, 64 KiB", parameter: "typeNames")
        }
    }
}
