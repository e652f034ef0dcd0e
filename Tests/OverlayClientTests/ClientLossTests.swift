import OverlayMetadata
import OverlayWire
import Testing

@testable import OverlayClient

@Suite("What the client's state machine makes of losses", .timeLimit(.minutes(1)))
struct ClientLossTests {
    @Test("a daemon that says nothing for ten seconds is asked whether it is there, and given up when it is not")
    func silence() throws {
        var machine = try ClientMachine.greeted()
        _ = machine.received(try ServerMessage.of(#"{"jsonrpc":"2.0","method":"novelty"}"#), at: second)
        #expect(machine.deadline == 11 * second)
        #expect(sent(machine.passed(to: 10 * second)).isEmpty)
        #expect(sent(machine.passed(to: 11 * second)) == ["ping"])
        _ = machine.received(try ServerMessage.of(#"{"jsonrpc":"2.0","id":1,"result":{}}"#), at: 12 * second)
        #expect(machine.deadline == 22 * second)
        #expect(sent(machine.passed(to: 22 * second)) == ["ping"])
        _ = machine.passed(to: 27 * second)
        #expect(!machine.isOpen)
    }

    @Test("what was on its way when the connection broke is sent again, once, behind the restored subscription")
    func again() throws {
        var machine = try ClientMachine.greeted()
        _ = machine.subscribe(5, SubscriptionOptions(types: .all), ticket: 1, at: 0)
        _ = machine.received(try ServerMessage.accepted(1), at: 0)
        _ = machine.perform(Operation(kind: .update { $0.everyFrame = true }, ticket: 2), on: 5, at: 0)
        var now: Int64 = 0
        for round in 1...2 {
            let lost = machine.failed(ClientError(.closed, "gone"), at: now)
            #expect(answers(lost) == (round == 1 ? [:] : [2: .closed]))
            guard round == 1 else { break }
            now += 10 * second
            _ = machine.passed(to: now)
            _ = machine.connected(at: now)
            #expect(sent(machine.received(try ServerMessage.of(ScriptedServer.hello), at: now)) == ["subscribe"])
            #expect(sent(machine.received(try ServerMessage.accepted(3, subscription: 1), at: now)) == ["update"])
        }
        #expect(machine.subscriptions[5]?.options.everyFrame == false, "it was never accepted")
        #expect(machine.failed(ClientError(.closed, "gone"), at: now).isEmpty, "it is told once")
    }

    @Test("a refusal that may pass is waited out when a subscription is restored; another ends it")
    func restoring() throws {
        for (name, ends) in [(ErrorName.tooMany, false), (.unknownInput, true)] {
            var machine = try ClientMachine.greeted()
            _ = machine.subscribe(5, SubscriptionOptions(types: .all), ticket: 1, at: 0)
            _ = machine.received(try ServerMessage.accepted(1), at: 0)
            _ = machine.failed(ClientError(.closed, "gone"), at: 0)
            _ = machine.passed(to: second)
            _ = machine.connected(at: second)
            _ = machine.received(try ServerMessage.of(ScriptedServer.hello), at: second)
            let actions = machine.received(try ServerMessage.refused(2, name), at: second)
            #expect(actions.contains { if case .end = $0 { true } else { false } } == ends)
            #expect(machine.subscriptions.isEmpty == ends)
            guard !ends else { continue }
            let retry = try #require(machine.deadline)
            #expect(sent(machine.passed(to: retry)) == ["subscribe"])
        }
    }
}
