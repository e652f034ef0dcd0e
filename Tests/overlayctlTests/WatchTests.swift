import Foundation
import Testing

/// `overlayctl watch`, run as a process, against a daemon that says what the test wants.
@Suite(.timeLimit(.minutes(2)), .serialized)
struct WatchTests {
    private static let reply = #"""
        {"jsonrpc":"2.0","id":ID,"result":{"session":"b7c1","subscription":1,"revision":1,"connection":{"input":"front","rotation":90,"mirrored":true},"state":"live","layer":{"x":0,"y":0,"width":1080,"height":1920},"gravity":"resizeAspectFill","space":"layer","frame":{"width":1280,"height":720},"objects":[]}}
        """#
    private static let empty =
        #"{"subscription":1,"revision":1,"sequence":1,"input":"front","time":1000000,"frame":{"width":1280,"height":720},"space":"layer","objects":[]}"#
    private static let code = #"""
        {"subscription":1,"revision":1,"sequence":2,"input":"front","time":1050000,"latency":21400, "frame":{"width":1280,"height":720},"later":[1e2],"space":"layer","objects":[{"type":"qr_code","id":12,"bounds":{"x":301.5,"y":702,"width":318,"height":322.4},"value":"a\u001b[2Jb\u202ec","payload":"YQ==","corners":[{"x":1,"y":1},{"x":1,"y":2},{"x":2,"y":2},{"x":2,"y":1}]}, {"type":"face","id":3,"bounds":{"x":-5,"y":7,"width":80,"height":90},"roll":12.5,"yaw":345}]}
        """#

    private static func metadata(_ params: String) -> String {
        #"{"jsonrpc":"2.0","method":"metadata","params":\#(params)}"#
    }

    private func watch(
        _ answers: [String], _ words: [String] = [], atTerminal: Bool = false
    ) throws -> (outcome: Tool.Outcome, request: String) {
        let daemon = try FakeDaemon(["subscribe": answers])
        let arguments = ["watch", "--socket", daemon.path] + words
        let outcome = try atTerminal ? Tool.runAtTerminal(arguments) : Tool.run(arguments)
        daemon.finish()
        return (outcome, daemon.requests.first ?? "")
    }

    @Test("a pipe gets the metadata as the daemon sent them, a line each, and --count ends it")
    func lines() throws {
        let answers = [WatchTests.reply, WatchTests.metadata(WatchTests.empty), WatchTests.metadata(WatchTests.code)]
        let (outcome, _) = try watch(answers, ["--count", "2"])
        #expect(outcome.output == "\(WatchTests.empty)\n\(WatchTests.code)\n")
        #expect(outcome.complaint == "")
        #expect(outcome.status == 0)
    }

    @Test("the options become the parameters of the subscription")
    func parameters() throws {
        let words = [
            "--input", "front", "--types", "face,qr_code", "--layer", "-1,2,300.5,4", "--gravity", "resize",
            "--rotation",
            "270", "--mirrored=false", "--roi", "0,0,9,9,layer", "--rate", "0.2", "--json", "--count", "1",
        ]
        let (_, request) = try watch([WatchTests.reply, WatchTests.metadata(WatchTests.empty)], words)
        #expect(
            request == #"""
                {"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"types":["face","qr_code"],"input":"front","layer":{"x":-1,"y":2,"width":300.5,"height":4},"gravity":"resize","rotation":270,"mirrored":false,"rectOfInterest":{"x":0,"y":0,"width":9,"height":9,"in":"layer"},"maxRate":0.2}}
                """#)
    }

    @Test("what is not said is left to the daemon, but for the types: all")
    func defaults() throws {
        let (_, request) = try watch([WatchTests.reply, WatchTests.metadata(WatchTests.empty)], ["--count", "1"])
        #expect(request == #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"types":["all"]}}"#)
    }

    @Test("--for ends with 4 when nothing was seen, with 0 when something was", arguments: [false, true])
    func duration(_ sees: Bool) throws {
        let params = sees ? WatchTests.code : WatchTests.empty
        let (outcome, _) = try watch([WatchTests.reply, WatchTests.metadata(params)], ["--for", "0.2"])
        #expect(outcome.status == (sees ? 0 : 4))
        #expect(outcome.output == "\(params)\n")
    }

    @Test("a daemon that goes away is said, after what it still had to say")
    func closed() throws {
        let (outcome, _) = try watch([WatchTests.reply, WatchTests.metadata(WatchTests.code), "CLOSE"])
        #expect(outcome.status == 69)
        #expect(outcome.output == "\(WatchTests.code)\n")
        #expect(outcome.complaint.hasSuffix("went away\n"))
    }

    @Test(
        "a refusal is told in the daemon's words and ends by its kind",
        arguments: [
            ("unknownInput", 66), ("unavailableType", 69), ("unknownType", 64), ("badLayer", 64), ("tooMany", 75),
            ("notPermitted", 77), ("internal", 1), ("someLaterName", 1),
        ] as [(String, Int32)])
    func refusals(_ name: String, status: Int32) throws {
        let refusal =
            #"{"jsonrpc":"2.0","id":ID,"error":{"code":-32000,"message":"no\u001b[0m","data":{"name":"\#(name)","available":["x"]}}}"#
        let (outcome, _) = try watch([refusal])
        #expect(outcome.complaint == "overlayctl watch: no\\u{1b}[0m; available: x\n")
        #expect(outcome.status == status)
    }

    @Test(
        "a refusal that begins with a parameter's name begins with the option's here",
        arguments: [
            ("types[1]", "types[1] names no known type: 1; did you mean 2?", "--types names no known type: 1"),
            ("rectOfInterest", "rectOfInterest must overlap the picture", "--roi must overlap the picture"),
            ("layer.width", "layer.width must be 0 or greater", "--layer must be 0 or greater"),
            ("input", "there is no input 1; there are: 2", "there is no input 1"),
            ("types", "typesetting is another matter", "typesetting is another matter"),
            ("linger", "linger belongs elsewhere", "linger belongs elsewhere"),
        ])
    func optionNames(_ parameter: String, message: String, said: String) throws {
        let refusal =
            #"{"jsonrpc":"2.0","id":ID,"error":{"code":-32602,"message":"\#(message)","#
            + #""data":{"name":"badValue","parameter":"\#(parameter)"}}}"#
        #expect(try watch([refusal]).0.complaint.hasPrefix("overlayctl watch: \(said)"))
    }

    @Test(
        "what is not the protocol is said, and ends with 76",
        arguments: [
            "nonsense", "[1]", "{}", #"{"id":1}"#, #"{"jsonrpc":"2.0","id":1,"result":{},"id":2}"#,
            #"{"jsonrpc":"2.0","method":"metadata","params":{}}"#,
        ])
    func nonsense(_ line: String) throws {
        let (outcome, _) = try watch([line])
        #expect(outcome.status == 76)
        #expect(outcome.complaint.contains("does not speak overlayd's protocol"))
    }

    @Test("the trouble of an input is told beside the lines")
    func trouble() throws {
        let input =
            #"{"jsonrpc":"2.0","method":"input","params":{"input":"front","state":"failed","reason":"format","detail":"no picture"}}"#
        let (outcome, _) = try watch(
            [WatchTests.reply, input, WatchTests.metadata(WatchTests.code)], ["--count", "1"])
        #expect(outcome.complaint == "overlayctl watch: input front is failed: format: no picture\n")
        #expect(outcome.status == 0)
    }

    @Test("a reader that goes away ends it without a word")
    func reader() throws {
        let daemon = try FakeDaemon(["subscribe": [WatchTests.reply, WatchTests.metadata(WatchTests.code)]])
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", #"{ "$0" watch --socket "$1" 2>&1; echo "$?" >&2; } | head -n 1"#, Tool.program.path, daemon.path,
        ]
        let (output, status) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = status
        try process.run()
        let written = output.fileHandleForReading.readDataToEndOfFile()
        let ended = status.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        daemon.finish()
        #expect(String(decoding: written, as: UTF8.self) == "\(WatchTests.code)\n")
        #expect(String(decoding: ended, as: UTF8.self) == "0\n")
    }

    @Test("a terminal gets a table, and its cursor back")
    func table() throws {
        let answers = [WatchTests.reply, WatchTests.metadata(WatchTests.empty), WatchTests.metadata(WatchTests.code)]
        let (outcome, request) = try watch(answers, ["--count", "2"], atTerminal: true)
        #expect(outcome.status == 0)
        #expect(request.contains(#""everyFrame":true"#))
        #expect(outcome.output.hasPrefix("\u{1B}[?25l\u{1B}[?7l"))
        #expect(outcome.output.hasSuffix("\u{1B}[?7h\u{1B}[?25h\r\n"))
        #expect(outcome.output.contains("front · live · 1280×720"))
        #expect(outcome.output.contains("latency 21.4 ms"))
        #expect(outcome.output.contains("layer 0,0 1080×1920 · resizeAspectFill · 90° · mirrored"))
        #expect(outcome.output.contains("a\\u{1b}[2Jb\\u{202e}c"))
        #expect(!outcome.output.contains("\u{1B}[2J"))
    }
}
