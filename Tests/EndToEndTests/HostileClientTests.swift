import OverlayMetadata
import OverlayWire
import Testing

@Suite("Clients that behave badly", .serialized, .timeLimit(.minutes(2)))
struct HostileClientTests {
    private let ping = Array((#"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n").utf8)

    @Test("a client that never reads is closed with a reason, and delays nobody")
    func neverReads() throws {
        let scratch = try Scratch()
        let file = try scratch.write("{limits: {stall: 1, sendBuffer: 4096}}", to: "overlayd.json")
        let (daemon, witness) = try daemonWithWitness(arguments: ["--config", file])
        let silent = try daemon.client()
        for _ in 0..<40 {
            try silent.send(#"{"jsonrpc":"2.0","method":"subscribe","params":{"types":["codes"],"everyFrame":true}}"#)
        }
        try daemon.process.awaitComplaint("it has taken nothing for 1.0 s")
        try witness.expectUndisturbed()
        #expect(throws: Client.Closed.self) { while true { _ = try silent.nextLine() } }
    }

    @Test("a client that asks and asks without reading is served when it reads")
    func asksWithoutReading() throws {
        let (daemon, witness) = try daemonWithWitness()
        let client = try daemon.client()
        for _ in 0..<500 { try client.send(ping) }
        try witness.expectUndisturbed()
        for _ in 0..<500 { _ = try client.reply().result.get() }
    }

    @Test("half a line holds up nobody, and counts once the client has ended it or itself")
    func halfALine() throws {
        let (daemon, witness) = try daemonWithWitness()
        let (slow, gone) = (try daemon.client(), try daemon.client())
        for client in [slow, gone] { try client.send(Array(ping.prefix(20))) }
        gone.vanish()
        try witness.expectUndisturbed()
        try slow.send(Array(ping.dropFirst(20)))
        #expect(throws: Never.self) { try slow.reply().result.get() }
        try slow.send(Array(ping.dropLast()))
        slow.endWriting()
        #expect(throws: Never.self) { try slow.reply().result.get() }
        #expect(throws: Client.Closed.self) { try slow.nextLine() }
    }

    @Test("two requests in one packet, and one in forty, are answered alike")
    func packets() throws {
        let (daemon, witness) = try daemonWithWitness()
        let client = try daemon.client()
        try client.send(ping + ping)
        for byte in ping { try client.send([byte]) }
        try client.send(Array("\r\n\n\r\n".utf8) + Array(ping.dropLast()) + Array("\r\n".utf8))
        for _ in 0..<4 { #expect(try client.reply().result.get()["time"] != nil) }
        try witness.expectUndisturbed()
    }

    @Test("clients that come and go by the dozen leave nothing behind")
    func comingAndGoing() throws {
        let (daemon, witness) = try daemonWithWitness()
        for round in 0..<60 {
            let client = try daemon.client()
            if round.isMultiple(of: 2) { try client.request("subscribe", #"{"types":["codes"],"everyFrame":true}"#) }
            client.vanish()
        }
        try witness.expectUndisturbed()
        let counter = try daemon.client()
        let patience = Patience("the others to be gone")
        while try counter.request("status")["clients"] != .integer(2) { try patience.check() }
        #expect(try counter.request("status")["subscriptions"] == .integer(1))
    }

    @Test("a client that writes no more is served on, as socat's is")
    func endOfWriting() throws {
        let client = try DaemonProcess().client()
        try client.send(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"types":["all"]}}"#)
        client.endWriting()
        _ = try client.reply().result.get()
        for _ in 0..<3 { #expect(try !client.metadata().objects.isEmpty) }
    }
}
