import Foundation
import Testing

/// The script `models/fetch` on a manifest of its own, with a package index that is a file in the test's folder.
@Suite("Fetching models", .timeLimit(.minutes(1)))
struct FetchTests {
    @Test("What is missing is fetched, and a second run finds it there")
    func fetched() throws {
        let place = try FetchPlace()
        let first = try place.fetch()
        #expect(first.status == 0, "\(first.text)")
        #expect(first.text.contains("one.onnx: written to"))
        #expect(place.kept("one.onnx") == FetchPlace.content)
        try place.serve(nil)
        let second = try place.fetch()
        #expect(second.status == 0)
        #expect(second.text.contains("one.onnx: there, and right"))
        #expect(place.cache() == ["one.onnx"])
    }

    @Test("A package with another hash is refused: expected and got are said, nothing is written")
    func wrongPackage() throws {
        let place = try FetchPlace()
        try place.serve("another package")
        let result = try place.fetch()
        #expect(result.status == 1)
        #expect(result.text.contains("expected sha256 \(try place.hash(of: FetchPlace.content)), got"))
        #expect(result.text.contains("nothing was written"))
        #expect(place.cache() == [])
    }

    @Test("A file with another hash is refused, and what is there stays")
    func wrongFile() throws {
        let place = try FetchPlace(fileHash: String(repeating: "0", count: 64))
        try place.keep("older", as: "one.onnx")
        let result = try place.fetch()
        #expect(result.status == 1)
        #expect(result.text.contains("one.onnx: altered"))
        #expect(result.text.contains("wrong file in package 1.0: expected sha256 000"))
        #expect(place.kept("one.onnx") == "older")
        #expect(place.cache() == ["one.onnx"])
    }

    @Test("No answer from an index is an error that says what to look at")
    func noIndex() throws {
        let place = try FetchPlace()
        try place.serve(nil)
        let result = try place.fetch()
        #expect(result.status == 1)
        #expect(result.text.contains("package 1.0 could not be downloaded"))
        #expect(result.text.contains("nothing was written"))
        #expect(place.cache() == [])
    }

    @Test("Without Python it says what to install")
    func noPython() throws {
        let place = try FetchPlace()
        try place.removePython()
        let result = try place.fetch()
        #expect(result.status == 69)
        #expect(result.text.contains("apt-get install --no-install-recommends python3-pip"))
    }

    @Test("Checking downloads nothing")
    func check() throws {
        let place = try FetchPlace()
        #expect(try place.fetch("--check").status == 1)
        #expect(place.cache() == [])
        try place.keep(FetchPlace.content, as: "one.onnx")
        #expect(try place.fetch("--check", "one.onnx").status == 0)
        try place.keep("altered", as: "one.onnx")
        let altered = try place.fetch("--check")
        #expect(altered.status == 1)
        #expect(altered.text.contains("altered: expected sha256"))
    }

    @Test(
        "A mistake in the arguments is named",
        arguments: [["--nonsense"], ["two.onnx"], ["--dir"], ["../one.onnx"]])
    func usage(arguments: [String]) throws {
        let result = try FetchPlace().fetch(arguments: arguments)
        #expect(result.status == 64)
        #expect(result.text.contains(arguments[0]))
    }

    @Test("The files can go elsewhere, and help says how")
    func elsewhere() throws {
        let place = try FetchPlace()
        let folder = place.folder.appendingPathComponent("else where").path
        #expect(try place.fetch("--dir", folder).status == 0)
        #expect(FileManager.default.contents(atPath: folder + "/one.onnx") == Data(FetchPlace.content.utf8))
        let help = try place.fetch("--help")
        #expect(help.status == 0)
        #expect(help.text.contains("--dir DIR"))
    }

    @Test("The tree's own manifest is one that the script reads")
    func ownManifest() throws {
        let place = try FetchPlace()
        let models = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("models")
        let manifest = try Data(contentsOf: models.appendingPathComponent("manifest.json"))
        let files = try #require(try JSONSerialization.jsonObject(with: manifest) as? [String: Any])["files"]
        let names = try #require(files as? [[String: Any]]).compactMap { $0["file"] as? String }
        #expect(names == ["centerface.onnx", "astronaut.png"])
        try manifest.write(to: place.folder.appendingPathComponent("manifest.json"))
        let result = try place.fetch("--check")
        for name in names { #expect(result.text.contains("\(name): missing")) }
    }
}
