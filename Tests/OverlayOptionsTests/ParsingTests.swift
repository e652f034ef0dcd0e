import Testing

@testable import OverlayOptions

@Suite(.timeLimit(.minutes(1)))
struct ParsingTests {
    private static let tool = Command(
        "tool", summary: "a tool", options: [Option("socket", .required("PATH"), help: "the socket")],
        subcommands: [
            Command(
                "draw", summary: "draw",
                options: [
                    Option("point", .required("X,Y"), help: "a point", repeatable: true),
                    Option("mirrored", .optional("true|false|auto", implied: "true"), help: "mirrored"),
                    Option("jobs", short: "j", .required("N"), help: "jobs"),
                    Option("json", help: "JSON"),
                ], positional: Positional("PATH", help: "a path", minimum: 0, maximum: 2)),
            Command("rest", summary: "rest"),
            Command("read", summary: "read", positional: Positional("PATH", help: "a path to read")),
            Command(
                "alone", summary: "needs nothing of the tool",
                options: [Option("mirrored", .optional("true|false|auto", implied: "true"), help: "mirrored")],
                standsAlone: true),
        ])

    private static func run(_ words: [String]) throws -> Invocation {
        guard case .run(let invocation) = try tool.parse(words) else { throw UsageError(command: "test", "no run") }
        return invocation
    }

    @Test(
        "values stand behind an option or an equals sign, and may begin with a minus sign",
        arguments: [
            ["--point", "-0.5,0.2"], ["--point=-0.5,0.2"], ["--json", "--point", "-0.5,0.2"],
            ["--point", "-0.5,0.2", "a"],
        ])
    func values(_ words: [String]) throws {
        let invocation = try ParsingTests.run(["draw"] + words)
        #expect(invocation.values["point"] == ["-0.5,0.2"])
    }

    @Test("an option that takes a value takes the next word, even one that looks like an option")
    func greedy() throws {
        let invocation = try ParsingTests.run(["draw", "--point", "--json", "--point", "--", "--json"])
        #expect(invocation.values == ["point": ["--json", "--"], "json": [""]])
    }

    @Test(
        "an optional value stands behind an equals sign only",
        arguments: [
            (["--mirrored"], "true", []), (["--mirrored=false"], "false", []), (["--mirrored=auto"], "auto", []),
            (["--mirrored", "false"], "true", ["false"]), (["--mirrored="], "", []),
        ])
    func optionalValue(_ words: [String], value: String, operands: [String]) throws {
        let invocation = try ParsingTests.run(["draw"] + words)
        #expect(invocation.values["mirrored"] == [value])
        #expect(invocation.operands == operands)
    }

    @Test(
        "a short option takes its value behind it or in the next word",
        arguments: [["-j", "4"], ["-j4"], ["--jobs", "4"], ["--jobs=4"]])
    func short(_ words: [String]) throws {
        #expect(try ParsingTests.run(["draw"] + words).values == ["jobs": ["4"]])
    }

    @Test("options and other words mix, and two dashes end the options")
    func mixing() throws {
        let mixed = try ParsingTests.run(["draw", "a", "--json", "-"])
        #expect(mixed.operands == ["a", "-"])
        #expect(mixed.values == ["json": [""]])
        #expect(try ParsingTests.run(["draw", "--", "--json", "--"]).operands == ["--json", "--"])
    }

    @Test("an option of the program may stand before or behind the subcommand", arguments: [0, 1])
    func inherited(_ place: Int) throws {
        var words = ["rest"]
        words.insert(contentsOf: ["--socket", "/s"], at: place)
        let invocation = try ParsingTests.run(words)
        #expect(invocation.values == ["socket": ["/s"]])
        #expect(invocation.name == "rest")
        #expect(invocation.command == "tool rest")
    }

    private static let options = "there are: --point, --mirrored, --jobs, --json, --socket, --help, --version"

