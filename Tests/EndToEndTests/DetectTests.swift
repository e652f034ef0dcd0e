import Foundation
import OverlayGeometry
import OverlayMetadata
import OverlayWire
import TestSupport
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

    @Test("each picture of a folder is a source of its own, in the order of their names, and so is one that is none")
    func folder() throws {
        try scratch.write("no picture", to: "scene-5.png")
        let names = ["scene-1.bmp", "scene-40.bmp", "scene-5.png", "scene-80.bmp"]
        for jobs in ["1", "3"] {
            let outcome = try detect(["--types", "codes", "--jobs", jobs, scratch.path])
            let lines = try outcome.lines.map { try JSONReader.read(Array($0.utf8)) }
            #expect(outcome.status == .exited(1))
            #expect(lines.map { $0["source"]?.string } == names.map { "\(scratch.path)/\($0)" })
            #expect(lines.map { $0["sequence"]?.integer } == [1, 1, nil, 1])
            #expect(lines[2]["error"]?["name"] == .string("notAPicture"))
        }
    }

    @Test("a picture of a folder is answered as it is when it is named itself: ids and times begin anew")
    func independence() throws {
        let folder = scratch.file("copies")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let names = ["1.bmp", "2.bmp", "3.bmp"]
        for name in names { try scratch.write(try Bitmap.scene(1, width: 640, height: 480), to: "copies/\(name)") }
        let together = try detect(["--types", "codes", "copies"])
        let alone = try detect(["--types", "codes", "--jobs", "1"] + names.map { "copies/\($0)" })
        #expect(together.output == alone.output)
        #expect(together.lines.count == 3)
        #expect(try objects(together).map(\.id) == [1, 2, 1, 2, 1, 2])
    }

    @Test("folders and pictures may be named in any order and often, with or without a slash")
    func several() throws {
        let folder = scratch.file("shelf")
        try FileManager.default.createDirectory(atPath: folder + "/empty", withIntermediateDirectories: true)
        try scratch.write(try Bitmap.scene(40), to: "shelf/a.bmp")
        try scratch.write(try Bitmap.scene(1), to: "shelf/b.bmp")
        let words = ["shelf", "scene-1.bmp", "shelf/empty", "shelf/", "missing.png", "./shelf"]
        let outcome = try detect(["--types", "codes", "--jobs", "2"] + words)
        #expect(outcome.status == .exited(1))
        #expect(
            try sources(outcome) == [
                "shelf/a.bmp", "shelf/b.bmp", "scene-1.bmp", "shelf/empty", "shelf/a.bmp", "shelf/b.bmp", "missing.png",
                "./shelf/a.bmp", "./shelf/b.bmp",
            ])
        let lines = try outcome.lines.map { try JSONReader.read(Array($0.utf8)) }
        #expect(
            lines.map { $0["error"]?["name"]?.string }
                == [nil, nil, nil, "notAPicture", nil, nil, "notFound", nil, nil])
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

    @Test("a frame of a stream shows nothing that was only in the one before, and what returns has its id")
    func frames() throws {
        let scene = try Bitmap.luma(1, width: 320, height: 240)
        let blank = [UInt8](repeating: 128, count: scene.count)
        let frames = [scene, blank, scene].flatMap { Y4MStream.frame([$0]) }
        try scratch.write(Y4MStream.header(width: 320, height: 240, colour: "mono") + frames, to: "clip.y4m")
        let outcome = try detect(["--types", "codes", "y4m:clip.y4m"])
        let lines = try outcome.lines.map { try JSONReader.read(Array($0.utf8)) }
        #expect(lines.map { $0["sequence"]?.integer } == [1, 2, 3])
        #expect(lines.map { $0["objects"]?.array?.count } == [2, 0, 2])
        #expect(Set(try objects(outcome).map(\.id)) == [1, 2])
    }

    @Test("a dash is the picture on standard input, be it a file or a pipe", arguments: [false, true])
    func standardInput(isPipe: Bool) throws {
        let picture = "\(Built.package)/Tests/Recordings/several-codes.png"
        let plain = try detect(["--types", "codes", picture])
        var input = picture
        var writer: Int32 = -1
        if isPipe {
            input = scratch.file("pipe")
            mkfifo(input, 0o600)
            writer = open(input, O_RDWR | O_CLOEXEC)
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: picture)))
            #expect(write(writer, bytes, bytes.count) == bytes.count)
        }
        let run = try Spawned(
            Built.overlayd, ["detect", "--types", "codes", "scene-1.bmp", "-"], input: input, folder: scratch.path)
        // The program that was started has the pipe open by now.
        if isPipe { close(writer) }
        let outcome = try run.finish()
        #expect(outcome.status == .exited(0))
        #expect(try sources(outcome) == ["scene-1.bmp", "-"])
        let lines = try [plain.lines[0], outcome.lines[1]].map { try JSONReader.read(Array($0.utf8)) }
        #expect(lines[0]["objects"] == lines[1]["objects"])
        #expect(lines[0]["objects"]?.array?.isEmpty == false)
    }

    @Test("standard input is given once, and what is empty is no picture")
    func wrongStandardInput() throws {
        for words in [["-", "-"], ["-", "--list", "-"]] {
            let outcome = try detect(words)
            #expect(outcome.status == .exited(64))
            #expect(outcome.complaint.contains("- is standard input, which can be given once"))
        }
        let empty = try detect(["--types", "codes", "-"])
        #expect(empty.status == .exited(1))
        #expect(empty.output.contains("notAPicture"))
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

    @Test("what cannot be detected here is refused before any work", arguments: ["org.iso.MicroPDF417", "face"])
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
