import OverlayMetadata
import OverlayWire
import TestSupport
import Testing

@testable import OverlayClient

@Suite("The client's state machine", .timeLimit(.minutes(1)))
struct ClientMachineTests {
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
        var machine = ClientMachine.unconnected()
        _ = machine.connected(at: 0)
        #expect(machine.deadline == 5 * second)
        #expect(machine.passed(to: 5 * second - 1).isEmpty)
        #expect(!machine.passed(to: 5 * second).isEmpty)
        guard case .waiting(let moment) = machine.phase else { return #expect(Bool(false), "\(machine.phase)") }
        #expect(sent(machine.passed(to: moment)).isEmpty)
        #expect(machine.phase == .connecting)

        var open = try ClientMachine.greeted()
        _ = open.request(FreeRequest(method: "ping", params: [:], ticket: 1), at: second)
        #expect(open.deadline == 6 * second)
        #expect(answers(open.passed(to: 6 * second)).isEmpty, "it is asked once more")
        _ = open.passed(to: 20 * second)
        _ = open.connected(at: 20 * second)
        #expect(sent(open.received(try ServerMessage.of(ScriptedServer.hello), at: 20 * second)) == ["ping"])
        #expect(answers(open.passed(to: 25 * second)) == [1: .timedOut])
    }

    @Test("changes go out one after the other; of those that nobody waits for the newest alone")
    func order() throws {
        var machine = try ClientMachine.greeted()
        #expect(sent(machine.subscribe(5, SubscriptionOptions(), ticket: 1, at: 0)) == ["subscribe"])
        var options = SubscriptionOptions()
        for size in 1...100 {
            options.layer = Rect(x: 0, y: 0, width: Double(size), height: 1)
            #expect(machine.perform(Operation(kind: .become(options)), on: 5, at: 0).isEmpty)
        }
        let actions = machine.received(try ServerMessage.accepted(1), at: 0)
        #expect(answers(actions) == [1: nil])
        let updates = actions.compactMap { action -> JSONObject? in
            if case .send(_, "update", let params) = action { params } else { nil }
        }
        #expect(updates.map { $0["layer"]?["width"]?.double } == [100])
        #expect(machine.received(try ServerMessage.accepted(2, revision: 2), at: 0).count == 2)
        #expect(machine.subscriptions[5]?.options == options)
    }

    @Test("a change that changes nothing is answered without a request")
    func nothing() throws {
        var machine = try ClientMachine.greeted()
        _ = machine.subscribe(5, SubscriptionOptions(), ticket: 1, at: 0)
        _ = machine.received(try ServerMessage.accepted(1), at: 0)
        let actions = machine.perform(Operation(kind: .update { $0.gravity = .resizeAspect }, ticket: 2), on: 5, at: 0)
        #expect(sent(actions).isEmpty)
        #expect(answers(actions) == [2: nil])
    }

    @Test("what was given up before it was there is given up in the daemon too")
    func givenUp() throws {
        var machine = try ClientMachine.greeted()
        _ = machine.subscribe(5, SubscriptionOptions(types: .all), ticket: 1, at: 0)
        #expect(answers(machine.unsubscribe(5, at: 0)) == [1: .closed])
        #expect(sent(machine.received(try ServerMessage.accepted(1), at: 0)) == ["unsubscribe"])
    }

    @Test("a step of a change that the daemon refuses ends the change, and is not tried for ever")
    func refusedStep() throws {
        var machine = try ClientMachine.greeted()
        _ = machine.subscribe(5, SubscriptionOptions(input: .none), ticket: 1, at: 0)
        _ = machine.received(try ServerMessage.accepted(1), at: 0)
        var options = SubscriptionOptions(input: "b")
        options.gravity = .resize
        #expect(sent(machine.perform(Operation(kind: .become(options)), on: 5, at: 0)) == ["connect"])
        let actions = machine.received(try ServerMessage.refused(2, .unknownInput), at: 0)
        #expect(sent(actions).isEmpty)
        #expect(machine.subscriptions[5]?.status.failure?.name == "unknownInput")
    }

    @Test("requests that wait for a daemon are bounded")
    func bounds() {
        var machine = ClientMachine.unconnected()
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
