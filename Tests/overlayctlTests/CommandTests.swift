import Foundation
import Testing

/// The small commands, run as a process.
@Suite(.timeLimit(.minutes(1)))
struct CommandTests {
    private func ask(_ words: [String], _ answers: [String: [String]]) throws -> Tool.Outcome {
        let daemon = try FakeDaemon(answers)
        let outcome = try Tool.run(words + ["--socket", daemon.path])
        daemon.finish()
        return outcome
    }

    @Test("--version and --help are answered with 0", arguments: ["--version", "--help", "-h"])
    func builtin(_ word: String) throws {
        let outcome = try Tool.run([word])
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("overlayctl"))
        #expect(outcome.complaint == "")
    }

    @Test("a wrong command line is two lines on standard error, and 64")
    func usage() throws {
        let outcome = try Tool.run(["watch", "--tpyes", "face"])
        #expect(outcome.status == 64)
        #expect(outcome.output == "")
        #expect(
            outcome.complaint == """
                overlayctl watch: unknown option '--tpyes'; did you mean --types?
                Try 'overlayctl watch --help'.

                """)
    }

    @Test(
        "without a daemon every command says so and what to do",
        arguments: ["inputs", "status", "watch", "latest", "describe", "ping"])
    func noDaemon(_ command: String) throws {
        let outcome = try Tool.run([command, "--socket", "/nonexistent/overlayd.sock"])
        #expect(outcome.status == 69)
        let wanted = "overlayctl \(command): no daemon at /nonexistent/overlayd.sock; start it with 'overlayd run'\n"
        #expect(outcome.complaint == wanted)
    }

    @Test("the environment names the socket when the command line does not")
    func environment() throws {
        let outcome = try Tool.run(["ping"], environment: ["OVERLAYD_SOCKET": "/nonexistent/by-variable"])
        #expect(outcome.complaint.contains("/nonexistent/by-variable;"))
    }

    @Test("a path that is no socket, or too long for one, is said")
    func wrongPaths() throws {
        let file = try Tool.run(["ping", "--socket", "/proc/self/exe"])
        #expect(file.status == 69)
        #expect(file.complaint.contains("/proc/self/exe is not a socket"))
        let long = try Tool.run(["ping", "--socket", "/" + String(repeating: "x", count: 120)])
        #expect(long.status == 71)
        #expect(long.complaint.contains("at most 107"))
    }

    @Test("ping tells the way to the daemon")
    func ping() throws {
        let outcome = try ask(["ping"], ["ping": [#"{"jsonrpc":"2.0","id":ID,"result":{}}"#]])
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("answer from "))
        #expect(outcome.output.hasSuffix(" ms\n"))
    }

    @Test("inputs are a table for people and the daemon's words for programs")
    func inputs() throws {
        let inputs =
            #"{"inputs":[{"name":"front","state":"live","position":"front","mount":90,"frame":{"width":1280,"height":720},"rate":29.97},{"name":"b\u001b[1m","state":"failed","reason":"gone","mount":0}]}"#
        let answers = ["inputs": [#"{"jsonrpc":"2.0","id":ID,"result":\#(inputs)}"#]]
        #expect(
            try ask(["inputs"], answers).output == """
                INPUT       STATE   FRAME     RATE  POSITION  MOUNT  DETAIL
                front       live    1280×720  30.0  front     90
                b\\u{1b}[1m  failed  —         —     —         0      gone

                """)
        #expect(try ask(["inputs", "--json"], answers).output == "\(inputs)\n")
    }

    @Test("status is a tree of whatever the daemon says")
    func status() throws {
        let status =
            #"{"version":"0.1.0","time":7500000000,"uptime":7500000000,"clients":2,"inputs":[{"name":"front","frame":{"width":4,"height":3},"detectors":{"codes":{"runs":7,"mean":1500}},"types":["a","b"],"none":null,"since":7487700000,"demand":{"faces":{"x":0,"y":-0.5,"width":1,"height":0.25}}}]}"#
        let outcome = try ask(["status"], ["status": [#"{"jsonrpc":"2.0","id":ID,"result":\#(status)}"#]])
        #expect(
            outcome.output == """
                version  0.1.0
                uptime   2 h 05 min
                clients  2
                inputs
                  front
                    frame      4×3
                    detectors
                      codes
                        runs  7
                        mean  1.5 ms
                    types      a, b
                    none       —
                    since      12.3 s ago
                    demand
                      faces  0,-0.5 1×0.25

                """)
    }

    @Test("latest is a row for each object, and the daemon's words for programs")
    func latest() throws {
        let frame =
            #"{"sequence":7,"input":"door","frame":{"width":4,"height":3},"objects":[{"type":"qr_code","id":12,"bounds":{"x":0.25,"y":0.5,"width":0.125,"height":0.25},"value":"a\u001bb","payload":"YQ==","corners":[{"x":0,"y":0},{"x":0,"y":1},{"x":1,"y":1},{"x":1,"y":0}],"reads":1}]}"#
        let answers = ["latest": [#"{"jsonrpc":"2.0","id":ID,"result":\#(frame)}"#]]
        #expect(
            try ask(["latest", "--input", "door", "--types", "codes"], answers).output == """
                door · frame 7 · 4×3
                TYPE         ID        X        Y    WIDTH   HEIGHT  VALUE
                qr_code      12   0.2500   0.5000   0.1250   0.2500  a\\u{1b}b

                """)
        #expect(try ask(["latest", "--json"], answers).output == "\(frame)\n")
        let empty = #"{"jsonrpc":"2.0","id":ID,"result":{"input":"door","objects":[]}}"#
        #expect(try ask(["latest"], ["latest": [empty]]).output == "door\nnothing in view\n")
    }

    @Test("what is not ready is told in the daemon's words, with 69")
    func notReady() throws {
        let failure =
            #"{"jsonrpc":"2.0","id":ID,"error":{"code":-32000,"message":"no frame of door came","data":{"name":"notReady","retryable":true,"retryIn":1}}}"#
        let outcome = try ask(["latest"], ["latest": [failure]])
        #expect(outcome.status == 69)
        #expect(outcome.complaint == "overlayctl latest: no frame of door came\n")
    }

    @Test("describe is a few lines, and what is missing with its reason")
    func describe() throws {
        let description =
            #"{"server":"overlayd 1","protocol":"0.1","methods":["ping"],"notifications":[],"types":["face"],"libraries":[{"name":"ZBar","version":"0.23"}],"missing":[{"kind":"type","name":"aztec","reason":"none"}]}"#
        let answers = ["describe": [#"{"jsonrpc":"2.0","id":ID,"result":\#(description)}"#]]
        #expect(
            try ask(["describe"], answers).output == """
                server         overlayd 1
                protocol       0.1
                methods        ping
                notifications  —
                types          face
                libraries      ZBar 0.23
                missing
                  type  aztec  none

                """)
        #expect(try ask(["describe", "--json"], answers).output == "\(description)\n")
    }
}
