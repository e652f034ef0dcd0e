import Glibc
import OverlayGeometry
import OverlayMetadata
@testable import OverlayServer
import OverlaySystem
import OverlayWire
import Testing

@Suite(.timeLimit(.minutes(1)))
struct BackPressureTests {
    @Test(
        "a client that never reads delays nobody, holds one message, and then gets the newest",
        arguments: Carrier.allCases)
    func neverReads(carrier: Carrier) throws {
        let server = try TestServer(carrier)
        server.goLive()
        let (slow, quick) = (try server.greeted(), try server.greeted())
        for client in [slow, quick] { try client.request("subscribe", #"{"types":["all"]}"#) }
        let frames: UInt64 = 600
        var received = 0
        for sequence in 2..<2 + frames {
            server.frame(.sample(sequence, [.code(), .face()]))
            received += try quick.metadata().count
        }
        #expect(received == Int(frames))
        let messages = try slow.metadata()
        #expect(messages.last?.sequence == 1 + frames)
        #expect(messages.count < 200)
        #expect(messages.count + messages.reduce(0) { $0 + $1.dropped } == Int(frames))
        server.frame(.sample(2 + frames, [.code()]))
        #expect(try slow.metadata().map(\.dropped) == [0])
    }

    @Test("a client that asks without reading is not read from any more, until it reads", arguments: Carrier.allCases)
    func asksWithoutReading(carrier: Carrier) throws {
        let server = try TestServer(carrier)
        let client = try server.greeted()
        let ping = #"{"jsonrpc":"2.0","id":1,"method":"status"}"#
        // As many as fit the bound many times over, in one go where the carrier takes it.
        client.sendWhatFits(Array(String(repeating: ping + "\n", count: 2_000).utf8))
        #expect(try server.greeted().request("ping")["time"] != nil)
        let lines = client.lines()
        #expect(lines.count > 100)
        #expect(lines.allSatisfy { $0.hasPrefix(#"{"jsonrpc":"2.0","id":1,"result""#) })
    }

    @Test("a client that takes nothing while something waits is closed, with the reason in the log")
    func stalled() throws {
        let server = try TestServer(.socket, stallSeconds: 0.001)
        server.goLive()
        let (slow, quick) = (try server.greeted(), try server.greeted())
        for client in [slow, quick] { try client.request("subscribe", #"{"types":["all"]}"#) }
        var sequence: UInt64 = 2
        while server.log.isEmpty {
            server.frame(.sample(sequence, [.code(), .face()]))
            server.clock.advance(by: 40_000)
            sequence += 1
            #expect(try quick.metadata().count == 1)
        }
        #expect(server.log.count == 1)
        #expect(server.log.first?.contains("it has taken nothing for 0.001 s") == true)
        #expect(slow.isClosed)
        #expect(try quick.request("status")["clients"] == .integer(1))
    }

    @Test("replies keep their order and go before news; in a slot the newest wins and counts what it overtook")
    func outbox() {
        var outbox = Outbox()
        func line(_ text: String) -> [UInt8] { Array((text + "\n").utf8) }
        outbox.put(line("busy"), in: .input("front"), at: 5)
        outbox.putMetadata(line("m1"), subscription: 1, revision: 1, at: 6)
        outbox.putMetadata(line("n1"), subscription: 2, revision: 1, at: 6)
        outbox.reply(line("r1"), at: 7)
        outbox.put(line("live"), in: .input("front"), at: 8)
        outbox.putMetadata(line("m2"), subscription: 1, revision: 1, at: 9)
        outbox.putMetadata(line("m3"), subscription: 1, revision: 2, at: 9)
        outbox.reply(line("r2"), at: 9)
        outbox.forget(subscription: 2)
        #expect(outbox.lastProgress == 5)
        var sent: [String] = []
        while let bytes = outbox.next() {
            sent.append(String(decoding: bytes, as: UTF8.self))
            outbox.consume(bytes.count, at: 10)
        }
        #expect(
            sent == [
                "r1\nr2\n", "live\n",
                #"{"jsonrpc":"2.0","method":"metadata","params":{"subscription":1,"revision":2,"dropped":2,"# + "m3\n",
            ])
        #expect(outbox.isEmpty)
        #expect(outbox.lastProgress == 10)
    }

    @Test("a message of which a part is sent is not overtaken")
    func partlySent() {
        var outbox = Outbox()
        outbox.put(Array("first\n".utf8), in: .geometry(1), at: 0)
        _ = outbox.next()
        outbox.consume(2, at: 1)
        outbox.put(Array("second\n".utf8), in: .geometry(1), at: 2)
        #expect(outbox.next().map { String(decoding: $0, as: UTF8.self) } == "rst\n")
        outbox.consume(4, at: 3)
        #expect(outbox.next().map { String(decoding: $0, as: UTF8.self) } == "second\n")
    }

    @Test("a listening socket takes in whoever comes, and closing the server ends them all")
    func listening() throws {
        let loop = try EventLoop()
        let path = "/tmp/overlayd-test-\(UInt64.random(in: 0 ... .max)).sock"
        let listener = try UnixSocket.listen(at: path, mode: 0o600)
        defer { unlink(path) }
        let server = Server(
            ServerConfiguration(inputs: TestServer.inputs, types: .face, session: "s", version: "0"),
            clock: SystemClock(), loop: loop, log: { _ in })
        try server.listen(on: listener)
        let clients = try (0..<70).map { _ in try UnixSocket.connect(to: path) }
        for _ in 0..<4 { loop.turn(limit: 0) }
        for client in clients { try UnixSocket.setBlocking(client, false) }
        let links = clients.map { SocketLink($0) { loop.turn(limit: 0) } }
        for link in links { #expect(String(decoding: link.receive(), as: UTF8.self).contains("hello")) }
        server.close()
        for link in links { #expect(link.isClosed) }
    }
}
