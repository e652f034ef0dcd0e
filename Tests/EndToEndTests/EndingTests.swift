import Glibc
import OverlaySystem
import Testing

@Suite("The end of a daemon", .serialized, .timeLimit(.minutes(2)))
struct EndingTests {
    @Test(
        "a signal under load ends it with status 0, without its socket, its lock and its worker",
        arguments: [
            SIGTERM, SIGINT,
        ])
    func signal(_ number: Int32) throws {
        let daemon = try DaemonProcess()
        let clients = try (0..<8).map { _ in try daemon.client() }
        for client in clients { try client.request("subscribe", #"{"types":["all"],"everyFrame":true}"#) }
        _ = try clients[0].metadata()
        let worker = Int32(try #require(try clients[0].status()["worker"]?.integer))
        let outcome = try daemon.stop(by: number)
        #expect(outcome.status == .exited(0))
        #expect(outcome.output.isEmpty)
        #expect(!exists(daemon.socket))
        #expect(!exists(daemon.socket + ".lock"))
        #expect(!isRunning(worker))
        for client in clients { #expect(throws: Client.Closed.self) { while true { _ = try client.nextLine() } } }
    }

    @Test("the worker of a daemon that is killed goes with it, and the next daemon takes the socket's place")
    func killed() throws {
        let first = try DaemonProcess()
        let client = try first.client()
        try client.request("subscribe", #"{"types":["codes"]}"#)
        _ = try client.metadata()
        let worker = Int32(try #require(try client.status()["worker"]?.integer))
        let end = try ProcessEnd(of: worker)
        #expect(try first.stop(by: SIGKILL).status == .killed(SIGKILL))
        try end.wait()
        #expect(exists(first.socket))
        let second = try DaemonProcess(in: first.scratch)
        let next = try second.client()
        try next.request("subscribe", #"{"types":["codes"]}"#)
        _ = try next.metadata()
        #expect(try second.stop().status == .exited(0))
    }

    @Test("a signal ends it also while it waits for its worker's first word")
    func signalAtStart() throws {
        let scratch = try Scratch()
        let worker = try scratch.write("#!/bin/sh\necho waiting\nexec sleep 600\n", to: "worker", mode: 0o755)
        let daemon = try Spawned(
            Built.overlayd, ["run", "--socket", scratch.file("overlayd.sock"), "--input", "test=test:"],
            environment: ["OVERLAYD_INPUT": worker])
        try daemon.awaitComplaint("waiting")
        daemon.signal(SIGTERM)
        #expect(try daemon.finish().status == .exited(0))
        #expect(!exists(scratch.file("overlayd.sock")))
    }

    @Test("a second daemon at the same socket is refused, and the first serves on")
    func taken() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        try client.request("subscribe", #"{"types":["codes"]}"#)
        let before = try client.metadata().sequence
        let second = try Spawned.run(Built.overlayd, ["run", "--socket", daemon.socket, "--input", "test=test:"])
        #expect(second.status == .exited(69))
        #expect(second.complaint.contains("another overlayd serves \(daemon.socket)"))
        #expect(try client.metadata().sequence > before)
        #expect(try daemon.client().request("ping")["time"] != nil)
    }
}
