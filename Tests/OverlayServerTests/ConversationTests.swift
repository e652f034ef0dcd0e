import OverlayGeometry
import OverlayMetadata
import OverlayWire
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ConversationTests {
    @Test("the server speaks first", arguments: Carrier.allCases)
    func hello(carrier: Carrier) throws {
        let server = try TestServer(carrier)
        let client = try server.client()
        guard case .hello(let hello)? = try client.messages().first else {
            Issue.record("no hello")
            return
        }
        #expect(hello.server == "overlayd 0.1.0")
        #expect(hello.inputs.map(\.name) == ["front", "side"])
        #expect(hello.inputs.map(\.position) == [.front, .rear])
        #expect(hello.inputs.map(\.mount) == [.none, .quarter])
        #expect(hello.types == [.face, .detectable])
        #expect(hello.limits == Hello.Limits())
    }

    @Test("a subscription without parameters is the protocol's defaults", arguments: Carrier.allCases)
    func defaults(carrier: Carrier) throws {
        let server = try TestServer(carrier)
        let result = try server.greeted().request("subscribe")
        let reply = try #require(ReceivedSubscription(result))
        #expect(reply.geometry.subscription == 1)
        #expect(reply.geometry.revision == 1)
        #expect(reply.geometry.connection?.input == "front")
        #expect(reply.geometry.connection?.mirrored == true)
        #expect(reply.geometry.connection?.automaticallyAdjustsMirroring == true)
        #expect(reply.geometry.rectOfInterest == .unit)
        #expect(reply.types.isEmpty)
        #expect(reply.space == .device)
        #expect(reply.state == .idle)
        for name in [
            "layer", "rectOfInterestInLayer", "frame", "matrix", "content", "visible", "sequence", "time", "wall",
        ] {
            #expect(result[name] == .null, "\(name)")
        }
        #expect(result["mode"] == "frames")
        #expect(result["gravity"] == "resizeAspect")
        #expect(result["objects"] == .array([]))
    }

    @Test("mount and position decide what auto means", arguments: ["front", "side"])
    func automatic(input: String) throws {
        let server = try TestServer()
        let client = try server.greeted()
        let reply = try client.request("subscribe", #"{"input":"\#(input)"}"#)
        #expect(reply["connection"]?["rotation"] == .integer(input == "side" ? 90 : 0))
        #expect(reply["connection"]?["mirrored"] == .bool(input == "front"))
        let fixed = try client.request(
            "update", #"{"subscription":1,"orientation":"portrait","mirrored":false}"#)
        #expect(fixed["connection"]?["rotation"] == .integer(90))
        #expect(fixed["connection"]?["mirrored"] == .bool(false))
        #expect(fixed["connection"]?["automaticallyAdjustsMirroring"] == .bool(false))
        let back = try client.request("update", #"{"subscription":1,"rotation":"auto","mirrored":"auto"}"#)
        #expect(back["connection"] == reply["connection"])
        #expect(back["revision"] == .integer(3))
    }

    @Test("a reply precedes the first message, and none follows the reply to unsubscribe", arguments: Carrier.allCases)
    func order(carrier: Carrier) throws {
        let server = try TestServer(carrier)
        let client = try server.greeted()
        server.goLive()
        client.send(#"{"jsonrpc":"2.0","id":"a","method":"subscribe","params":{"types":["all"]}}"#)
        server.frame(.sample(2, [.code()]))
        let lines = client.lines()
        #expect(lines.count == 2)
        #expect(
            lines.first?.hasPrefix(#"{"jsonrpc":"2.0","id":"a","result":{"session":"b7c1","subscription":1,"#) == true)
        #expect(lines.last?.hasPrefix(#"{"jsonrpc":"2.0","method":"metadata","params":{"subscription":1,"#) == true)
        server.frame(.sample(3, [.code()]))
        client.send(#"{"jsonrpc":"2.0","id":2,"method":"unsubscribe","params":{"subscription":1}}"#)
        server.frame(.sample(4, [.code()]))
        #expect(client.lines().last == #"{"jsonrpc":"2.0","id":2,"result":{"subscription":1}}"#)
    }

    @Test("a subscription is connected later, moved, and detached", arguments: Carrier.allCases)
    func connections(carrier: Carrier) throws {
        let server = try TestServer(carrier)
        let client = try server.greeted()
        let detached = try client.request("subscribe", #"{"connection":null,"types":["all"]}"#)
        #expect(detached["connection"] == .null)
        #expect(detached["state"] == .null)
        #expect(try client.failure("disconnect", #"{"subscription":1}"#)?.name == .notConnected)
        #expect(try client.failure("update", #"{"subscription":1,"input":"side"}"#)?.name == .notConnected)
        server.goLive()
        server.frame(.sample(2, [.code()]))
        #expect(try client.metadata().isEmpty)

        let connected = try client.request("connect", #"{"subscription":1,"input":"front"}"#)
        #expect(connected["connection"]?["input"] == "front")
        #expect(connected["revision"] == .integer(2))
        #expect(connected["objects"]?.array?.count == 1)
        #expect(try client.failure("connect", #"{"subscription":1,"input":"side"}"#)?.name == .alreadyConnected)
        server.frame(.sample(3, [.code()]))
        #expect(try client.metadata().map(\.revision) == [2])

        let moved = try client.request("update", #"{"subscription":1,"input":"side"}"#)
        #expect(moved["connection"]?["input"] == "side")
        #expect(moved["objects"] == .array([]))
        server.frame(.sample(4, [.code()]))
        #expect(try client.metadata().isEmpty)

        let off = try client.request("disconnect", #"{"subscription":1}"#)
        #expect(off["connection"] == .null)
        #expect(off["revision"] == .integer(4))
    }

    @Test("a late subscriber is told at once what is in view")
    func late() throws {
        let server = try TestServer()
        server.goLive()
        server.frame(.sample(2, [.code(), .face()]))
        let client = try server.greeted()
        let reply = try #require(ReceivedSubscription(try client.request("subscribe", #"{"types":["face"]}"#)))
        #expect(reply.objects.map(\.type) == [.face])
        server.frame(.sample(3))
        #expect(try client.metadata().map(\.objects.isEmpty) == [true])
    }

    @Test(
        "ids are echoed byte for byte",
        arguments: [
            "1", "-0", "1.50", "1e2", "123456789012345678901234567890", "null", #""""#, #""\u0041\/""#,
            "\"é\u{1F600}\"",
        ])
    func ids(id: String) throws {
        let client = try TestServer().greeted()
        client.send(#"{"id": \#(id) ,"method":"ping","jsonrpc":"2.0"}"#)
        #expect(client.lines().first?.hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"result":{"time":"#) == true)
    }

    @Test("a request without an id is carried out and not answered, mistakes included", arguments: Carrier.allCases)
    func notifications(carrier: Carrier) throws {
        let server = try TestServer(carrier)
        let client = try server.greeted()
        client.send(#"{"jsonrpc":"2.0","method":"subscribe","params":{"types":["all"]}}"#)
        client.send(#"{"jsonrpc":"2.0","method":"subscribe","params":{"types":["nothing"]}}"#)
        #expect(client.lines().isEmpty)
        #expect(try client.request("status")["subscriptions"] == .integer(1))
    }

    @Test("requests in one packet, in ten, with CRLF and empty lines are all answered", arguments: Carrier.allCases)
    func framing(carrier: Carrier) throws {
        let client = try TestServer(carrier).greeted()
        let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
        client.send(ping + "\n" + ping)
        #expect(client.lines().count == 2)
        for byte in Array((ping + "\r\n").utf8) { client.send(bytes: [byte]) }
        #expect(client.lines().count == 1)
        client.send("\n\r\n\n" + ping + "\r\n\n")
        #expect(client.lines().count == 1)
    }

    @Test("a client that writes no more is served on while it has a subscription", arguments: Carrier.allCases)
    func halfClosed(carrier: Carrier) throws {
        let server = try TestServer(carrier)
        server.goLive()
        let client = try server.greeted()
        client.send(bytes: Array(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"types":["all"]}}"#.utf8))
        client.endWriting()
        #expect(client.lines().count == 1)
        server.frame(.sample(2, [.code()]))
        #expect(try client.metadata().count == 1)
        #expect(!client.isClosed)

        let other = try server.greeted()
        other.send(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
        other.endWriting()
        #expect(other.lines().count == 1)
        #expect(other.isClosed)
    }

    @Test("a client that vanishes is forgotten at once", arguments: Carrier.allCases)
    func vanishing(carrier: Carrier) throws {
        let server = try TestServer(carrier)
        server.goLive()
        let (client, other) = (try server.greeted(), try server.greeted())
        try client.request("subscribe", #"{"types":["codes"]}"#)
        #expect(server.demands["front"]?.codes == .unit)
        client.send(bytes: Array(#"{"jsonrpc":"2.0","id":"#.utf8))
        client.vanish()
        #expect(server.demands["front"] == .nothing)
        let status = try other.request("status")
        #expect(status["clients"] == .integer(1))
        #expect(status["subscriptions"] == .integer(0))
    }

    @Test("status, inputs and ping say how things are")
    func status() throws {
        let server = try TestServer()
        server.statusOfInputs = { ["front": ["worker": .integer(42)]] }
        server.goLive()
        let client = try server.greeted()
        try client.request("subscribe", #"{"types":["qr_code"],"maxRate":5}"#)
        try client.request("subscribe", #"{"types":["face"],"rectOfInterest":{"x":0,"y":0,"width":0.5,"height":1}}"#)
        server.clock.advance(by: 1_500_000)
        let status = try client.request("status")
        #expect(status["uptime"] == .integer(1_500_000))
        let front = try #require(status["inputs"]?.array?.first)
        #expect(front["subscriptions"] == .integer(2))
        #expect(front["views"] == .integer(2))
        #expect(front["worker"] == .integer(42))
        #expect(
            front["demand"]?.text == #"{"faces":{"x":0,"y":0,"width":0.5,"height":1},"#
                + #""codes":{"x":0,"y":0,"width":1,"height":1},"types":["qr_code"]}"#)
        let inputs = try client.request("inputs")
        #expect(inputs["inputs"]?.array?.first?["frame"]?.text == #"{"width":1280,"height":720}"#)
        #expect(inputs["inputs"]?.array?.last?["state"] == "idle")
        #expect(try client.request("ping").text == #"{"time":1001500000,"wall":1764500001500000}"#)
    }

    @Test("an input's change reaches the clients that are subscribed to it, once each", arguments: Carrier.allCases)
    func inputChanges(carrier: Carrier) throws {
        let server = try TestServer(carrier)
        let (watcher, other) = (try server.greeted(), try server.greeted())
        try watcher.request("subscribe")
        try watcher.request("subscribe")
        try other.request("subscribe", #"{"input":"side"}"#)
        server.input(
            "front", InputStatus(state: .busy, reason: "busy", detail: "another program holds it", since: 5, retryIn: 2)
        )
        #expect(
            watcher.lines() == [
                #"{"jsonrpc":"2.0","method":"input","params":{"input":"front","state":"busy","reason":"busy","#
                    + #""detail":"another program holds it","since":5,"retryIn":2}}"#
            ])
        #expect(other.lines().isEmpty)
        #expect(server.demands.isEmpty)
    }
}
