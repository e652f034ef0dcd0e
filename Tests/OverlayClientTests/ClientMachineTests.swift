import OverlayMetadata
import OverlayWire
import TestSupport
import Testing

@testable import OverlayClient

@Suite("The client's state machine", .timeLimit(.minutes(1)))
struct ClientMachineTests {
    private static let second: Int64 = 1_000_000

    private static func machine(seed: UInt64 = 1) -> ClientMachine {
        ClientMachine(path: "/s", backoff: Backoff(chance: SeededGenerator(seed: seed)))
    }

    /// A machine whose daemon has greeted it at a moment.
    private static func open(at now: Int64 = 0) throws -> ClientMachine {
        var machine = machine()
        _ = machine.connected(at: now)
        _ = machine.received(try message(ScriptedServer.hello), at: now)
        return machine
    }

    private static func message(_ line: String) throws -> ServerMessage { try ServerMessage(line: Array(line.utf8)) }

    private static func accepted(_ id: Int64, subscription: Int = 1, revision: Int = 1) throws -> ServerMessage {
        try message(
            #"{"jsonrpc":"2.0","id":\#(id),"result":{"session":"s","subscription":\#(subscription),"revision":\#(revision),"connection":{"input":"a","rotation":0,"mirrored":false},"space":"device","sequence":null,"objects":[]}}"#
        )
    }

    private static func refused(_ id: Int64, _ name: ErrorName) throws -> ServerMessage {
        try message(
            #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32000,"message":"no","data":{"name":"\#(name.rawValue)"}}}"#
        )
    }

    private func sent(_ actions: [ClientAction]) -> [String] {
        actions.compactMap { if case .send(_, let method, _) = $0 { method } else { nil } }
    }

    private func answers(_ actions: [ClientAction]) -> [Ticket: ClientError.Code?] {
        var answers: [Ticket: ClientError.Code?] = [:]
        for case .answer(let ticket, let result) in actions {
            if case .failure(let error) = result { answers[ticket] = error.code } else { answers[ticket] = .some(nil) }
        }
        return answers
    }

    @Test("the waits grow to five seconds, by chance within half of each, and begin anew after a connection that held")
    func backoff() {
        var backoff = Backoff(chance: SeededGenerator(seed: 7))
        let waits = (0..<12).map { _ in backoff.next() }
        for (attempt, wait) in waits.enumerated() {
            let step = min(Backoff.longest, Backoff.shortest << Int64(attempt))
            #expect((step / 2...step).contains(wait))
        }
        #expect(Set(waits.suffix(6)).count > 1)
        backoff.ended(after: Backoff.settled - 1)
        #expect(backoff.next() >= Backoff.longest / 2)
        backoff.ended(after: Backoff.settled)
        #expect(backoff.next() <= Backoff.shortest)
    }

