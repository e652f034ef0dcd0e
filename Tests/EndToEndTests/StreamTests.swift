import Glibc
import OverlayMetadata
import OverlaySystem
import OverlayWire
import Testing

/// Streams of real servers, and of one that says nothing.
@Suite("Network streams", .serialized, .timeLimit(.minutes(2)))
struct StreamTests {
    private let scratch: Scratch
    private static let login = (name: "viewer", password: "s3cr3t-w0rd")

    init() throws { scratch = try Scratch() }

    @Test("an RTSP server's stream is searched, with a password that appears nowhere", arguments: [false, true])
    func rtsp(guarded: Bool) throws {
        let kind = Clip.Kind(ending: "mkv", words: ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "5"])
        let server = try Server("rtsp", try Clip.make(kind, of: 1...20, in: scratch), guarded: guarded)
        let address = "rtsp://\(guarded ? server.login : "")127.0.0.1:\(server.port)/eye"
        let daemon = try DaemonProcess(["gate=\(address),timeout=20", "test=test:,size=320x240"], in: scratch)
        let client = try daemon.client()
        try client.request(
            "subscribe", #"{"input":"gate","types":["codes"],"layer":{"x":0,"y":0,"width":100,"height":75}}"#)
        try client.awaitState(.live)
        let object = try #require(try client.metadata { !$0.objects.isEmpty }.objects.first)
        #expect(object.bounds.width > 5)
        // At the clip's end the server ends the stream: it is opened again.
        #expect(try client.awaitState(.failed).status.reason == "ended")
        try client.awaitState(.live)
        _ = try client.metadata { !$0.objects.isEmpty }
        try expectNoPassword(daemon, client)
    }

