import Foundation

/// The package's own source files, found beside this one.
struct SourceTree {
    /// The package's folder.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// A line of a source file, comments left out.
    struct Line {
        let place: String
        let text: String
    }

    /// The names of the folders in `Sources`.
    static func modules() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("Sources").path))
    }

    /// A file's text, by its path in the package.
    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// There is a file or folder of that path in the package.
    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
    }

    /// Every line of a module's files with one of the extensions, at any depth.
    static func lines(of module: String, extensions: Set<String>) throws -> [Line] {
        let folder = root.appendingPathComponent("Sources").appendingPathComponent(module)
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { extensions.contains(URL(fileURLWithPath: $0).pathExtension) }
        return try files.sorted().flatMap { file in
            let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
                Line(place: "Sources/\(module)/\(file):\(index + 1)", text: withoutComment(line))
            }
        }
    }

    private static func withoutComment(_ line: Substring) -> String {
        let code = line.trimmingPrefix { $0 == " " }
        if code.hasPrefix("//") { return "" }
        return code.range(of: " //").map { String(code[..<$0.lowerBound]) } ?? String(code)
    }
}

extension SourceTree.Line {
    /// The module that the line imports, in whichever form; nil when it imports none.
    var importedModule: String? {
        let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" })
        guard let keyword = words.firstIndex(of: "import") else { return nil }
        let access: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
        guard words[..<keyword].allSatisfy({ $0.hasPrefix("@") || access.contains($0) }) else { return nil }
        let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
        let name = words[(keyword + 1)...].first { !kinds.contains($0) }
        return name?.split(separator: ".").first.map(String.init)
    }
}
