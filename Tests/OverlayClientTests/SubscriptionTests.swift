import OverlayGeometry
import OverlayMetadata
import OverlayServer
import OverlayWire
import Testing

@testable import OverlayClient

@Suite("Subscriptions of a real server", .timeLimit(.minutes(1)))
struct SubscriptionTests {
    private static let portrait = Rect(x: 0, y: 0, width: 1080, height: 1920)

    @Test("objects come in the layer, and the same layer converts locally")
    func layer() async throws {
        let server = try LiveServer()
        defer { server.stop() }
        let client = try await Client.connect(to: server.path.text)
        let subscription = try await client.subscribe(
            SubscriptionOptions(
                types: .all, layer: Self.portrait, gravity: .resizeAspectFill, rotation: .fixed(.quarter)))
        #expect(subscription.status.layer == nil)
        server.goLive(objects: [.face(), .code()])
        let metadata = try await first(of: subscription.metadata) { !$0.objects.isEmpty }
        #expect(metadata.space == .layer)
        #expect(metadata.objects.map(\.type) == [.face, .qrCode])
        let layer = try #require(metadata.layer)
        #expect(layer.mirrored, "the input looks at the viewer")
        let expected = MetadataObject.face().converted(to: layer).bounds
        let bounds = metadata.objects[0].bounds
        #expect(abs(bounds.x - expected.x) < 0.001 && abs(bounds.height - expected.height) < 0.001)
        #expect(subscription.status.layer == layer)
    }

    @Test("an update is in force when it returns, and changes nothing else")
    func update() async throws {
        let server = try LiveServer()
        defer { server.stop() }
        let client = try await Client.connect(to: server.path.text)
        server.goLive()
        let subscription = try await client.subscribe(SubscriptionOptions(types: .all, layer: Self.portrait))
        server.frame(2, [.code()])
        _ = try await first(of: subscription.metadata) { $0.sequence == 2 }
        try await subscription.update { $0.layer = Rect(x: 0, y: 0, width: 500, height: 500) }
        let metadata = try await first(of: subscription.metadata)
        #expect(metadata.revision == subscription.status.revision)
        #expect(metadata.layer?.bounds == Rect(x: 0, y: 0, width: 500, height: 500))
        #expect(metadata.objects.map(\.id) == [12])
    }

    @Test("a refusal has the protocol's name, and leaves the subscription as it was")
    func refusals() async throws {
        let server = try LiveServer()
        defer { server.stop() }
        let client = try await Client.connect(to: server.path.text)
        await expect(.unknownInput) { _ = try await client.subscribe(SubscriptionOptions(input: "nowhere")) }
        await expect(.unavailableType) {
            _ = try await client.subscribe(SubscriptionOptions(types: ObjectTypes(.aztec)))
        }
        let subscription = try await client.subscribe(SubscriptionOptions(types: .all))
        await expect(.alreadyConnected) { try await subscription.connect(to: "side") }
        await expect(.badRectangle) {
            try await subscription.update { $0.rectOfInterest = RectOfInterest(Rect(x: 2, y: 2, width: 1, height: 1)) }
        }
        await expect(.badValue) { try await subscription.update { $0.maxRate = .nan } }
        await expect(.tooLong) {
            try await subscription.update { $0.typeNames = [String](repeating: "code_128", count: 10_000) }
        }
        #expect(subscription.status.rectOfInterest == .unit)
        #expect(subscription.status.isInForce)
    }

    private func expect(_ name: ErrorName, _ body: () async throws -> Void) async {
        do {
            try await body()
            Issue.record("\(name) was not thrown")
        } catch {
            #expect((error as? ClientError)?.name == name.rawValue)
        }
    }

    @Test("detached it has no connection, connected to another input it has that")
    func detaching() async throws {
        let server = try LiveServer()
        defer { server.stop() }
        let client = try await Client.connect(to: server.path.text)
        server.goLive(objects: [.face()])
        let subscription = try await client.subscribe(SubscriptionOptions(types: .all, layer: Self.portrait))
        _ = try await first(of: subscription.metadata) { !$0.objects.isEmpty }
        try await subscription.disconnect()
        #expect(subscription.status.connection == nil)
        let gone = try await first(of: subscription.metadata)
        #expect(gone.objects.isEmpty && gone.absence == .input)
        try await subscription.connect(to: "side")
        #expect(subscription.status.connection?.rotation == .quarter)
        try await subscription.update { $0.input = .none }
        #expect(subscription.status.connection == nil)
        try await subscription.update {
            $0.input = "front"
            $0.gravity = .resize
        }
        #expect(subscription.status.connection?.isMirrored == true)
        #expect(try await first(of: subscription.metadata) { $0.layer?.gravity == .resize }.objects.map(\.id) == [7])
    }

