import Glibc
import OverlayCapture
import OverlayFrame
import OverlaySystem
import TestSupport
import Testing

@testable import OverlayClips

/// Clips that name other things.
enum Lure {
    /// Playlists of things that exist, or that a server would be asked for.
    static let all: [String] = [
        "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n",
        "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1:1/a.ts\n#EXT-X-ENDLIST\n",
        "ffconcat version 1.0\nfile /etc/passwd\n",
        "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 26\n",
        "<?xml version=\"1.0\"?><MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" profiles=\"urn:mpeg:dash:profile:isoff-live:"
            + "2011\" type=\"static\" mediaPresentationDuration=\"PT1S\"><Period><BaseURL>http://127.0.0.1:1/</BaseURL>"
            + "</Period></MPD>",
    ]
}

/// What is no clip, or none that may be read.
enum Unreadable: CaseIterable {
    case text, byte, zeroes, headerAlone, tooWide, tooManyPixels

    var bytes: [UInt8] {
        switch self {
        case .text: Array("Dear reader".utf8)
        case .byte: [0]
        case .zeroes: [UInt8](repeating: 0, count: 100_000)
        case .headerAlone: Y4MStream.header(width: 16, height: 16)
        case .tooWide: Y4MStream.header(width: 20_000, height: 16)
        case .tooManyPixels: Y4MStream.header(width: 9_000, height: 9_000)
        }
    }

    var name: String {
        switch self {
        case .text, .byte, .zeroes: "notAPicture"
        case .headerAlone: "noVideo"
        case .tooWide, .tooManyPixels: "tooLarge"
        }
    }
}

/// Clips that FFmpeg reads without being told by a name: y4m, which a test can write.
@Suite("Clips", .timeLimit(.minutes(1)))
struct ClipSourceTests {
    private final class HastyPacer: Pacer {
        func next() -> Stamp? { Stamp(time: 1, wall: 2, duration: 3) }
        func next(at moment: Timeline.Moment) -> Stamp? {
            Stamp(time: moment.offset, wall: 0, duration: moment.duration)
        }
        func cancel() {}
    }

    private func source(_ bytes: [UInt8], _ change: (inout ClipOptions) -> Void = { _ in }) throws -> ClipSource {
        let file = try Descriptor.memory(named: "clip")
        #expect(Console.write(bytes, to: file.number))
        var options = ClipOptions()
        change(&options)
        return ClipSource(.file(file), options: options, pacer: HastyPacer())
    }

    private func failure(_ source: ClipSource) -> String? {
        do throws(SourceError) {
            while try source.next() != nil {}
            return nil
        } catch {
            return error.name
        }
    }

    private func rows(of plane: Int, in frame: Frame, width: Int, height: Int) -> [UInt8] {
        let place = frame.planes[plane]
        let region = frame.storage.regions[place.region]
        return (0..<height).flatMap { row in
            (0..<width).map { region[place.offset + row * place.stride + $0] }
        }
    }

    @Test(
        "planes come through bit by bit, with odd sides too",
        arguments: [
            ("420jpeg", PixelFormat.yuv420, [(33, 21), (17, 11), (17, 11)]),
            ("422", .yuv422, [(33, 21), (17, 21), (17, 21)]), ("444", .yuv444, [(33, 21), (33, 21), (33, 21)]),
            ("mono", .gray8, [(33, 21)]),
        ])
    func planes(colour: String, format: PixelFormat, shapes: [(Int, Int)]) throws {
        var random = SeededGenerator(seed: 7)
        let frames: [[[UInt8]]] = (0..<3).map { _ in
            shapes.map { shape in (0..<shape.0 * shape.1).map { _ in UInt8.random(in: 0...255, using: &random) } }
        }
        let source = try source(
            Y4MStream.header(width: 33, height: 21, colour: colour) + frames.flatMap { Y4MStream.frame($0) })
        // Held all at once: none may be overwritten by a later one.
        let taken = try frames.map { _ in try #require(try source.next()) }
        #expect(try source.next() == nil)
        for (frame, planes) in zip(taken, frames) {
            #expect((frame.width, frame.height, frame.format) == (33, 21, format))
            for (index, shape) in shapes.enumerated() {
                #expect(rows(of: index, in: frame, width: shape.0, height: shape.1) == planes[index])
            }
        }
        #expect(taken.map(\.time) == [0, 40_000, 80_000])
        #expect(taken.map(\.sequence) == [0, 1, 2])
    }

    @Test("more bits than eight are converted")
    func deep() throws {
        let luma = (0..<64 * 32 * 2).map { UInt8($0 % 2 == 0 ? 0x90 : 0x01) }
        let chroma = (0..<32 * 16 * 2).map { UInt8($0 % 2 == 0 ? 0x00 : 0x02) }
        let source = try source(
            Y4MStream.header(width: 64, height: 32, colour: "420p10", more: " XYSCSS=420P10")
                + Y4MStream.frame([luma, chroma, chroma]))
        let frame = try #require(try source.next())
        #expect(frame.format == .yuv420)
        for value in rows(of: 0, in: frame, width: 64, height: 32) { #expect(abs(Int(value) - 100) <= 1) }
        for value in rows(of: 2, in: frame, width: 32, height: 16) { #expect(abs(Int(value) - 128) <= 1) }
    }

    @Test("a clip loops for as long as it is asked to, and its time goes on")
    func loop() throws {
        let source = try source(Y4MStream.plain(width: 16, height: 16, lumas: [20, 40])) { $0.loop = true }
        let frames = try (0..<7).map { _ in try #require(try source.next()) }
        #expect(frames.map { $0.storage.bytes[0] } == [20, 40, 20, 40, 20, 40, 20])
        #expect(frames.map(\.time) == (0..<7).map { Int64($0) * 40_000 })
    }

    @Test("0 frames a second are 25")
    func noRate() throws {
        let source = try source(Y4MStream.plain(width: 16, height: 16, lumas: [20, 40], rate: "0:0"))
        #expect(try (0..<2).map { _ in try #require(try source.next()).time } == [0, 40_000])
    }

    @Test("what cannot be read has its error by name", arguments: Unreadable.allCases)
    func refusals(clip: Unreadable) throws { #expect(failure(try source(clip.bytes)) == clip.name) }

    @Test("a file that names other files or addresses gets none of them, and says so", arguments: Lure.all)
    func lures(text: String) throws {
        let source = try source(Array(text.utf8))
        do throws(SourceError) {
            _ = try source.next()
            Issue.record("a frame came, or the end")
        } catch {
            // Not every version of FFmpeg knows each of them by its content alone.
            #expect(error.name == "notAPicture" || error.name == "unsupported" && error.message.contains("other files"))
        }
    }

    @Test("a cancelled source ends, and opens nothing any more")
    func cancelled() throws {
        let source = try source(Y4MStream.plain(width: 16, height: 16, lumas: [20, 40]))
        _ = try source.next()
        source.cancel()
        #expect(try source.next() == nil)
    }

    @Test("damaged clips do no harm", arguments: 0..<40)
    func damage(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var bytes = Y4MStream.plain(width: 32, height: 16, lumas: [20, 40, 60])
        for _ in 0..<Int.random(in: 1...30, using: &random) {
            bytes[.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
        }
        let source = try source(Array(bytes.prefix(.random(in: 0...bytes.count, using: &random))))
        var frames = 0
        for _ in 0..<50 {
            guard let frame = try? source.next() else { continue }
            try PictureMaker().colour(frame, longSide: 8) { #expect($0.width > 0) }
            frames += 1
        }
        #expect(frames <= 3 || frames == 50)
    }
}
