import OverlayMetadata
import OverlayWire
import Testing

@testable import OverlayClient

@Suite("A client whose server is no good", .timeLimit(.minutes(1)))
struct HostileServerTests {
    /// What a bad server does with each connection.
    enum Conduct: CaseIterable, Sendable {
        case closesAtOnce, closesAfterHello, garbage, halfALine, noHello, helloWithoutMembers, laterProtocol
        case protocolWithoutNumber, endlessLine, deepNesting, badUnicode

        /// What the client says of it.
        var code: ClientError.Code {
            switch self {
            case .closesAtOnce, .closesAfterHello, .halfALine: .closed
            case .laterProtocol, .protocolWithoutNumber: .unsupportedProtocol
            default: .badMessage
            }
        }

        func perform(on peer: ScriptedServer.Peer) {
            let notification = #"{"jsonrpc":"2.0","method":"#
            switch self {
            case .closesAtOnce: return
            case .closesAfterHello: return peer.say(ScriptedServer.hello)
            case .garbage: peer.say("HTTP/1.1 400 Bad Request")
            case .halfALine: return peer.send(String(ScriptedServer.hello.prefix(60)))
            case .noHello: peer.say(notification + #""input","params":{"input":"a","state":"live"}}"#)
            case .helloWithoutMembers: peer.say(notification + #""hello","params":{}}"#)
            case .laterProtocol: peer.say(ScriptedServer.hello.replacing("0.1", with: "7.2"))
            case .protocolWithoutNumber: peer.say(ScriptedServer.hello.replacing("0.1", with: "next"))
            case .endlessLine: for _ in 0..<80 { peer.send(String(repeating: "x", count: 65_536)) }
            case .deepNesting: peer.say(String(repeating: "[", count: 100_000))
            case .badUnicode:
                peer.say(notification + #""hello","params":"\ud800"}"#)
            }
            peer.awaitEnd()
        }
    }

    @Test("says what is wrong, and gets on with a good one in its place", arguments: Conduct.allCases)
    func conduct(_ conduct: Conduct) async throws {
        let bad = try ScriptedServer { conduct.perform(on: $0) }
        let client = Client(socket: bad.path.text)
        let state = try await first(of: client.states) { if case .disconnected = $0 { true } else { false } }
        guard case .disconnected(let error, _) = state else { return }
        #expect(error.code == conduct.code)
        #expect(error.message.contains(bad.path.text) || error.code == .badMessage)
        bad.stop()
        // A daemon of another age is not asked again for five seconds.
        guard error.code != .unsupportedProtocol else { return }
        let good = try LiveServer(at: bad.path)
        let subscription = try await client.subscribe(SubscriptionOptions(types: .all))
        #expect(subscription.status.connection?.input == "front")
        good.stop()
    }

    @Test("connecting to it throws instead of waiting for better times")
    func connecting() async throws {
        let bad = try ScriptedServer { Conduct.laterProtocol.perform(on: $0) }
        defer { bad.stop() }
        await #expect(throws: ClientError.self) { try await Client.connect(to: bad.path.text) }
    }

    @Test("a flood of what nobody asked for is passed over")
    func flood() async throws {
        let server = try ScriptedServer { peer in
            peer.say(ScriptedServer.hello)
            let lines = [
                #"{"jsonrpc":"2.0","method":"novelty","params":{"a":[1,2,3]}}"#,
                #"{"jsonrpc":"2.0","id":4711,"result":{}}"#, #"{"jsonrpc":"2.0","id":"x","result":7}"#,
                #"{"jsonrpc":"2.0","method":"input","params":{"input":"?","state":"live"}}"#,
                #"{"jsonrpc":"2.0","method":"metadata","params":{"subscription":9,"revision":1,"sequence":1,"input":"a","time":1,"frame":{"width":1,"height":1},"space":"device","objects":[]}}"#,
                #"{"jsonrpc":"2.0","method":"geometry","params":{"subscription":-1,"revision":9}}"#, "", "\r",
            ]
            for _ in 0..<2_000 { peer.say(lines.joined(separator: "\n")) }
            while let request = peer.request() { peer.reply(to: request, "{}") }
        }
        let client = try await Client.connect(to: server.path.text)
        try await client.ping()
        #expect(client.daemon?.server == "x 1")
        client.close()
        server.stop()
    }

    @Test("a reply that is no subscription is told, after a second attempt", arguments: ["{}", "7", "null"])
    func reply(_ result: String) async throws {
        let server = try ScriptedServer { peer in
            peer.say(ScriptedServer.hello)
            while let request = peer.request() { peer.reply(to: request, result) }
        }
        let client = try await Client.connect(to: server.path.text)
        do {
            _ = try await client.subscribe(SubscriptionOptions(types: .all))
            Issue.record("that was no subscription")
        } catch {
            #expect(error.code == .badMessage)
        }
        client.close()
        server.stop()
    }

    @Test("a server that dies of a request is asked twice, not for ever")
    func deadly() async throws {
        let server = try ScriptedServer { peer in
            peer.say(ScriptedServer.hello)
            _ = peer.request()
        }
        let client = try await Client.connect(to: server.path.text)
        do {
            try await client.ping()
            Issue.record("nobody answered")
        } catch {
            #expect(error.code == .closed)
        }
        client.close()
        server.stop()
    }

    @Test("members of absurd size do no harm")
    func absurd() async throws {
        let server = try ScriptedServer { peer in
            peer.say(ScriptedServer.hello)
            while let request = peer.request() {
                guard request.method == "subscribe" else { return peer.reply(to: request, "{}") }
                let huge = "9223372036854775807"
                peer.reply(
                    to: request,
                    #"{"session":"s","subscription":\#(huge),"revision":-\#(huge),"connection":{"input":"a","rotation":90,"mirrored":true},"frame":{"width":\#(huge),"height":\#(huge),"pixelAspect":1e308},"space":"layer","sequence":\#(huge),"time":-\#(huge),"objects":[{"type":"face","id":1e300,"bounds":{"x":1e308,"y":-1e308,"width":-5,"height":1e999}}]}"#
                )
                let metadata =
                    #"{"jsonrpc":"2.0","method":"metadata","params":{"subscription":\#(huge),"revision":\#(huge),"dropped":\#(huge),"sequence":\#(huge),"input":"a","time":\#(huge),"frame":{"width":1,"height":1,"pixelAspect":-1},"space":"layer","objects":[]}}"#
                for _ in 0..<3 { peer.say(metadata) }
            }
        }
        let client = try await Client.connect(to: server.path.text)
        let subscription = try await client.subscribe(
            SubscriptionOptions(types: .all, layer: Rect(x: 0, y: 0, width: 10, height: 10)))
        var iterator = subscription.metadata.makeAsyncIterator()
        #expect(try await iterator.next()?.objects == [])
        #expect(subscription.status.layer == nil)
        client.close()
        server.stop()
    }
}
