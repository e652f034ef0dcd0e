import OverlayGeometry
import OverlayMetadata
import OverlayWire
import Testing

@Suite(.timeLimit(.minutes(1)))
struct DeliveryTests {
    /// A live server and a client with one subscription of the given further parameters.
    func subscribed(_ params: String, carrier: Carrier = .memory) throws -> (TestServer, TestClient) {
        let server = try TestServer(carrier)
        server.goLive()
        let client = try server.greeted()
        try client.request("subscribe", params)
        return (server, client)
    }

    @Test("frames with objects are sent, and the first without any after them", arguments: Carrier.allCases)
    func somethingToNothing(carrier: Carrier) throws {
        let (server, client) = try subscribed(#"{"types":["all"]}"#, carrier: carrier)
        var counts: [Int] = []
        let scenes: [[MetadataObject]] = [[], [.code()], [.code(), .face()], [], [], [.face()], []]
        for (sequence, objects) in scenes.enumerated() {
            server.frame(.sample(UInt64(sequence) + 2, objects))
            counts += try client.metadata().map(\.objects.count)
        }
        #expect(counts == [1, 2, 0, 1, 0])
    }

    @Test("objects come smoothed, or as they were measured to who asks for it")
    func smoothing() throws {
        let (server, client) = try subscribed(#"{"types":["all"]}"#)
        try client.request("subscribe", #"{"types":["all"],"smoothing":"none"}"#)
        var frame = MetadataFrame.sample(2, [.face()])
        frame.measured = [.face(at: Rect(x: 0.125, y: 0.25, width: 0.125, height: 0.25))]
        server.frame(frame)
        #expect(try client.metadata().map { $0.objects.first?.bounds.x } == [0.5, 0.125])
        #expect(
            try client.request("update", #"{"subscription":2,"smoothing":"default"}"#)["objects"]?.array?.count == 1)
        server.frame(frame)
        #expect(try client.metadata().map { $0.objects.first?.bounds.x } == [0.5, 0.5])
    }

    @Test("faces below the smallest that is wanted are left out, and codes of any size are not")
    func smallFaces() throws {
        let (server, client) = try subscribed(#"{"types":["all"],"minFace":0.25}"#)
        let small = MetadataObject.face(8, at: Rect(x: 0, y: 0, width: 0.5, height: 0.24))
        let code = MetadataObject.code(at: Rect(x: 0.1, y: 0.1, width: 0.01, height: 0.01))
        server.frame(.sample(2, [.face(), small, code]))
        #expect(try client.metadata().map { $0.objects.map(\.id) } == [[7, 12]])
        try client.request("update", #"{"subscription":1,"minFace":null}"#)
        server.frame(.sample(3, [.face(), small, code]))
        #expect(try client.metadata().map { $0.objects.map(\.id) } == [[7, 8, 12]])
    }

    @Test("every frame is sent to who asks for it")
    func everyFrame() throws {
        let (server, client) = try subscribed(#"{"types":["all"],"everyFrame":true}"#)
        for sequence in 2..<5 as Range<UInt64> { server.frame(.sample(sequence)) }
        #expect(try client.metadata().map(\.sequence) == [4])
        server.frame(.sample(5))
        #expect(try client.metadata().map(\.dropped) == [0])
    }

    @Test("a message carries the frame's stamps, and how old it is")
    func envelope() throws {
        let (server, client) = try subscribed(#"{"types":["all"]}"#)
        server.frame(.sample(3, [.code()]))
        let message = try #require(try client.metadata().first)
        #expect(message.sequence == 3)
        #expect(message.time == 1_000_020_000)
        #expect(message.wall == 1_764_500_000_120_000)
        #expect(message.duration == 40_000)
        #expect(message.clock == .received)
        #expect(message.latency == 0)
        server.clock.advance(by: 50_000)
        server.frame(.sample(4, [.code()]))
        #expect(try client.metadata().map(\.latency) == [0])
        server.frame(.sample(2, [.code()]))
        #expect(try client.metadata().map(\.latency) == [70_000])
    }

    @Test(
        "only what was asked for is sent",
        arguments: [
            (#""types":[]"#, []), (#""types":["face"]"#, [7]), (#""types":["qr_code"]"#, [12]),
            (#""types":["org.iso.QRCode","face"]"#, [7, 12]), (#""types":["codes"]"#, [12, 13, 14, 15, 16]),
            (#""types":["upc_a"]"#, [14]), (#""types":["upc_a","ean_13"]"#, [13, 14]),
            (#""types":["org.gs1.ITF14"]"#, [15]), (#""types":["itf"]"#, [15, 16]),
            (#""types":["org.gs1.ITF14","codes"]"#, [12, 13, 14, 15, 16]),
            (#""types":["all"],"enabled":false"#, []), (#""types":["all"],"minReads":3"#, [7, 12, 13, 14, 15]),
            (#""types":["all"],"maxObjects":2"#, [7, 13]),
            (#""types":["aztec","face"],"unavailable":"ignore""#, [7]),
        ] as [(String, [UInt64])])
    func selection(params: String, ids: [UInt64]) throws {
        let (server, client) = try subscribed("{\(params)}")
        let box = { (x: Double) in Rect(x: x, y: 0.4, width: 0.1, height: 0.1) }
        server.frame(
            .sample(
                2,
                [
                    .face(7, at: Rect(x: 0.45, y: 0.45, width: 0.1, height: 0.1)), .code(12, at: box(0.05)),
                    .code(13, "4006381333931", at: box(0.4), type: .ean13),
                    .code(14, "0036000291452", at: box(0.2), type: .ean13, upc: "036000291452"),
                    .code(15, "15400141288763", at: box(0.7), type: .itf),
                    .code(16, "12345678", at: box(0.8), type: .itf, reads: 2),
                ]))
        #expect(Set(try client.metadata().flatMap(\.objects).map(\.id)) == Set(ids))
    }

    @Test(
        "the rule decides when an object belongs to the rectangle",
        arguments: [
            ("intersects", [1, 2, 3]), ("center", [2, 3]), ("contains", [3]),
        ] as [(String, [UInt64])])
    func rules(rule: String, ids: [UInt64]) throws {
        let (server, client) = try subscribed(
            #"{"types":["all"],"rule":"\#(rule)","rectOfInterest":{"x":0.5,"y":0,"width":0.5,"height":1}}"#)
        let box = { (x: Double) in Rect(x: x, y: 0.4, width: 0.2, height: 0.1) }
        server.frame(
            .sample(
                2, [.face(0, at: box(0.3)), .face(1, at: box(0.35)), .face(2, at: box(0.45)), .face(3, at: box(0.6))]))
        #expect(try client.metadata().flatMap(\.objects).map(\.id) == ids)
    }

    @Test("the slowest rate is kept, and the last object's end is told", arguments: [1.0, 5.0, 12.5])
    func maxRate(rate: Double) throws {
        let (server, client) = try subscribed(#"{"types":["all"],"maxRate":\#(rate)}"#)
        var times: [Int64] = []
        for sequence in 2..<102 as Range<UInt64> {
            server.frame(.sample(sequence, [.code()]))
            times += try client.metadata().map(\.time)
        }
        let period = Int64(1_000_000 / rate)
        #expect(times.count == Int((4_000_000 / period)))
        for (earlier, later) in zip(times, times.dropFirst()) { #expect(later - earlier >= period - 40_000) }
        var empties = 0
        for sequence in 102..<202 as Range<UInt64> {
            server.frame(.sample(sequence))
            empties += try client.metadata().count
        }
        #expect(empties == 1)
    }

    @Test("a higher rate holds from the last message on, however long a lower one would have waited")
    func fasterRate() throws {
        let (server, client) = try subscribed(#"{"types":["all"],"maxRate":0.001}"#)
        func count(_ sequences: Range<UInt64>) throws -> Int {
            try sequences.reduce(0) { count, sequence in
                server.frame(.sample(sequence, [.code()]))
                return try count + client.metadata().count
            }
        }
        #expect(try count(2..<12) == 1)
        try client.request("update", #"{"subscription":1,"maxRate":25}"#)
        #expect(try count(12..<22) == 10)
    }

    @Test("no box outlives its camera", arguments: Carrier.allCases)
    func inputLeaves(carrier: Carrier) throws {
        let (server, client) = try subscribed(#"{"types":["all"]}"#, carrier: carrier)
        let others = try ["[]", #"["face"]"#].map { types in
            let other = try server.greeted()
            try other.request("subscribe", #"{"types":\#(types)}"#)
            return other
        }
        server.frame(.sample(2, [.code()]))
        #expect(try client.metadata().map(\.objects.count) == [1])
        server.input("front", InputStatus(state: .stalled, reason: "stalled", since: 9))
        let messages = try client.messages()
        guard case .input(let change)? = messages.first, case .metadata(let last)? = messages.last else {
            Issue.record("\(messages)")
            return
        }
        #expect(messages.count == 2)
        #expect(change.status.state == .stalled)
        #expect(last.objects.isEmpty)
        #expect(last.reason == "input")
        #expect(last.sequence == 2)
        #expect(try others.map { try $0.metadata().map(\.reason) } == [[], ["input"]])
        let late = try server.greeted().request("subscribe", #"{"types":["all"]}"#)
        #expect(late["objects"] == .array([]))
        #expect(late["state"] == "stalled")
        server.frame(.sample(9))
        #expect(try client.metadata().isEmpty)
    }

    @Test("an update takes effect with the next message, and no other client notices", arguments: Carrier.allCases)
    func updates(carrier: Carrier) throws {
        let (server, client) = try subscribed(#"{"types":["qr_code"]}"#, carrier: carrier)
        let other = try server.greeted()
        try other.request("subscribe", #"{"types":["qr_code"]}"#)
        server.frame(.sample(2, [.code(), .face()]))
        let before = try other.metadata()
        // The message of the frame before waits still when the update comes: its objects stand in the reply instead.
        let update = #"{"subscription":1,"types":["face"],"coordinates":"pixels"}"#
        let reply = try #require(ReceivedSubscription(try client.request("update", update)))
        #expect(reply.geometry.revision == 2)
        #expect(reply.objects.map(\.bounds) == [Rect(x: 640, y: 180, width: 160, height: 180)])
        server.frame(.sample(3, [.code(), .face()]))
        let after = try client.metadata()
        #expect(after.map(\.revision) == [2])
        #expect(after.map(\.dropped) == [0])
        #expect(after.first?.objects == reply.objects)
        #expect(try other.metadata().map(\.revision) == before.map(\.revision))
    }

    @Test("equal subscriptions get equal bodies, each behind its own head", arguments: Carrier.allCases)
    func sharedBodies(carrier: Carrier) throws {
        let server = try TestServer(carrier)
        server.goLive()
        let params = #"{"types":["all"],"layer":{"x":0,"y":0,"width":100,"height":50}}"#
        let clients = try (0..<3).map { _ in try server.greeted() }
        for client in clients { try client.request("subscribe", params) }
        try clients[2].request("update", #"{"subscription":1,"gravity":"resizeAspect"}"#)
        server.frame(.sample(2, [.code(), .face()]))
        let lines = try clients.map { try #require($0.lines().first) }
        #expect(lines[0] == lines[1])
        #expect(lines[2] == lines[0].replacing(#""revision":1"#, with: #""revision":2"#))
        #expect(try clients[0].request("status")["inputs"]?.array?.first?["views"] == .integer(1))
    }

    @Test("types that become available are delivered to who asked for the group")
    func availability() throws {
        let server = try TestServer(types: .detectable)
        server.goLive()
        let client = try server.greeted()
        let reply = try client.request("subscribe", #"{"types":["all"]}"#)
        #expect(ReceivedSubscription(reply)?.types == .detectable)
        #expect(server.demands["front"]?.faces == nil)
        server.available([.face, .detectable])
        #expect(server.demands["front"]?.faces == .unit)
        server.frame(.sample(2, [.face()]))
        #expect(try client.metadata().flatMap(\.objects).map(\.type) == [.face])
        server.available(.detectable)
        server.frame(.sample(3, [.face()]))
        #expect(try client.metadata().map(\.objects.count) == [0])
    }
}

extension String {
    func replacing(_ part: String, with other: String) -> String {
        guard let range = firstRange(of: part) else { return self }
        return String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
    }
}
