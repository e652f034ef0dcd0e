import OverlayGeometry
import OverlayMetadata
import OverlayWire
import Testing

@Suite("The newest frame", .timeLimit(.minutes(1)))
struct LatestTests {
    private static let codes = Demand(codes: .unit, codeTypes: ObjectTypes(.qrCode))

    @Test("an input that is searched for it answers at once", arguments: Carrier.allCases)
    func atOnce(carrier: Carrier) throws {
        let server = try TestServer(carrier)
        server.goLive()
        server.frame(.sample(2, [.code(), .face()]))
        let client = try server.greeted()
        let result = try client.request("latest", #"{"types":["face"]}"#)
        #expect(result["sequence"] == .integer(2))
        #expect(result["space"] == "device")
        #expect(result["objects"]?.array?.compactMap { $0["type"]?.string } == ["face"])
        for member in ["dropped", "latency", "subscription", "revision"] { #expect(result[member] == nil) }
        #expect(server.demands["front"] ?? .nothing == .nothing)
    }

    @Test("a closed source is opened until a frame was searched for what is asked", arguments: Carrier.allCases)
    func opens(carrier: Carrier) throws {
        let server = try TestServer(carrier)
        let client = try server.greeted()
        client.send(#"{"jsonrpc":"2.0","id":"a","method":"latest","params":{"types":["qr_code"]}}"#)
        #expect(server.demands["front"] == Self.codes)
        client.send(#"{"jsonrpc":"2.0","id":"b","method":"ping"}"#)
        var other = MetadataFrame.sample(2, [.code()])
        other.demand = Demand(faces: .unit)
        server.frame(other)
        #expect(try client.messages().count == 1)
        var wanted = MetadataFrame.sample(3, [.code(), .code(13, "7", type: .ean13)])
        wanted.demand = Self.codes
        server.frame(wanted)
        guard case .reply("a", let result)? = try client.messages().first else {
            Issue.record("no reply")
            return
        }
        #expect(result["objects"]?.array?.compactMap { $0["id"]?.integer } == [12])
        #expect(server.demands["front"] == .nothing)
    }

    @Test("without a frame it is given up after 5 seconds, and says when to ask again")
    func givesUp() throws {
        let server = try TestServer()
        let client = try server.greeted()
        client.send(#"{"jsonrpc":"2.0","id":1,"method":"latest","params":{"input":"side"}}"#)
        server.input(
            "side", InputStatus(state: .absent, reason: "notFound", detail: "it is not there", since: 0, retryIn: 2.5))
        server.clock.advance(by: 4_999_999)
        #expect(try client.messages() == [])
        server.clock.advance(by: 1)
        guard case .failure(.integer(1), let error)? = try client.messages().first else {
            Issue.record("no failure")
            return
        }
        #expect(error.name == .notReady)
        #expect(error.retryIn == 2.5)
        #expect(error.message.contains("it is not there"))
        #expect(server.demands["side"] == .nothing)
    }

    @Test("a subscription's is in its own space, restricted as it is, and never waits for what it does not want")
    func ofSubscription() throws {
        let server = try TestServer()
        let client = try server.greeted()
        try client.request(
            "subscribe",
            #"{"types":["face"],"minFace":0.3,"layer":{"x":0,"y":0,"width":640,"height":360},"mirrored":false}"#)
        client.send(#"{"jsonrpc":"2.0","id":9,"method":"latest","params":{"subscription":1}}"#)
        server.goLive()
        var frame = MetadataFrame.sample(
            2, [.face(), .face(8, at: Rect(x: 0, y: 0, width: 0.25, height: 0.5)), .code()])
        frame.demand = Demand(faces: .unit, minFace: 0.2)
        server.frame(frame)
        let reply = try client.messages().compactMap { message -> JSONValue? in
            if case .reply(.integer(9), let result) = message { result } else { nil }
        }.last
        #expect(reply?["sequence"] == .integer(1))
        let next = try client.request("latest", #"{"subscription":1}"#)
        #expect(next["revision"] == .integer(2))
        #expect(
            next["objects"]?.array?.compactMap { $0["bounds"]?.rect } == [Rect(x: 0, y: 0, width: 160, height: 180)])
    }

    @Test(
        "whoever goes, or lets go of the subscription, is not waited for", arguments: ["vanish", "unsubscribe", "end"])
    func gone(how: String) throws {
        let server = try TestServer()
        let client = try server.greeted()
        if how == "unsubscribe" { try client.request("subscribe", #"{"types":["face"]}"#) }
        let target = how == "unsubscribe" ? #"{"subscription":1}"# : "{}"
        client.send(#"{"jsonrpc":"2.0","id":77,"method":"latest","params":\#(target)}"#)
        switch how {
        case "vanish":
            client.vanish()
            #expect(server.demands["front"] == .nothing)
        case "end":
            client.endWriting()
            #expect(!client.isClosed)
            server.goLive()
            #expect(try client.messages().count == 1)
            #expect(client.isClosed)
        default:
            try client.request("unsubscribe", #"{"subscription":1}"#)
            server.goLive()
            guard case .failure(.integer(77), let error)? = try client.messages().first else {
                Issue.record("no failure")
                return
            }
            #expect(error.name == .unknownSubscription)
        }
    }

    @Test("no more than 16 of a client wait")
    func limit() throws {
        let server = try TestServer()
        let client = try server.greeted()
        for _ in 0..<16 { client.send(#"{"jsonrpc":"2.0","id":"w","method":"latest"}"#) }
        #expect(try client.failure("latest")?.name == .tooMany)
        server.goLive()
        #expect(try client.messages().count == 16)
        #expect(try client.request("latest")["sequence"] == .integer(1))
    }
}

@Suite("What the server can do", .timeLimit(.minutes(1)))
struct DescribeTests {
    @Test("each method of the protocol is either served or missing with a reason, and so is each type")
    func complete() throws {
        let client = try TestServer(libraries: [LibraryVersion(name: "ZBar", version: "1.2")]).greeted()
        let result = try client.request("describe")
        func names(_ kind: String) -> [String] {
            (result["missing"]?.array ?? []).filter { $0["kind"] == .string(kind) && $0["reason"]?.string != "" }
                .compactMap { $0["name"]?.string }
        }
        let methods = result["methods"]?.array?.compactMap(\.string) ?? []
        #expect((methods + names("method")).sorted() == Method.allCases.map(\.rawValue).sorted())
        let types = result["types"]?.array?.compactMap(\.string) ?? []
        #expect((types + names("type")).sorted() == ObjectType.allCases.map(\.rawValue).sorted())
        #expect(names("mode") == ["events"])
        #expect(result["libraries"] == .array([.object(["name": "ZBar", "version": "1.2"])]))
        let aztec = result["missing"]?.array?.first { $0["name"] == "aztec" }
        #expect(aztec?["reason"] == "its reader was left out")
    }
}
