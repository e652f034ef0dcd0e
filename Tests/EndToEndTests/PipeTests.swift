import Glibc
import OverlaySystem
import OverlayWire
import TestSupport
import Testing

@Suite("Pipes", .serialized, .timeLimit(.minutes(2)))
struct PipeTests {
    private let scratch: Scratch
    private let pipe: String

    init() throws {
        scratch = try Scratch()
        pipe = scratch.file("eye")
        _ = try checked("mkfifo") { [pipe] in mkfifo(pipe, 0o600) }
    }

    @Test("a line of the documentation, run beside the daemon, is an eye", arguments: Eye.documented)
    func documented(eye: Eye) throws {
        let screen = try eye.line.contains(":0") ? Screen(in: scratch) : nil
        let daemon = try DaemonProcess(["eye=y4m:\(pipe)"], in: scratch)
        let client = try daemon.client()
        try client.request("subscribe", #"{"types":["codes"],"everyFrame":true}"#)
        #expect(try client.awaitState(.absent).status.reason == "noWriter")
        let clip = try Clip.make(Clip.kinds[0], of: 1...30, in: scratch)
        for _ in 1...2 {
            let writer = try eye.start(pipe: pipe, clip: clip, display: screen?.display, in: scratch)
            try client.awaitState(.live)
            _ = try client.metadata { $0.reason != "input" && (eye.showsNoCode || !$0.objects.isEmpty) }
            writer.signal(SIGTERM)
            try writer.awaitEnd()
            try client.awaitState(.absent)
        }
    }

    @Test("standard input is an eye, until its end")
    func standardInput() throws {
        let line = try #require(Eye.standardInput)
        let clip = try Clip.make(Clip.kinds[0], in: scratch)
        let socket = scratch.file("overlayd.sock")
        let run = line.replacing("overlayd run", with: "exec \(Built.overlayd) run --socket \(socket)")
            .replacing("clip.mp4", with: clip)
        // The line's last program takes the shell's place, so that it ends with the test.
        let process = try Spawned("bash", ["-c", "shopt -s lastpipe; \(run)"])
        try process.awaitComplaint(" serves ")
        let client = try Client(to: socket, of: process)
        try client.request("subscribe", #"{"types":["codes"],"everyFrame":true}"#)
        _ = try client.metadata { !$0.objects.isEmpty }
        try client.awaitState(.ended)
        #expect(try client.status(of: "eye")["captured"] == .integer(5))
    }

    @Test("a writer that goes, and one that comes with another size, are told as states and a geometry")
    func comingAndGoing() throws {
        let daemon = try DaemonProcess(["eye=y4m:\(pipe)"], in: scratch)
        let client = try daemon.client()
        try client.request("subscribe", #"{"types":["codes"],"everyFrame":true}"#)
        for size in [32, 48, 16] {
            #expect(try client.awaitState(.absent).status.reason == "noWriter")
            let writer = Descriptor(owning: open(pipe, O_WRONLY | O_CLOEXEC))
            let stream = Y4MStream.plain(width: size, height: size, lumas: [10, 20])
            // It is stopped in the middle of a frame.
            #expect(Console.write(Array(stream.dropLast(7)), to: writer.number))
            _ = try client.next("a geometry \(size) wide") { message -> Bool? in
                if case .geometry(let geometry) = message, geometry.frame?.width == size { true } else { nil }
            }
        }
    }

    @Test("a pipe that is removed and made anew is read again", arguments: [false, true])
    func replaced(hadWriter: Bool) throws {
        let daemon = try DaemonProcess(["eye=y4m:\(pipe)"], in: scratch)
        let client = try daemon.client()
        try client.request("subscribe", #"{"types":["codes"],"everyFrame":true}"#)
        #expect(try client.awaitState(.absent).status.reason == "noWriter")
        if hadWriter {
            let writer = Descriptor(owning: open(pipe, O_WRONLY | O_CLOEXEC))
            #expect(Console.write(Y4MStream.plain(width: 32, height: 32, lumas: [10]), to: writer.number))
            try client.awaitState(.live)
        }
        #expect(unlink(pipe) == 0)
        #expect(try client.awaitState(.failed).status.reason == "notFound")
        try #require(mkfifo(pipe, 0o600) == 0)
        let writer = Descriptor(owning: open(pipe, O_WRONLY | O_CLOEXEC))
        #expect(Console.write(Y4MStream.plain(width: 48, height: 48, lumas: [20]), to: writer.number))
        _ = try client.next("a geometry 48 wide") { message -> Bool? in
            if case .geometry(let geometry) = message, geometry.frame?.width == 48 { true } else { nil }
        }
    }

    @Test("a writer that says nothing is a stalled input; when it goes on, so do the frames")
    func silent() throws {
        let daemon = try DaemonProcess(["eye=y4m:\(pipe)"], in: scratch)
        let client = try daemon.client()
        try client.request("subscribe", #"{"types":["codes"],"everyFrame":true}"#)
        let writer = Descriptor(owning: open(pipe, O_WRONLY | O_CLOEXEC))
        #expect(Console.write(Y4MStream.plain(width: 16, height: 16, lumas: [10]), to: writer.number))
        let first = try client.metadata { $0.reason != "input" }
        #expect(try client.awaitState(.stalled).status.reason == "silent")
        #expect(Console.write(Y4MStream.plain(width: 16, height: 16, luma: 20), to: writer.number))
        try client.awaitState(.live)
        #expect(try client.metadata { $0.reason != "input" }.sequence == first.sequence + 1)
    }

    @Test(
        "a header that lies ends the opening with what is wrong, disturbs nobody, and the next writer is as good",
        arguments: [
            ("YUV4MPEG2 W16 H16 F25:1 C420jpeg\nFRAME\nshort\n" + String(repeating: "x", count: 5_000), "no FRAME"),
            ("YUV4MPEG2 W99999 H99999 F25:1\n", "99999"), ("YUV4MPEG2 W16\n", "H, the height"),
            ("GIF89a, or what else\n", "y4m"),
            ("YUV4MPEG2 W16 H16 C420p99\n", "420p99"), ("YUV4MPEG2 W-1 H16\n", "W-1"),
        ])
    func lies(stream: String, word: String) throws {
        let daemon = try DaemonProcess(["eye=y4m:\(pipe)", "test=test:,size=320x240"], in: scratch)
        let witness = try Witness(daemon)
        let client = try daemon.client()
        try client.request("subscribe", #"{"input":"eye","types":["codes"]}"#)
        try client.awaitState(.absent)
        var writer: Descriptor? = Descriptor(owning: open(pipe, O_WRONLY | O_CLOEXEC))
        // The reader may have gone before all of it is written.
        _ = Console.write(Array(stream.utf8), to: try #require(writer).number)
        let status = try client.awaitState(.failed).status
        #expect(status.detail?.contains(word) == true, "\(status.detail ?? "nothing")")
        try witness.expectUndisturbed()
        writer = nil
        try client.awaitState(.absent)
        let next = Descriptor(owning: open(pipe, O_WRONLY | O_CLOEXEC))
        #expect(Console.write(Y4MStream.plain(width: 16, height: 16, lumas: [10]), to: next.number))
        try client.awaitState(.live)
    }

    /// An X server without a screen that anybody sees.
    private final class Screen {
        let display: String
        private let server: Spawned

        init(in scratch: Scratch) throws {
            server = try Spawned("Xvfb", ["-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp"])
            display = ":" + (try server.awaitOutput(lines: 1)[0])
        }
    }
}