    /// Wrong command lines, and the first line of their answers.
    private static let mistakes: [([String], String)] = [
        ([], "tool: a command is missing; there are: draw, rest, read, alone"),
        (["drwa"], "tool: unknown command 'drwa'; did you mean draw?"),
        (["zzzzzz"], "tool: unknown command 'zzzzzz'; there are: draw, rest, read, alone"),
        (["--sokcet", "x"], "tool: unknown option '--sokcet'; did you mean --socket?"),
        (["draw", "--mirored"], "tool draw: unknown option '--mirored'; did you mean --mirrored?"),
        (["draw", "--mir"], "tool draw: unknown option '--mir'; did you mean --mirrored?"),
        (["draw", "--zzzzzzz=1"], "tool draw: unknown option '--zzzzzzz'; \(options)"),
        (["draw", "-x"], "tool draw: unknown option '-x'; \(options)"),
        (["draw", "-point"], "tool draw: unknown option '-point'; did you mean --point?"),
        (["draw", "--jobs"], "tool draw: --jobs needs a value: --jobs N"),
        (["draw", "--json=1"], "tool draw: --json takes no value, got '1'"),
        (["draw", "--jobs", "1", "-j2"], "tool draw: -j is given twice"),
        (["draw", "a", "b", "c"], "tool draw: 'c' is one PATH too many; at most 2 can be given"),
        (["rest", "now"], "tool rest: 'now' is not expected here; tool rest takes options only"),
        (["alone", "--mirrored", "yes"], "tool alone: 'yes' is not expected here; did you mean --mirrored=yes?"),
        (
            ["alone", "--socket", "/s"],
            "tool alone: unknown option '--socket'; there are: --mirrored, --help, --version"
        ),
        (["--socket", "/s", "alone"], "tool: --socket means nothing to tool alone; leave it out"),
        (["read"], "tool read: PATH is missing: a path to read"),
        (["rest", "a\u{1B}[2J"], "tool rest: 'a\\u{1b}[2J' is not expected here; tool rest takes options only"),
    ]

    @Test("a wrong command line is answered by one line that says what is wrong", arguments: mistakes)
    func wrong(_ words: [String], message: String) throws {
        let error = try mistake { try ParsingTests.tool.parse(words) }
        let command = message.prefix { $0 != ":" }
        #expect(error.description == "\(message)\nTry '\(command) --help'.")
        #expect(error.status == .usage)
    }

    @Test("a command that stands alone has none of the program's options in its help either")
    func standingAlone() throws {
        for (command, isThere) in [("rest", true), ("alone", false)] {
            guard case .show(let text) = try ParsingTests.tool.parse([command, "--help"]) else { continue }
            #expect(text.contains("--socket") == isThere)
            #expect(text.contains("--help"))
        }
    }

    @Test("a source that stands without its option is shown with it")
    func bareSource() throws {
        let error = try mistake { try Command.overlayd.parse(["run", "front=test:"]) }
        #expect(error.message == "'front=test:' is not expected here; did you mean --input front=test:?")
    }

    @Test(
        "help and version are answered by the program and every subcommand", arguments: ["--help", "-h", "--version"])
    func builtin(_ word: String) throws {
        for words in [[word], ["draw", word], ["draw", "--json", word, "--nonsense"], ["read", word]] {
            guard case .show(let text) = try ParsingTests.tool.parse(words) else {
                Issue.record("\(words) did not show anything")
                continue
            }
            #expect(text.hasPrefix(word == "--version" ? "tool \(Version.current)" : "tool"))
        }
    }

    @Test("no option of any program has two meanings or two spellings")
    func tables() {
        for program in [Command.overlayd, .overlayctl, .overlaydInput, .overlaydClips] {
            for command in program.subcommands {
                let options = command.options + program.options + Command.builtin
                #expect(Set(options.map(\.name)).count == options.count, "\(program.name) \(command.name)")
                let letters = options.compactMap(\.short)
                #expect(Set(letters).count == letters.count, "\(program.name) \(command.name)")
                #expect(!command.exits.isEmpty && !command.summary.hasSuffix("."))
            }
        }
    }
}