    @Test("a server that wants a password says so, and a wrong one appears nowhere", arguments: ["rtsp", "http"])
    func refused(scheme: String) throws {
        let kind = Clip.Kind(ending: "mkv", words: ["-c:v", "libx264", "-pix_fmt", "yuv420p"])
        let server = try Server(scheme, try Clip.make(kind, in: scratch), guarded: true)
        let path = scheme == "rtsp" ? "eye" : "whole"
        let address = "\(scheme)://somebody:\(Self.login.password)@127.0.0.1:\(server.port)/\(path)?key=k3y-w0rd"
        let daemon = try DaemonProcess(["gate=\(address),timeout=20"], in: scratch)
        let client = try daemon.client()
        try client.request("subscribe", #"{"types":["codes"]}"#)
        let status = try client.awaitState(.failed).status
        #expect(status.reason == "notPermitted")
        #expect(status.detail?.contains("name and password belong in the address") == true)
        try expectNoPassword(daemon, client)
    }

    @Test("a clip of a web server is played as a clip, from one that gives it from its start only")
    func web() throws {
        let clip = try Clip.make(Clip.kinds[0], in: scratch)
        let server = try Server("http", clip, guarded: true)
        let daemon = try DaemonProcess(
            ["gate=http://\(server.login)127.0.0.1:\(server.port)/whole?key=k3y-w0rd"], in: scratch)
        let client = try daemon.client()
        try client.request("subscribe", #"{"types":["codes"]}"#)
        _ = try client.metadata { !$0.objects.isEmpty }
        try client.awaitState(.ended)
        #expect(try client.status(of: "gate")["captured"] == .integer(5))
        try expectNoPassword(daemon, client)
    }

    @Test("JPEGs without an end are live: the newest is searched, and it closes when nobody looks")
    func endless() throws {
        let picture = scratch.file("picture.jpg")
        let scene = try scratch.write(try Bitmap.scene(1, width: 640, height: 480), to: "scene.bmp")
        try Clip.ffmpeg(["-i", scene, "-q:v", "2", picture])
        let server = try Server("http", picture)
        let daemon = try DaemonProcess(["gate=http://127.0.0.1:\(server.port)/endless.mjpeg"], in: scratch)
        let client = try daemon.client()
        try client.request("subscribe", #"{"types":["codes"]}"#)
        for _ in 0..<5 { _ = try client.metadata { !$0.objects.isEmpty } }
        try client.request("unsubscribe", #"{"subscription":1}"#)
        try client.request("subscribe", #"{"types":[]}"#)
        try client.awaitState(.idle)
    }

    @Test("a server that accepts and says nothing fails in time, and disturbs nobody", arguments: ["rtsp", "http"])
    func silent(scheme: String) throws {
        let server = try SilentServer()
        let daemon = try DaemonProcess(
            ["gate=\(scheme)://viewer:\(Self.login.password)@127.0.0.1:\(server.port)/eye,timeout=0.5", "test=test:"],
            in: scratch)
        let witness = try Witness(daemon)
        let client = try daemon.client()
        try client.request("subscribe", #"{"input":"gate","types":["codes"]}"#)
        let status = try client.awaitState(.failed).status
        #expect(status.reason == "timeout")
        #expect(status.detail?.contains("no picture within 0.5 s") == true)
        try witness.expectUndisturbed()
        try expectNoPassword(daemon, client)
    }

    @Test(
        "where nobody serves, or nothing is at the path, the state says so",
        arguments: [("rtsp", "", "unreachable"), ("http", "", "unreachable"), ("http", "nothing", "notFound")])
    func nothing(scheme: String, path: String, reason: String) throws {
        var server: Server?
        if reason == "notFound" { server = try Server("http", try scratch.write("x", to: "x")) }
        let daemon = try DaemonProcess(
            ["gate=\(scheme)://viewer:\(Self.login.password)@127.0.0.1:\(server?.port ?? "1")/\(path)"], in: scratch)
        let client = try daemon.client()
        try client.request("subscribe", #"{"types":["codes"]}"#)
        let status = try client.awaitState(.failed).status
        #expect(status.reason == reason)
        try expectNoPassword(daemon, client)
    }

    @Test("a network camera that stops and starts again ten times is back each time, for a client that stays")
    func restarts() throws {
        let picture = scratch.file("picture.jpg")
        let scene = try scratch.write(try Bitmap.scene(1, width: 640, height: 480), to: "scene.bmp")
        try Clip.ffmpeg(["-i", scene, "-q:v", "2", picture])
        var server: Server? = try Server("camera", picture)
        let port = try #require(server?.port)
        let daemon = try DaemonProcess(["gate=rtsp://127.0.0.1:\(port)/eye"], in: scratch)
        let client = try daemon.client()
        try client.request("subscribe", #"{"types":["codes"]}"#)
        var sequence = try client.metadata { !$0.objects.isEmpty }.sequence
        for _ in 0..<10 {
            server = nil
            try client.awaitState(.failed)
            server = try Server("camera", picture, at: port)
            try client.awaitState(.live)
            let message = try client.metadata { !$0.objects.isEmpty }
            #expect(message.sequence > sequence)
            sequence = message.sequence
        }
        withExtendedLifetime(server) {}
    }

    /// Neither what the daemon tells nor what it writes holds the password or the address's query.
    private func expectNoPassword(_ daemon: DaemonProcess, _ client: Client) throws {
        var told = client.transcript
        _ = try client.request("status")
        _ = try client.request("inputs")
        told += client.transcript
        for words in [["status"], ["inputs"], ["doctor"], ["status", "--json"]] {
            let outcome = try Spawned.run(Built.overlayctl, ["--socket", daemon.socket] + words)
            told += [outcome.output, outcome.complaint]
        }
        let outcome = try daemon.stop()
        told += [outcome.output, outcome.complaint]
        #expect(told.contains { $0.contains("gate") })
        for secret in [Self.login.password, "k3y-w0rd"] { #expect(!told.contains { $0.contains(secret) }) }
    }

    /// `Servers/streams.py` at a port of its own.
    private struct Server {
        let port: String
        let login: String
        private let process: Spawned

        init(_ scheme: String, _ clip: String, guarded: Bool = false, at place: String? = nil) throws {
            let words = guarded ? [StreamTests.login.name, StreamTests.login.password] : place.map { [$0] } ?? []
            login = guarded ? "\(StreamTests.login.name):\(StreamTests.login.password)@" : ""
            process = try Spawned(
                "/usr/bin/python3", [Built.tests + "/Servers/streams.py", scheme, clip] + words)
            let said = try process.awaitComplaint(".\n")
            let place = try #require(said.firstRange(of: "at port "), "\(said)")
            port = String(said[place.upperBound...].prefix { $0.isNumber })
        }
    }

    /// Takes connections, as the kernel does for it, and never says a word.
    private struct SilentServer {
        let port: Int
        private let socket: Descriptor

        init() throws {
            socket = Descriptor(owning: try checked("socket") { Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) })
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let number = socket.number
            port = try withUnsafeMutablePointer(to: &address) { pointer in
                try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    let address = $0
                    _ = try checked("bind") { Glibc.bind(number, address, length) }
                    _ = try checked("listen") { Glibc.listen(number, 16) }
                    _ = try checked("getsockname") { getsockname(number, address, &length) }
                }
                return Int(UInt16(bigEndian: pointer.pointee.sin_port))
            }
        }
    }
}
