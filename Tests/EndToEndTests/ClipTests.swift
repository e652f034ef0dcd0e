import Glibc
import OverlayGeometry
import OverlayMetadata
import OverlaySystem
import OverlayWire
import Testing

@Suite("Clips", .serialized, .timeLimit(.minutes(2)))
struct ClipTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test("every frame of a clip shows what the picture it was made of shows", arguments: Clip.kinds)
    func kinds(kind: Clip.Kind) throws {
        let clip = try Clip.make(kind, in: scratch)
        let frames = try detect([clip])
        let pictures = try detect((1...5).map { scratch.file("clip-\($0).bmp") })
        #expect(frames.count == 5)
        #expect(frames.map(\.sequence) == [1, 2, 3, 4, 5])
        for (frame, picture) in zip(frames, pictures) {
            #expect(payloads(frame.objects) == payloads(picture.objects))
            for (object, original) in zip(frame.objects, picture.objects) {
                #expect(abs(object.bounds.x - original.bounds.x) < 0.01)
                #expect(abs(object.bounds.y - original.bounds.y) < 0.01)
                #expect(abs(object.bounds.width - original.bounds.width) < 0.02)
                #expect(abs(object.bounds.height - original.bounds.height) < 0.02)
            }
        }
    }

    @Test("a turn that the metadata asks for is not applied")
    func turned() throws {
        let clip = try Clip.make(Clip.kinds[0], in: scratch)
        var bytes = try FileText.read(clip, atMost: 1 << 24)
        let header = try #require(bytes.firstRange(of: Array("tkhd".utf8)))
        // Version and flags, times, number and duration, two reserved words, layer, group, volume; then the matrix.
        let matrix = header.upperBound + 4 + 20 + 8 + 8
        let quarter: [UInt32] = [0, 0x1_0000, 0, 0xFFFF_0000, 0, 0, 480 << 16, 0, 0x4000_0000]
        bytes.replaceSubrange(matrix..<matrix + 36, with: quarter.flatMap(bigEndian))
        let turned = try scratch.write(bytes, to: "turned.mp4")
        let probe = try Spawned.run("ffprobe", ["-v", "error", "-show_entries", "stream_side_data=rotation", turned])
        #expect(probe.output.contains("rotation=-90"))
        #expect(try detect([turned]).map(\.bounds) == detect([clip]).map(\.bounds))
    }

    @Test("a clip ends; with loop it goes on, and its numbers and ids with it", arguments: [false, true])
    func ending(loop: Bool) throws {
        let clip = try Clip.make(Clip.kinds[0], in: scratch)
        let daemon = try DaemonProcess(["lobby=\(clip)" + (loop ? ",loop" : "")], in: scratch)
        let client = try daemon.client()
        try client.request("subscribe", #"{"types":["codes"],"layer":{"x":0,"y":0,"width":320,"height":240}}"#)
        var sequence: UInt64 = 0
        var first: MetadataMessage?
        while sequence < (loop ? 12 : 1) {
            let message = try client.metadata { !$0.objects.isEmpty }
            #expect(message.sequence > sequence)
            first = first ?? message
            sequence = message.sequence
        }
        let object = try #require(first?.objects.first)
        #expect(payloads([object]) != [nil])
        #expect(object.bounds.width > 1)
        if !loop {
            #expect(try client.awaitState(.ended).status.reason == nil)
            #expect(try client.status(of: "lobby")["captured"] == .integer(5))
        }
    }

    @Test(
        "a clip that breaks in its middle gives what was before, says where, and disturbs nobody",
        arguments: [
            Clip.Kind(ending: "mkv", words: ["-c:v", "mjpeg", "-q:v", "2", "-pix_fmt", "yuvj420p"]),
            Clip.Kind(ending: "mp4", words: ["-c:v", "mpeg4", "-g", "1", "-q:v", "2", "-movflags", "+faststart"]),
        ])
    func broken(kind: Clip.Kind) throws {
        let whole = try FileText.read(try Clip.make(kind, of: 1...20, in: scratch), atMost: 1 << 24)
        let broken = try scratch.write(Array(whole.prefix(whole.count / 3)), to: "broken.\(kind.ending)")
        let outcome = try Spawned.run(Built.overlayd, ["detect", "--types", "codes", broken])
        #expect(outcome.status == .exited(1))
        #expect(outcome.lines.count > 4)
        let last = try #require(outcome.lines.last)
        #expect(last.contains(#""name":"truncated""#) && last.contains("after \(outcome.lines.count - 1) pictures"))

        let daemon = try DaemonProcess(["broken=\(broken)", "test=test:,size=320x240"], in: scratch)
        let witness = try Witness(daemon)
        let client = try daemon.client()
        try client.request("subscribe", #"{"input":"broken","types":["codes"]}"#)
        try client.awaitState(.ended)
        try daemon.process.awaitComplaint("after \(outcome.lines.count - 1) pictures")
        try witness.expectUndisturbed()
    }

    @Test("a clip without a picture is refused, and says so")
    func sound() throws {
        let sound = scratch.file("sound.ogg")
        try Clip.ffmpeg(["-f", "lavfi", "-i", "sine=duration=1", sound])
        let daemon = try DaemonProcess(["sound=\(sound)"], in: scratch)
        let client = try daemon.client()
        try client.request("subscribe", #"{"types":["codes"]}"#)
        let status = try client.awaitState(.failed).status
        #expect(status.reason == "noVideo")
        #expect(status.detail?.contains("no moving picture") == true)
    }

    @Test("a clip that changes its size is followed by a geometry")
    func changingSize() throws {
        let kind = Clip.Kind(ending: "ts", words: ["-c:v", "mpeg2video", "-q:v", "2"])
        let large = try FileText.read(try Clip.make(kind, in: scratch), atMost: 1 << 24)
        let small = try FileText.read(
            try Clip.make(kind, size: (320, 240), named: "small", in: scratch), atMost: 1 << 24)
        let both = try scratch.write(large + small, to: "both.ts")
        let daemon = try DaemonProcess(["both=\(both),loop"], in: scratch)
        let client = try daemon.client()
        try client.request("subscribe", #"{"types":["codes"]}"#)
        for width in [640, 320, 640] {
            _ = try client.next("a geometry \(width) wide") { message -> Bool? in
                if case .geometry(let geometry) = message, geometry.frame?.width == width { true } else { nil }
            }
        }
    }

    @Test(
        "a clip of 8K is searched; a larger one is refused by its size before it is decoded", arguments: [true, false])
    func large(fits: Bool) throws {
        let clip = scratch.file("large.avi")
        let size = fits ? "7680x4320" : "9000x9000"
        try Clip.ffmpeg(["-f", "lavfi", "-i", "color=gray:size=\(size):rate=1:duration=1", "-c:v", "mjpeg", clip])
        let outcome = try Spawned.run(Built.overlayd, ["detect", "--types", "codes", clip])
        #expect(outcome.status == .exited(fits ? 0 : 1))
        #expect(outcome.lines.count == 1)
        #expect(outcome.output.contains(fits ? #""objects":[]"# : #""name":"tooLarge""#), "\(outcome.output)")
    }

    /// What one line of `overlayd detect` says.
    private struct Line {
        let sequence: Int64?
        let objects: [MetadataObject]

        var bounds: [Rect] { objects.map(\.bounds) }
    }

    private func bigEndian(_ word: UInt32) -> [UInt8] {
        withUnsafeBytes(of: word.bigEndian) { Array($0) }
    }

    private func payloads(_ objects: [MetadataObject]) -> [[UInt8]?] {
        objects.map { if case .code(let code) = $0.kind { code.payload } else { nil } }
    }

    private func detect(_ paths: [String]) throws -> [Line] {
        let outcome = try Spawned.run(Built.overlayd, ["detect", "--types", "codes"] + paths)
        #expect(outcome.status == .exited(0), "\(outcome.complaint)\(outcome.output)")
        return try outcome.lines.map { line in
            let value = try JSONReader.read(Array(line.utf8))
            return Line(
                sequence: value["sequence"]?.integer,
                objects: value["objects"]?.array?.compactMap(\.metadataObject) ?? [])
        }
    }
}
