import Glibc
import OverlaySystem
import OverlayWire
import TestSupport
import Testing

@Suite("Detection of what cannot be read", .serialized, .timeLimit(.minutes(2)))
struct DetectFailureTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.write(try Bitmap.scene(1), to: "good.bmp")
    }

    @Test("each bad picture has its error by name, and the rest goes on", arguments: [1, 4])
    func badPictures(jobs: Int) throws {
        let resources = "\(Built.package)/Tests/OverlayCaptureTests/Resources"
        let photograph = try FileText.read("\(resources)/plain.jpg", atMost: 1 << 20)
        let pictures: [(String, String?)] = [
            ("good.bmp", nil), ("missing.png", "notFound"),
            (try scratch.write("Dear reader", to: "text.png"), "notAPicture"),
            (try scratch.write(Array(photograph.prefix(photograph.count / 2)), to: "cut.jpg"), "truncated"),
            (try scratch.write(Bitmap.plain(width: 1, height: 1), to: "one.bmp"), nil),
            (try scratch.write(Bitmap.plain(width: 1, height: 4000), to: "tall.bmp"), nil),
            ("\(resources)/gray16.png", nil), ("\(resources)/colour16.png", nil), ("\(resources)/alpha.png", nil),
            (try scratch.write(Bitmap.header(width: 30_000, height: 30_000), to: "huge.bmp"), "tooLarge"),
            (try scratch.write("", to: "empty.png"), "notAPicture"), ("/dev/null", "notAPicture"),
            ("good.bmp/below", "notFound"), ("good.bmp", nil),
        ]
        try scratch.write(pictures.map(\.0).joined(separator: "\n") + "\n", to: "list")
        let outcome = try detect(["--jobs", "\(jobs)", "--list", "list"])
        #expect(outcome.status == .exited(1))
        let lines = try outcome.lines.map { try JSONReader.read(Array($0.utf8)) }
        #expect(lines.map { $0["source"]?.string } == pictures.map(\.0))
        #expect(lines.map { $0["error"]?["name"]?.string } == pictures.map(\.1))
        for line in lines where line["error"] != nil { #expect(line["error"]?["message"]?.string?.isEmpty == false) }
        for place in [0, lines.count - 1] { #expect(lines[place]["objects"]?.array?.count == 2) }
    }

    @Test("a worker that dies costs the source under way, and none besides")
    func deadWorker() throws {
        // After its first frame the stream never goes on, which keeps the worker where it is.
        let pipe = scratch.file("pipe")
        mkfifo(pipe, 0o600)
        let writer = open(pipe, O_RDWR | O_CLOEXEC)
        defer { close(writer) }
        let start = Y4MStream.plain(width: 64, height: 48, lumas: [128])
        #expect(write(writer, start, start.count) == start.count)
        let run = try Spawned(
            Built.overlayd, ["detect", "--types", "codes", "--jobs", "1", "y4m:pipe", ".", "good.bmp"],
            folder: scratch.path)
        try run.awaitOutput(lines: 1)
        for worker in try children(of: run.pid) { kill(worker, SIGKILL) }
        let outcome = try run.finish()
        #expect(outcome.status == .exited(1))
        let lines = try outcome.lines.map { try JSONReader.read(Array($0.utf8)) }
        #expect(lines.map { $0["source"]?.string } == ["y4m:pipe", "y4m:pipe", "./good.bmp", "good.bmp"])
        #expect(lines.map { $0["error"]?["name"]?.string } == [nil, "workerDied", nil, nil])
        #expect(lines.map { $0["objects"]?.array?.count } == [0, nil, 2, 2])
    }

    @Test("whenever a worker dies in a folder, each picture is answered once", arguments: [1, 4, 9])
    func deadWorker(after count: Int) throws {
        mkdir(scratch.file("many"), 0o755)
        for number in 10..<30 { link(scratch.file("good.bmp"), scratch.file("many/\(number).bmp")) }
        let run = try Spawned(
            Built.overlayd, ["detect", "--types", "codes", "--jobs", "1", "many"], folder: scratch.path)
        try run.awaitOutput(lines: count)
        for worker in try children(of: run.pid) { kill(worker, SIGKILL) }
        let lines = try run.finish().lines.map { try JSONReader.read(Array($0.utf8)) }
        #expect(lines.map { $0["source"]?.string } == (10..<30).map { "many/\($0).bmp" })
        #expect(lines.count { $0["error"] != nil } <= 1)
        #expect(lines.allSatisfy { $0["objects"]?.array?.count == 2 || $0["error"]?["name"] == "workerDied" })
    }

    @Test("a closed standard stream is a failure of its own, and nothing else is taken for it", arguments: 0...2)
    func closed(stream: Int) throws {
        let words = ["-c", "exec \"$0\" detect --types codes y4m:- \(stream)>&-", Built.overlayd]
        let outcome = try Spawned.run("/bin/sh", words)
        #expect(outcome.status == .exited(stream == 1 ? 74 : 1), "\(outcome)")
        let reason = stream == 0 ? "Bad file descriptor" : "the y4m stream is empty"
        #expect(outcome.output.contains(reason) == (stream != 1), "\(outcome)")
    }

    @Test("a reader who goes away ends the work, with the status of output that cannot be written")
    func goneReader() throws {
        try scratch.write(String(repeating: "good.bmp\n", count: 2_000), to: "list")
        let run = try Spawned(
            Built.overlayd, ["detect", "--types", "codes", "--list", "list"], folder: scratch.path)
        try run.awaitOutput(lines: 1)
        run.stopReading()
        #expect(try run.finish().status == .exited(74))
    }

    @Test(
        "a list that is not there, or is a folder, has the status of missing input", arguments: ["/nowhere/list", "."])
    func missingList(path: String) throws {
        let outcome = try detect(["--list", path])
        #expect(outcome.status == .exited(66))
        #expect(outcome.complaint.contains(path))
    }

    @Test(
        "a worker that cannot be started, or says nothing sensible, is the program's own fault",
        arguments: [
            "/nowhere/overlayd-input", "/bin/false", "/bin/cat",
        ])
    func noWorker(path: String) throws {
        let outcome = try detect(["good.bmp"], environment: ["OVERLAYD_INPUT": path])
        #expect(outcome.status == .exited(70))
        #expect(outcome.complaint.contains(path))
    }

    private func detect(_ words: [String], environment: [String: String] = [:]) throws -> Spawned.Outcome {
        try Spawned.run(
            Built.overlayd, ["detect", "--types", "codes"] + words, environment: environment, folder: scratch.path)
    }
}
