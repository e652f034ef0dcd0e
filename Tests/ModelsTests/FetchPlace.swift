import Foundation
import Testing

/// A folder with a copy of `models/fetch`, a manifest of one file, and a `python3` that answers as pip and unzip would: the
/// package is a plain file, and what is in it is itself.
final class FetchPlace {
    /// What the file holds that the manifest is about.
    static let content = "a model"

    let folder: URL
    private let bin: URL
    private let package: URL

    init(fileHash: String? = nil) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("overlayd-fetch-\(UUID().uuidString)")
        bin = folder.appendingPathComponent("bin")
        package = folder.appendingPathComponent("package")
        try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("models/fetch")
        try FileManager.default.copyItem(at: script, to: folder.appendingPathComponent("fetch"))
        try serve(FetchPlace.content)
        try write(FetchPlace.python, to: bin.appendingPathComponent("python3"))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: bin.appendingPathComponent("python3").path)
        let hash = try hash(of: FetchPlace.content)
        try write(FetchPlace.manifest(fileHash ?? hash, hash), to: folder.appendingPathComponent("manifest.json"))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// What the index has; nil: it does not answer.
    func serve(_ content: String?) throws {
        try? FileManager.default.removeItem(at: package)
        if let content { try write(content, to: package) }
    }

    func removePython() throws { try FileManager.default.removeItem(at: bin.appendingPathComponent("python3")) }

    /// Runs the script and answers its status and all that it says.
    func fetch(_ arguments: String...) throws -> (status: Int32, text: String) { try fetch(arguments: arguments) }

    func fetch(arguments: [String]) throws -> (status: Int32, text: String) {
        try run("/bin/bash", [folder.appendingPathComponent("fetch").path] + arguments)
    }

    func hash(of content: String) throws -> String {
        let file = folder.appendingPathComponent("hashed")
        try write(content, to: file)
        return String(try run("/usr/bin/sha256sum", [file.path]).text.prefix(64))
    }

    func keep(_ content: String, as name: String) throws {
        let cache = folder.appendingPathComponent("cache")
        try FileManager.default.createDirectory(at: cache, withIntermediateDirectories: true)
        try write(content, to: cache.appendingPathComponent(name))
    }

    func kept(_ name: String) -> String? {
        let file = folder.appendingPathComponent("cache").appendingPathComponent(name)
        return (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Everything in the cache, hidden files too.
    func cache() -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("cache").path)) ?? []
    }

    private func write(_ text: String, to file: URL) throws { try Data(text.utf8).write(to: file) }

    private func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = ["PATH": try tools(), "PACKAGE": package.path]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    /// The search path: this place's `python3` and what the script needs beside it, and nothing else.
    private func tools() throws -> String {
        for tool in ["sed", "cut", "cat", "cp", "rm", "mv", "tee", "grep", "find", "head", "chmod", "mkdir", "mktemp"]
            + ["dirname", "sha256sum", "bash", "env"]
        {
            let link = bin.appendingPathComponent(tool)
            if !FileManager.default.fileExists(atPath: link.path) {
                let original = FileManager.default.fileExists(atPath: "/usr/bin/\(tool)") ? "/usr/bin" : "/bin"
                try FileManager.default.createSymbolicLink(
                    atPath: link.path, withDestinationPath: "\(original)/\(tool)")
            }
        }
        return bin.path
    }

    private static let python = """
        #!/usr/bin/env bash
        case "$*" in
        "-m pip --version") ;;
        "-m pip download "*)
            while [ "$1" != --dest ]; do shift; done
            cp -- "$PACKAGE" "$2/package-1.0.whl" 2>/dev/null || { echo "ERROR: no answer" >&2; exit 1; }
            ;;
        "- "*) cat >/dev/null; cp -- "$2" "$5" ;;
        esac
        """

    private static func manifest(_ fileHash: String, _ packageHash: String) -> String {
        """
        {
          "version": 1,
          "files": [
            {
              "file": "one.onnx",
              "kind": "model",
              "size": 7,
              "sha256": "\(fileHash)",
              "licence": "MIT",
              "rights": "nobody's",
              "origin": {
                "package": "package",
                "version": "1.0",
                "platform": "any",
                "python": "3.12",
                "path": "one.onnx",
                "size": 7,
                "sha256": "\(packageHash)"
              }
            }
          ]
        }

        """
    }
}
