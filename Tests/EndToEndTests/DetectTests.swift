import Foundation
import OverlayGeometry
import OverlayMetadata
import OverlayWire
import Testing

@Suite("Detection without a daemon", .serialized, .timeLimit(.minutes(2)))
struct DetectTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        for number in [1, 40, 80] as [UInt64] {
            try scratch.write(try Bitmap.scene(number, width: 640, height: 480), to: "scene-\(number).bmp")
        }
    }

    /// Words behind `overlayd detect`, by the golden file of their output.
    static let runs: [(String, [String])] = [
        ("detect", ["scene-1.bmp", "scene-40.bmp", "scene-80.bmp"]),
        ("detect-region", ["--roi", "0,0,0.5,1", "scene-1.bmp", "scene-40.bmp"]),
        (
            "detect-layer",
            [
                "--layer", "0,0,1080,1920", "--gravity", "resizeAspectFill", "--rotation", "90", "--mirrored",
                "scene-1.bmp",
            ]
        ),
    ]

    @Test("pictures give what the golden file holds", arguments: runs)
    func golden(_ name: String, _ words: [String]) throws {
        let outcome = try detect(["--types", "codes"] + words)
        #expect(outcome.status == .exited(0))
        #expect(outcome.complaint.isEmpty)
        try expect(outcome.output, isGolden: name)
    }

    @Test(
        "a layer converts what the device has, whatever the turn and side",
        arguments: [
            (["--orientation", "portrait", "--position", "front"], Rotation.quarter, true),
            (["--orientation", "portraitUpsideDown"], .threeQuarters, false), (["--rotation", "180"], .half, false),
            (["--gravity", "resize", "--mirrored=auto", "--position", "front"], .none, true),
        ])
    func layers(_ words: [String], _ rotation: Rotation, _ mirrored: Bool) throws {
        let plain = try objects(try detect(["--types", "codes", "scene-40.bmp"]))
        let layered = try objects(
            try detect(["--types", "codes", "--layer", "-10,20,300,400"] + words + ["scene-40.bmp"]))
        let layer = try #require(
            PreviewLayer(
                frame: Size(width: 640, height: 480), bounds: Rect(x: -10, y: 20, width: 300, height: 400),
                gravity: words.contains("resize") ? .resize : .resizeAspect, rotation: rotation, mirrored: mirrored))
        #expect(layered.count == 2)
        for (object, original) in zip(layered, plain) {
            let expected = original.converted(to: layer)
            #expect(object.type == expected.type)
            #expect(abs(object.bounds.x - expected.bounds.x) < 0.01)
            #expect(abs(object.bounds.y - expected.bounds.y) < 0.01)
            #expect(abs(object.bounds.width - expected.bounds.width) < 0.01)
            #expect(abs(object.bounds.height - expected.bounds.height) < 0.01)
        }
    }

    @Test("a folder gives its pictures in the order of their names, and one that is none in its place")
    func folder() throws {
        try scratch.write("no picture", to: "scene-5.png")
        let lines = try detect(["--types", "codes", scratch.path]).lines.map { try JSONReader.read(Array($0.utf8)) }
        #expect(lines.map { $0["sequence"]?.integer } == [1, 2, nil, 4])
        #expect(lines.allSatisfy { $0["source"]?.string == scratch.path })
        #expect(lines[2]["error"]?["message"]?.string?.hasPrefix("scene-5.png: ") == true)
    }

    @Test("a picture of a folder shows nothing of the one before it")
    func unrelated() throws {
        let folder = try Scratch()
        try folder.write(try Bitmap.scene(1, width: 640, height: 480), to: "1.bmp")
        let plain = Bitmap.plain(width: 640, height: 480)
        try folder.write(plain, to: "2.bmp")
        let lines = try detect(["--types", "codes", folder.path]).lines.map { try JSONReader.read(Array($0.utf8)) }
        #expect(lines.map { $0["objects"]?.array?.isEmpty } == [false, true])
    }

    @Test("the help and the version end with a line's end", arguments: ["--help", "--version"])
    func lastLine(word: String) throws {
        for program in [Built.overlayd, Built.worker] {
            #expect(try Spawned.run(program, [word]).output.hasSuffix("\n"))
        }
    }

    @Test("the order of the lines is that of the pictures, however many are worked on at once")
    func order() throws {
        let numbers = (0..<5).map { [1, 40, 80][$0 % 3] }
        try scratch.write(try Bitmap.scene(7, width: 1920, height: 1080), to: "large.bmp")
        let list = numbers.flatMap { ["scene-\($0).bmp", "missing.png", "large.bmp"] }
        try scratch.write(list.joined(separator: "\n"), to: "list")
        let (one, four) = (
            try detect(["--types", "codes", "--jobs", "1", "--list", "list"]),
            try detect(["--types", "codes", "--jobs", "4", "--list", "list"])
        )
        #expect(one.status == .exited(1))
        #expect(one.lines.count == list.count)
        #expect(try sources(one) == list)
        #expect(one.output == four.output)
    }

    @Test("a list may come line by line: each picture is answered before the next is named", arguments: [1, 3])
    func conversation(jobs: Int) throws {
        let pipe = scratch.file("pipe")
        mkfifo(pipe, 0o600)
        // Open both ways, so that neither end waits for the other.
        let writer = open(pipe, O_RDWR | O_CLOEXEC)
        defer { close(writer) }
        let run = try Spawned(
            Built.overlayd, ["detect", "--types", "codes", "--jobs", "\(jobs)", "--list", "-"], input: pipe,
            folder: scratch.path)
        for round in 1...5 {
            let line = Array("scene-1.bmp\r\n\n".utf8)
            #expect(write(writer, line, line.count) == line.count)
            try run.awaitOutput(lines: round)
        }
    }

    @Test(
        "what cannot be detected here is refused before any work", arguments: ["aztec", "org.iso.MicroPDF417", "face"])
    func unavailable(type: String) throws {
        let outcome = try detect(["--types", type, "scene-1.bmp"], environment: ["OVERLAYD_MODELS": "/nowhere"])
        #expect(outcome.status == .exited(69))
        #expect(outcome.output.isEmpty)
        #expect(outcome.complaint.contains("\(type) cannot be detected here; there are: qr_code"))
    }

    @Test("without a model, or with an altered one, codes are found all the same, and what to run is said")
    func withoutModels() throws {
        let models = scratch.file("models")
        try FileManager.default.createDirectory(atPath: models + "/cache", withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: Built.package + "/models/manifest.json", toPath: models + "/manifest.json")
        for trouble in ["is missing", "is altered"] {
            let outcome = try detect(["scene-1.bmp"], environment: ["OVERLAYD_MODELS": models])
            #expect(outcome.status == .exited(0))
            #expect(try objects(outcome).map(\.type) == [.qrCode, .ean13])
            #expect(outcome.complaint.contains("faces are left out"))
            #expect(outcome.complaint.contains("\(models)/cache/centerface.onnx \(trouble)"))
            #expect(outcome.complaint.contains("models/fetch"))
            try scratch.write("no model", to: "models/cache/centerface.onnx")
        }
    }

    private func detect(_ words: [String], environment: [String: String] = [:]) throws -> Spawned.Outcome {
        try Spawned.run(Built.overlayd, ["detect"] + words, environment: environment, folder: scratch.path)
    }

    private func objects(_ outcome: Spawned.Outcome) throws -> [MetadataObject] {
        try outcome.lines.flatMap {
            try JSONReader.read(Array($0.utf8))["objects"]?.array?.compactMap(\.metadataObject) ?? []
        }
    }

    private func sources(_ outcome: Spawned.Outcome) throws -> [String] {
        try outcome.lines.compactMap { try JSONReader.read(Array($0.utf8))["source"]?.string }
    }
}
