import Foundation
import OverlayOptions
import Testing

/// The manual pages and the completion in the tree are those of the tables; UPDATE_GOLDEN=1 writes them anew.
@Suite(.timeLimit(.minutes(1)))
struct PageTests {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private func compare(_ text: String, with path: String) throws {
        let file = PageTests.package.appending(path: path)
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try text == String(contentsOf: file, encoding: .utf8), "\(path)")
    }

    @Test("a manual page in the tree is that of the program's table", arguments: Manual.all)
    func manual(_ manual: Manual) throws {
        try compare(manual.page, with: "docs/man/\(manual.fileName)")
    }

    @Test("a manual page is plain ASCII, and names every command and option", arguments: Manual.all)
    func complete(_ manual: Manual) {
        let page = manual.page
        #expect(page.allSatisfy { $0.isASCII })
        for command in manual.command.subcommands {
            #expect(page.contains("\n.Ss \(manual.command.name) \(command.name)\n"))
            for option in command.options { #expect(page.contains(".It Fl -\(option.name)")) }
        }
    }

    @Test("the completion in the tree is that of the tables")
    func completion() throws {
        try compare(Completion.script, with: "deploy/completion.bash")
    }
}
