import Foundation
import Testing

@testable import OverlayOptions

/// Every help page is pinned by a golden file beside this one; UPDATE_GOLDEN=1 writes them anew.
@Suite(.timeLimit(.minutes(1)))
struct HelpTests {
    private static let pages: [[String]] = [Command.overlayd, .overlayctl, .overlaydInput, .overlaydClips].flatMap {
        program in
        [[program.name]] + program.subcommands.map { [program.name, $0.name] }
    }

    private static let subcommandPages = pages.filter { $0.count == 2 }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Golden")

    private static func help(_ words: [String]) throws -> String {
        let program = try #require(
            [Command.overlayd, .overlayctl, .overlaydInput, .overlaydClips].first { $0.name == words.first })
        guard case .show(let text) = try program.parse(words.dropFirst() + ["--help"]) else { return "" }
        return text + "\n"
    }

    @Test("help says what its golden file says", arguments: pages)
    func golden(_ words: [String]) throws {
        let page = try HelpTests.help(words)
        let file = HelpTests.folder.appending(path: "\(words.joined(separator: "-")).txt")
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try page.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try page == String(contentsOf: file, encoding: .utf8))
    }

    @Test("help fits into 80 columns, but for examples to be copied", arguments: pages)
    func width(_ words: [String]) throws {
        let lines = try HelpTests.help(words).split(separator: "\n").prefix { $0 != "Examples:" }
        #expect(lines.filter { $0.count > 80 } == [])
    }

    @Test("every example of the help is a command line that parses", arguments: subcommandPages)
    func examples(_ words: [String]) throws {
        let program = try #require(
            [Command.overlayd, .overlayctl, .overlaydInput, .overlaydClips].first { $0.name == words[0] })
        let command = try #require(program.subcommands.first { $0.name == words[1] })
        for example in command.examples {
            let line = example.line.split(separator: "|").first { $0.contains(program.name) } ?? ""
            let arguments = line.split { $0 == " " || $0 == "\\" || $0 == "\n" }.dropFirst().map(String.init)
            #expect(throws: Never.self, "\(example.line)") { try program.parse(arguments) }
        }
    }
}
