import Testing

@Suite("Mistakes in what a daemon is told", .serialized, .timeLimit(.minutes(2)))
struct ConfigurationTests {
    /// A configuration, and what the complaint says: where, what stands there, what may stand there.
    static let files: [(String, [String])] = [
        ("{inputs: {front: {source: 'test:', rate: 0}}}", ["inputs.front.rate is 0", "greater than 0"]),
        ("{inputs: {front: {source: 'test:', rato: 5}}}", ["inputs.front.rato", "source, loop, rate"]),
        ("{inputs: {front: {rate: 5}}}", ["inputs.front.source is missing"]),
        ("{inputs: {front: 'test:,size=0x9'}}", ["inputs.front,size is '0x9'", "1 to 8192"]),
        ("{inputs: {front: {source: 'test:', mount: 45}}}", ["inputs.front.mount is 45", "0, 90, 180 or 270"]),
        ("{inputs: {front: {source: 'gopher://x'}}}", ["inputs.front.source", "gopher: is not known"]),
        ("{inputs: {'a b': 'test:'}}", ["inputs.a b", "letters, digits"]),
        ("{inputs: []}", ["inputs is an array", "an object"]),
        ("{limits: {clients: 0}}", ["limits.clients is 0", "1 to 65536"]),
        ("{closeAfter: 'soon'}", ["closeAfter is \"soon\"", "\"never\""]),
        ("{socket: 5}", ["socket is 5", "path"]),
        ("{sockt: 'x'}", ["sockt", "socket, models", "did you mean socket?"]),
        ("{inputs: {\n  front: }\n}", ["overlayd.json:2:"]),
        ("[]", ["the configuration is an array"]),
        ("", ["overlayd.json:1:1"]),
    ]

    @Test("a mistake in the file is named by its key, with what may stand there", arguments: files)
    func file(_ text: String, _ words: [String]) throws {
        let scratch = try Scratch()
        let outcome = try Spawned.run(
            Built.overlayd, ["run", "--config", try scratch.write(text, to: "overlayd.json")])
        #expect(outcome.status == .exited(78))
        for word in words { #expect(outcome.complaint.contains(word), "\(outcome.complaint)") }
    }

    @Test("check tells every mistake with its key, and ends with 78")
    func check() throws {
        let scratch = try Scratch()
        let text =
            "{socket: 5, inputs: {a: {source: 'test:', rate: -1, rato: 3}, b: {}, ok: 'test:'}, limits: {stall: 0}}"
        let file = try scratch.write(text, to: "overlayd.json")
        for command in ["check", "run"] {
            let outcome = try Spawned.run(Built.overlayd, [command, "--config", file])
            #expect(outcome.status == .exited(78))
            #expect(outcome.output == "")
            let places = outcome.complaint.split(separator: "\n").map { line in
                line.split(separator: " ").dropFirst().first.map(String.init) ?? ""
            }
            let wanted: [String] = ["socket", "inputs.a.rate", "inputs.a.rato", "inputs.b.source", "limits.stall"]
            #expect(places == wanted)
        }
        let empty = try Spawned.run(Built.overlayd, ["check", "--config", try scratch.write("{}", to: "empty.json")])
        #expect(empty.status == .exited(78))
        #expect(empty.complaint.contains("empty.json: inputs is missing"))
    }

    @Test("check tells what would be served, and what of it is not there now")
    func checkedWell() throws {
        let scratch = try Scratch()
        let file = try scratch.write(
            "{socket: '/a/b.sock', inputs: {door: 'test:,rate=5,position=front,mount=90', shelf: '/nowhere,loop'}}",
            to: "overlayd.json")
        let outcome = try Spawned.run(Built.overlayd, ["check", "--config", file, "--input", "more=test:"])
        #expect(outcome.status == .exited(0))
        let lines = outcome.output.split(separator: "\n").map(String.init)
        let inputs: [String] = [
            "input door · test: · 5.0 frames/s · 1280x720 · front · mounted at 90°",
            "input shelf · /nowhere · 10.0 frames/s, or a clip's own · looped · absent now: /nowhere does not exist",
            "input more · test: · 15.0 frames/s · 1280x720",
        ]
        #expect(lines.first == "socket      /a/b.sock")
        #expect(lines.contains { $0.hasPrefix("types       ") && $0.contains("qr_code") })
        #expect(Array(lines.suffix(3)) == inputs)
    }

    @Test("a configuration that cannot be read is named")
    func missingFile() throws {
        let outcome = try Spawned.run(Built.overlayd, ["run", "--config", "/nowhere/overlayd.json"])
        #expect(outcome.status == .exited(78))
        #expect(outcome.complaint.contains("/nowhere/overlayd.json cannot be read: No such file"))
    }

    /// Words behind `overlayd run`, and what the complaint says.
    static let words: [([String], String)] = [
        ([], "no input is named"), (["--input", "front"], "NAME=SOURCE"),
        (["--input", "a=test:,rate=fast"], "--input a,rate is 'fast'"),
        (["--input", "a=test:", "--input", "a=test:"], "the name 'a' for a second time"),
        (["--input", "a="], "the source is empty"), (["--inptu", "a=test:"], "--input"), (["extra"], "extra"),
        (["--socket"], "--socket"),
    ]

    @Test("a mistake on the command line is named, and the status is that of usage", arguments: words)
    func commandLine(_ arguments: [String], _ word: String) throws {
        let outcome = try Spawned.run(Built.overlayd, ["run"] + arguments)
        #expect(outcome.status == .exited(64))
        #expect(outcome.complaint.contains(word), "\(outcome.complaint)")
    }

    @Test("the file serves with comments, and the command line goes before it")
    func good() throws {
        let scratch = try Scratch()
        let file = try scratch.write(
            """
            {
                // Trailing commas and comments are fine.
                socket: "/nowhere/at/all.sock",
                closeAfter: 0.5,
                inputs: {scene: {source: "test:", size: "320x240", rate: 30, position: "front",},},
            }
            """, to: "overlayd.json")
        let daemon = try DaemonProcess(["more=test:"], in: scratch, arguments: ["--config", file])
        let inputs = try daemon.client().request("inputs")["inputs"]?.array
        #expect(inputs?.compactMap { $0["name"]?.string } == ["scene", "more"])
        #expect(inputs?.first?["position"] == .string("front"))
    }
}