    @Test("after a restart everything that held is restored, in the new session")
    func restart() async throws {
        let server = try LiveServer()
        let client = try await Client.connect(to: server.path.text)
        var states = client.states.makeAsyncIterator()
        #expect(await states.next()?.daemon != nil)
        server.goLive(objects: [.code()])
        let subscription = try await client.subscribe(SubscriptionOptions(input: "front", types: .all))
        try await subscription.update { $0.layer = Self.portrait }
        _ = try await first(of: subscription.metadata) { !$0.objects.isEmpty }
        server.stop()
        #expect(try await first(of: subscription.metadata) { $0.absence == .daemon }.objects.isEmpty)
        #expect(!subscription.status.isInForce)
        guard case .disconnected(let error, let wait) = await states.next() else {
            Issue.record("the loss was not told")
            return
        }
        #expect(error.code == .closed)
        #expect(wait <= .milliseconds(100))
        // Asked for while there is no daemon: it waits.
        async let ping: Void = client.ping()
        async let updated: Void = subscription.update { $0.gravity = .resize }
        let second = try LiveServer(at: server.path)
        defer { second.stop() }
        try await ping
        try await updated
        second.goLive(objects: [.face()])
        let metadata = try await first(of: subscription.metadata) { !$0.objects.isEmpty }
        #expect(metadata.space == .layer && metadata.layer?.gravity == .resize)
        #expect(metadata.objects.map(\.type) == [.face])
        #expect(
            try await first(of: client.states) { $0.daemon != nil }.daemon?.inputs.map(\.name) == ["front", "side"])
    }

    @Test("a restarted daemon that refuses ends the subscription with its reason")
    func refusedAfterRestart() async throws {
        let server = try LiveServer()
        let client = try await Client.connect(to: server.path.text)
        let subscription = try await client.subscribe(SubscriptionOptions(input: "side", types: .all))
        server.stop()
        let second = try LiveServer(at: server.path, inputs: [ServedInput(name: "other")])
        defer { second.stop() }
        do {
            for try await _ in subscription.metadata {}
            Issue.record("it ended without a reason")
        } catch {
            #expect(error.name == "unknownInput")
        }
        #expect(!subscription.status.isInForce)
    }

    @Test("what nobody holds any more is given up, also in the daemon")
    func lifetimes() async throws {
        let limits = Hello.Limits(subscriptions: 2)
        let server = try LiveServer(limits: limits)
        defer { server.stop() }
        let client = try await Client.connect(to: server.path.text)
        for _ in 0..<10 { _ = try await client.subscribe(SubscriptionOptions(types: .all)) }
        let kept = try await client.subscribe(SubscriptionOptions(types: .all))
        kept.unsubscribe()
        var iterator = kept.metadata.makeAsyncIterator()
        #expect(try await iterator.next() == nil)
        client.close()
        #expect(try await first(of: client.states) { $0.daemon == nil } == .closed(nil))
        await #expect(throws: ClientError.self) { try await client.ping() }
    }

    @Test("cancelling ends the waiting, for a daemon and for metadata")
    func cancelling() async throws {
        let path = SocketPath()
        let client = Client(socket: path.text)
        let waiting = Task { try await client.subscribe(SubscriptionOptions()) }
        waiting.cancel()
        await #expect(throws: ClientError.cancelled) { try await waiting.value }
        let server = try LiveServer(at: path)
        defer { server.stop() }
        let subscription = try await client.subscribe(SubscriptionOptions(types: .all))
        let reading = Task { try await first(of: subscription.metadata) }
        reading.cancel()
        await #expect(throws: Ended.self) { try await reading.value }
    }

    @Test("without a daemon, connecting says what to do")
    func absent() async throws {
        do {
            _ = try await Client.connect(to: "/nonexistent/overlayd.sock")
            Issue.record("there is no daemon")
        } catch {
            #expect(error.code == .noDaemon)
            #expect(error.message.contains("overlayd run"))
        }
    }

    @Test("the newest frame comes without a subscription, and an input that shows nothing is waited for")
    func latest() async throws {
        let server = try LiveServer()
        defer { server.stop() }
        let client = try await Client.connect(to: server.path.text)
        async let metadata = client.latest(of: "side", types: ObjectTypes(.qrCode))
        try await client.ping()
        server.goLive("side")
        server.frame(2, [.code(), .face()], from: "side")
        #expect(try await metadata.input == "side")
        await expect(.unknownInput) { _ = try await client.latest(of: "nowhere") }
    }

    @Test("inputs are asked for anew each time")
    func inputs() async throws {
        let server = try LiveServer()
        defer { server.stop() }
        let client = try await Client.connect(to: server.path.text)
        let inputs = try await client.inputs()
        #expect(inputs.map(\.name) == ["front", "side"])
        #expect(inputs.map(\.mount) == [.none, .quarter])
        #expect(inputs.first?.position == .front)
    }
}