    @Test("a daemon that does not greet, and one that does not answer, are given up after five seconds")
    func patience() throws {
        var machine = Self.machine()
        _ = machine.connected(at: 0)
        #expect(machine.deadline == 5 * Self.second)
        #expect(machine.passed(to: 5 * Self.second - 1).isEmpty)
        #expect(!machine.passed(to: 5 * Self.second).isEmpty)
        guard case .waiting(let moment) = machine.phase else { return #expect(Bool(false), "\(machine.phase)") }
        #expect(sent(machine.passed(to: moment)).isEmpty)
        #expect(machine.phase == .connecting)

        var open = try Self.open()
        _ = open.request(FreeRequest(method: "ping", params: [:], ticket: 1), at: Self.second)
        #expect(open.deadline == 6 * Self.second)
        #expect(answers(open.passed(to: 6 * Self.second)).isEmpty, "it is asked once more")
        _ = open.passed(to: 20 * Self.second)
        _ = open.connected(at: 20 * Self.second)
        #expect(sent(open.received(try Self.message(ScriptedServer.hello), at: 20 * Self.second)) == ["ping"])
        #expect(answers(open.passed(to: 25 * Self.second)) == [1: .timedOut])
    }

    @Test("changes go out one after the other; of those that nobody waits for the newest alone")
    func order() throws {
        var machine = try Self.open()
        #expect(sent(machine.subscribe(5, SubscriptionOptions(), ticket: 1, at: 0)) == ["subscribe"])
        var options = SubscriptionOptions()
        for size in 1...100 {
            options.layer = Rect(x: 0, y: 0, width: Double(size), height: 1)
            #expect(machine.perform(Operation(kind: .become(options)), on: 5, at: 0).isEmpty)
        }
        let actions = machine.received(try Self.accepted(1), at: 0)
        #expect(answers(actions) == [1: nil])
        let updates = actions.compactMap { action -> JSONObject? in
            if case .send(_, "update", let params) = action { params } else { nil }
        }
        #expect(updates.map { $0["layer"]?["width"]?.double } == [100])
        #expect(machine.received(try Self.accepted(2, revision: 2), at: 0).count == 2)
        #expect(machine.subscriptions[5]?.options == options)
    }

    @Test("a change that changes nothing is answered without a request")
    func nothing() throws {
        var machine = try Self.open()
        _ = machine.subscribe(5, SubscriptionOptions(), ticket: 1, at: 0)
        _ = machine.received(try Self.accepted(1), at: 0)
        let actions = machine.perform(Operation(kind: .update { $0.gravity = .resizeAspect }, ticket: 2), on: 5, at: 0)
        #expect(sent(actions).isEmpty)
        #expect(answers(actions) == [2: nil])
    }

    @Test("what was on its way when the connection broke is sent again, once, behind the restored subscription")
    func again() throws {
        var machine = try Self.open()
        _ = machine.subscribe(5, SubscriptionOptions(types: .all), ticket: 1, at: 0)
        _ = machine.received(try Self.accepted(1), at: 0)
        _ = machine.perform(Operation(kind: .update { $0.everyFrame = true }, ticket: 2), on: 5, at: 0)
        var now: Int64 = 0
        for round in 1...2 {
            let lost = machine.failed(ClientError(.closed, "gone"), at: now)
            #expect(answers(lost) == (round == 1 ? [:] : [2: .closed]))
            guard round == 1 else { break }
            now += 10 * Self.second
            _ = machine.passed(to: now)
            _ = machine.connected(at: now)
            #expect(sent(machine.received(try Self.message(ScriptedServer.hello), at: now)) == ["subscribe"])
            #expect(sent(machine.received(try Self.accepted(3, subscription: 1), at: now)) == ["update"])
        }
        #expect(machine.subscriptions[5]?.options.everyFrame == false, "it was never accepted")
        #expect(machine.failed(ClientError(.closed, "gone"), at: now).isEmpty, "it is told once")
    }

    @Test("a refusal that may pass is waited out when a subscription is restored; another ends it")
    func restoring() throws {
        for (name, ends) in [(ErrorName.tooMany, false), (.unknownInput, true)] {
            var machine = try Self.open()
            _ = machine.subscribe(5, SubscriptionOptions(types: .all), ticket: 1, at: 0)
            _ = machine.received(try Self.accepted(1), at: 0)
            _ = machine.failed(ClientError(.closed, "gone"), at: 0)
            _ = machine.passed(to: Self.second)
            _ = machine.connected(at: Self.second)
            _ = machine.received(try Self.message(ScriptedServer.hello), at: Self.second)
            let actions = machine.received(try Self.refused(2, name), at: Self.second)
            #expect(actions.contains { if case .end = $0 { true } else { false } } == ends)
            #expect(machine.subscriptions.isEmpty == ends)
            guard !ends else { continue }
            let retry = try #require(machine.deadline)
            #expect(sent(machine.passed(to: retry)) == ["subscribe"])
        }
    }

    @Test("what was given up before it was there is given up in the daemon too")
    func givenUp() throws {
        var machine = try Self.open()
        _ = machine.subscribe(5, SubscriptionOptions(types: .all), ticket: 1, at: 0)
        #expect(answers(machine.unsubscribe(5, at: 0)) == [1: .closed])
        #expect(sent(machine.received(try Self.accepted(1), at: 0)) == ["unsubscribe"])
    }

    @Test("a step of a change that the daemon refuses ends the change, and is not tried for ever")
    func refusedStep() throws {
        var machine = try Self.open()
        _ = machine.subscribe(5, SubscriptionOptions(input: .none), ticket: 1, at: 0)
        _ = machine.received(try Self.accepted(1), at: 0)
        var options = SubscriptionOptions(input: "b")
        options.gravity = .resize
        #expect(sent(machine.perform(Operation(kind: .become(options)), on: 5, at: 0)) == ["connect"])
        let actions = machine.received(try Self.refused(2, .unknownInput), at: 0)
        #expect(sent(actions).isEmpty)
        #expect(machine.subscriptions[5]?.status.failure?.name == "unknownInput")
    }

    @Test("requests that wait for a daemon are bounded")
    func bounds() {
        var machine = Self.machine()
        for ticket in 1...UInt64(ClientMachine.mostWaiting) {
            #expect(machine.request(FreeRequest(method: "ping", params: [:], ticket: ticket), at: 0).isEmpty)
        }
        #expect(
            answers(machine.request(FreeRequest(method: "ping", params: [:], ticket: 9_999), at: 0)) == [
                9_999: .invalid
            ])
        _ = machine.subscribe(5, SubscriptionOptions(), ticket: nil, at: 0)
        for _ in 0..<SubscriptionRecord.mostWaiting {
            _ = machine.perform(Operation(kind: .disconnect, ticket: 1), on: 5, at: 0)
        }
        #expect(machine.subscriptions[5]?.queue.count == SubscriptionRecord.mostWaiting)
        #expect(answers(machine.close()).count == ClientMachine.mostWaiting)
    }
}
