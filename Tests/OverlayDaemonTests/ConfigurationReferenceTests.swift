import Foundation
import OverlayDaemon
import OverlayWire
import Testing

/// The pages about the configuration are what its table makes of them; UPDATE_GOLDEN=1 writes them anew.
@Suite(.timeLimit(.minutes(1)))
struct ConfigurationReferenceTests {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private func configuration(_ text: String) throws -> Configuration {
        try Configuration(json: try JSONReader.read(text, dialect: .json5))
    }

    @Test("the reference and the example in the tree are those of the table")
    func golden() throws {
        let pages = [
            "docs/configuration.md": ConfigurationReference.page,
            "deploy/overlayd.json": ConfigurationReference.example(),
        ]
        for (path, text) in pages {
            let file = ConfigurationReferenceTests.package.appending(path: path)
            if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
                try text.write(to: file, atomically: true, encoding: .utf8)
            }
            #expect(try text == String(contentsOf: file, encoding: .utf8), "\(path)")
        }
    }

    @Test("the example serves the drawn scene and says nothing that does not hold anyway")
    func example() throws {
        var expected = Configuration()
        expected.inputs = [InputDescription(name: "test", source: .test)]
        #expect(try configuration(ConfigurationReference.example()) == expected)
    }

    @Test("every key of the example is understood when it is no comment, and its default is what holds without it")
    func everything() throws {
        let found = try configuration(ConfigurationReference.example(everything: true))
        #expect(found.inputs.map(\.name) == ["test", "shelf"])
        #expect(found.inputs.last?.loop == true)
        #expect(found.limits == Configuration.Limits())
        #expect(found.closeAfter == Configuration().closeAfter)
        #expect(found.socket == "/run/overlayd/overlayd.sock")
    }
}
