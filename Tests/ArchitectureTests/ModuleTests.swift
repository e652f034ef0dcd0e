import Testing

@Suite("Modules", .timeLimit(.minutes(1)))
struct ModuleTests {
    @Test("the table has a row for each folder of Sources, and no other")
    func rows() throws {
        let named = ModuleTable.leaves.union(ModuleTable.rows.map(\.name))
        #expect(try SourceTree.modules() == named)
    }

    @Test("the architecture page has a paragraph that begins with each module's name")
    func page() throws {
        let page = try SourceTree.text(of: "docs/architecture.md")
        let headings = page.split(separator: "\n").filter { $0.hasPrefix("**") }
            .compactMap { $0.split(separator: "*").first }
        let described = Set(headings.joined(separator: ", ").split(separator: ", ").map(String.init))
        let programs: Set<String> = ["overlayd", "overlayd-input", "overlayd-clips", "overlayctl"]
        #expect(try SourceTree.modules().subtracting(programs).subtracting(described) == [])
    }

    @Test("a row names only modules that stand above it")
    func order() {
        var above = ModuleTable.leaves
        for row in ModuleTable.rows {
            #expect(row.imports.isSubset(of: above), "\(row) imports what stands below it")
            above.insert(row.name)
        }
    }

    @Test("a module imports only what its row names", arguments: ModuleTable.rows)
    func imports(row: ModuleTable.Row) throws {
        let lines = try SourceTree.lines(of: row.name, extensions: ["swift"])
        #expect(!lines.isEmpty)
        let allowed = row.imports.union(row.layer.systemModules)
        for line in lines {
            guard let module = line.importedModule else { continue }
            #expect(
                allowed.contains(module),
                "\(line.place): \(row) may not import \(module); it may import \(allowed.sorted())")
        }
    }

    @Test(
        "imports are recognised in each form",
        arguments: [
            ("import Foundation", "Foundation"), ("@preconcurrency import Dispatch", "Dispatch"),
            ("package import OverlayWire", "OverlayWire"), ("import struct Foundation.Data", "Foundation"),
            ("let important = 1", nil), ("log(\"an import fails\")", nil),
        ] as [(String, String?)])
    func recognition(text: String, module: String?) {
        #expect(SourceTree.Line(place: "", text: text).importedModule == module)
    }

    @Test("nothing in Sources can end the program by force", arguments: ModuleTable.rows)
    func force(row: ModuleTable.Row) throws {
        for line in try SourceTree.lines(of: row.name, extensions: ["swift"]) {
            for word in ["try!", "fatalError(", "as!", "unsafeBitCast("] {
                #expect(!line.text.contains(word), "\(line.place): \(word) is not used here")
            }
        }
    }

    @Test(
        "OpenCV's headers are included in CVision alone, ZXing-C++'s in CZXing alone",
        arguments: ["CLinux", "CV4LConvert", "CVision", "CZXing"])
    func headers(leaf: String) throws {
        let lines = try SourceTree.lines(of: leaf, extensions: ["c", "cpp", "h", "hpp"])
        #expect(!lines.isEmpty)
        for line in lines where line.text.contains("#include <opencv2/") {
            #expect(leaf == "CVision", "\(line.place): only CVision knows OpenCV")
        }
        for line in lines where line.text.contains("#include <ReadBarcode.h>") {
            #expect(leaf == "CZXing", "\(line.place): only CZXing knows ZXing-C++")
        }
    }
}
