import OverlayMetadata
import OverlaySystem
import OverlayWire

/// The server without its sockets: takes clients' bytes and inputs' frames, and fills the sessions' outboxes.
///
/// Everything happens on one thread.
final class Hub {
    let configuration: ServerConfiguration
    let clock: any Clock
    let inputs: [InputRecord]
    var types: ObjectTypes
    private(set) var sessions: [Int: Session] = [:]
    private let started: Int64
    private var lastSession = 0
    private var touched: [Session] = []
    /// The `latest` that wait for their frame.
    var looks: [Look] = [] {
        didSet { for input in inputs { input.passingDemand = passingDemand(at: input) } }
    }
    /// Further members of each input's entry in `status`.
    var statusOfInputs: () -> [String: JSONObject] = { [:] }
    /// In how many seconds an input is tried again, as of now; nil: as it last said itself.
    var retryOfInput: ((String) -> Double?)?
    /// Asks a camera to do something, and tells what came of it.
    var steer: ((String, Steering, @escaping (Result<JSONObject, WireError>) -> Void) -> Void)?
    /// Where replies are written before they go to an outbox.
    var scratch = JSONWriter(capacity: 4096)

    init(_ configuration: ServerConfiguration, clock: any Clock) {
        self.configuration = configuration
        self.clock = clock
        types = configuration.types
        started = clock.monotonic
        inputs = configuration.inputs.map { [started] in InputRecord($0, since: started) }
    }

    /// Microseconds since it was made.
    var uptime: Int64 { clock.monotonic - started }

    /// Takes a client in and greets it; `controls`: it came by the control socket.
    func open(controls: Bool = false) -> Session {
        lastSession += 1
        let session = Session(id: lastSession, lineLimit: configuration.limits.request, mayControl: controls)
        sessions[session.id] = session
        scratch.clear()
        hello.write(into: &scratch)
        reply(scratch.bytes, to: session)
        return session
    }

    /// Forgets a client with all its subscriptions.
    func close(_ session: Session) {
        guard sessions.removeValue(forKey: session.id) != nil else { return }
        dropSubscriptions(of: session)
    }

    /// Ends all subscriptions of a client, and takes back what waits for them.
    func dropSubscriptions(of session: Session) {
        for subscription in session.subscriptions { subscription.input?.remove(subscription) }
        for subscription in session.subscriptions { session.outbox.forget(subscription: subscription.number) }
        session.subscriptions = []
        looks.removeAll { $0.session === session }
    }

    /// The line for a client beyond the limit, who is not taken in.
    var refusal: [UInt8] {
        var error = WireError(
            .tooMany, "the server has \(configuration.limits.clients) clients, which is its limit")
        error.setting = "limits.clients"
        var writer = JSONWriter()
        writer.failure(.null, error)
        return writer.bytes
    }

    /// The inputs whose demand differs from the one that was last reported; reported hereby.
    func takeDemandChanges() -> [(input: String, demand: Demand)] {
        inputs.compactMap { input in
            let wanted = input.wanted
            guard wanted != input.demand else { return nil }
            input.demand = wanted
            return (input.description.name, wanted)
        }
    }

    /// The sessions that got something new to send since the last call.
    func takeTouched() -> [Session] {
        let result = touched
        touched = []
        for session in result { session.isTouched = false }
        return result
    }

    func touch(_ session: Session) {
        guard !session.isTouched else { return }
        session.isTouched = true
        touched.append(session)
    }

    func reply(_ line: [UInt8], to session: Session) {
        session.outbox.reply(line, at: clock.monotonic)
        touch(session)
    }

    private var hello: Hello {
        Hello(
            server: "overlayd " + configuration.version, protocolVersion: Hello.spoken,
            session: configuration.session, inputs: inputs.map(summary), types: types, features: [],
            limits: configuration.limits)
    }

    func summary(_ input: InputRecord) -> Hello.InputSummary {
        Hello.InputSummary(
            name: input.description.name, state: input.status.state, position: input.description.position,
            mount: input.description.mount)
    }

    func input(_ name: String) throws(WireError) -> InputRecord {
        guard let found = inputs.first(where: { $0.description.name == name }) else {
            let names = inputs.map(\.description.name)
            let hint = Spelling.hint(for: name, among: names)
            var error = WireError(
                .unknownInput, "there is no input \(JSONValue.string(String(name.prefix(64))).text)\(hint)",
                parameter: "input", available: names)
            error.got = .string(String(name.prefix(64)))
            throw error
        }
        return found
    }

    /// The input of a subscription that names none.
    func defaultInput() throws(WireError) -> InputRecord {
        guard let first = inputs.first else {
            throw WireError(.unknownInput, "no input is configured", parameter: "input", available: [])
        }
        return first
    }
}
