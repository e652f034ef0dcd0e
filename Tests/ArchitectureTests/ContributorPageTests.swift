import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ContributorPageTests {
    private static let folders = [".ci", "clients", "deploy", "docs", "Examples", "models", "Sources", "Tests"]

    @Test(
        "every file that a page names is there",
        arguments: ["CONTRIBUTING.md", "docs/architecture.md", "docs/dependencies.md", "README.md"])
    func paths(_ page: String) throws {
        let quoted = try SourceTree.text(of: page).split(separator: "`", omittingEmptySubsequences: false)
            .enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
        let words = quoted.compactMap { $0.split(separator: " ").first.map(String.init) }
        let paths = Set(words.filter { word in ContributorPageTests.folders.contains { word.hasPrefix($0 + "/") } })
        #expect(!paths.isEmpty)
        for path in paths.sorted() where !path.contains("…") && !path.contains("*") {
            #expect(SourceTree.exists(path), "\(page) names \(path)")
        }
    }
}
