import Glibc
import OverlaySystem
import OverlayWire
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

    @Test("a worker that dies costs the picture under way, and none besides")
    func deadWorker() throws {
        // More pictures than fit between the worker and a reader who stands still.
        mkdir(scratch.file("many"), 0o755)
        for number in 0..<1_500 { link(scratch.file("good.bmp"), scratch.file("many/\(number).bmp")) }
        let run = try Spawned(
            Built.overlayd, ["detect", "--types", "codes", "--jobs", "1", "good.bmp", "many", "good.bmp"],
            folder: scratch.path)
        try run.awaitOutput(lines: 2)
        for worker in try children(of: run.pid) { kill(worker, SIGKILL) }
        let outcome = try run.finish()
        #expect(outcome.status == .exited(1))
        let lines = try outcome.lines.map { try JSONReader.read(Array($0.utf8)) }
        let errors = lines.filter { $0["error"] != nil }
        #expect(errors.map { $0["error"]?["name"] } == [.string("workerDied")])
        #expect(errors.map { $0["source"] } == [.string("many")])
        #expect(lines.first?["source"] == .string("good.bmp"))
        #expect(lines.last?["source"] == .string("good.bmp"))
        #expect(lines.last?["objects"]?.array?.count == 2)
        #expect(lines.count < 1_500)
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
