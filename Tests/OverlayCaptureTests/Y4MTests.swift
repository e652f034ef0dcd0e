import Glibc
import OverlayFrame
import OverlaySystem
import TestSupport
import Testing

@testable import OverlayCapture

/// Every frame is due at once.
final class HastyPacer: Pacer {
    func next() -> Stamp? { Stamp(time: 1, wall: 2, duration: 3) }
    func cancel() {}
}

@Suite("y4m streams", .timeLimit(.minutes(1)))
struct Y4MTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func source(
        _ bytes: [UInt8], limits: PictureLimits = .moving, _ change: (inout Y4MSource.Options) -> Void = { _ in }
    ) throws -> Y4MSource {
        try folder.write(bytes, to: "a.y4m")
        var options = Y4MSource.Options()
        options.limits = limits
        change(&options)
        let file = try Descriptor(opening: folder.path + "/a.y4m")
        return try Y4MSource(file, options: options, pacer: HastyPacer()) { _ in }
    }

    /// The lumas of the first pixels, "-" for the end, and the names of errors.
    private func story(_ source: Y4MSource, atMost limit: Int = 10) -> [String] {
        var story: [String] = []
        while story.count < limit {
            do throws(SourceError) {
                guard let frame = try source.next() else { return story + ["-"] }
                story.append("\(frame.storage.bytes[0])")
            } catch {
                story.append(error.name)
            }
        }
        return story
    }

    @Test(
        "each format has its planes, with odd sides too, where they were read to",
        arguments: [
            ("420jpeg", PixelFormat.yuv420, [15, 6, 6]), ("420mpeg2", .yuv420, [15, 6, 6]),
            ("420", .yuv420, [15, 6, 6]),
            ("420paldv", .yuv420, [15, 6, 6]), ("422", .yuv422, [15, 9, 9]), ("444", .yuv444, [15, 15, 15]),
            ("mono", .gray8, [15]),
        ])
    func formats(colour: String, format: PixelFormat, lengths: [Int]) throws {
        let planes = lengths.enumerated().map { index, length in (0..<length).map { UInt8($0 + index * 50) } }
        let source = try source(
            Y4MStream.header(width: 5, height: 3, colour: colour) + Y4MStream.frame(planes) + Y4MStream.frame(planes))
        for _ in 0..<2 {
            let frame = try #require(try source.next())
            #expect((frame.width, frame.height, frame.format) == (5, 3, format))
            #expect(frame.planes.map(\.length) == lengths)
            for (plane, bytes) in zip(frame.planes, planes) {
                #expect(Array(frame.storage.bytes[plane.offset..<plane.offset + plane.length]) == bytes)
            }
            try PictureMaker().luma(frame) { view in
                #expect(UnsafeRawPointer(view.base) == UnsafeRawPointer(frame.storage.bytes.baseAddress))
            }
        }
        #expect(try source.next() == nil)
    }

    @Test("the header's shape of pixels, range and rate are used")
    func header() throws {
        let line = Array("YUV4MPEG2 W6 H4 F30000:1001 It A4:3 C420 XCOLORRANGE=FULL Xother".utf8)
        let header = try Y4MHeader(line, limits: .moving)
        #expect(abs(header.rate - 29.97) < 0.001)
        #expect(abs(header.pixelAspect - 4.0 / 3) < 1e-9)
        #expect(header.encoding.isFullRange)
        #expect(try Y4MHeader(Array("YUV4MPEG2 H4 W6".utf8), limits: .moving).format == .yuv420)
    }

    @Test(
        "A header that lies or cannot be met is refused by name",
        arguments: [
            ("YUV4MPEG2 W0 H4", "undecodable"), ("YUV4MPEG2 W4", "undecodable"), ("YUV4MPEG2 W-4 H4", "undecodable"),
            ("YUV4MPEG2 W99999999999999999999 H4", "undecodable"), ("YUV4MPEG2 W65535 H65535", "tooLarge"),
            ("YUV4MPEG2 W16000 H16000", "tooLarge"), ("YUV4MPEG2 W4 H4 C420p10", "unsupported"),
            ("YUV4MPEG2 W4 H4 C444alpha", "unsupported"), ("YUV4MPEG2 W4 H4 C411", "unsupported"),
            ("YUV4MPEG2 W4 H4 Cmono16", "unsupported"), ("YUV4MPEG3 W4 H4", "notAPicture"), ("", "notAPicture"),
            ("Dear reader", "notAPicture"), ("YUV4MPEG2W4 H4", "notAPicture"),
        ])
    func lies(line: String, name: String) throws {
        #expect(story(try source(Array((line + "\n").utf8))) == [name, "-"])
    }

    @Test(
        "rates and shapes that make no sense do no harm",
        arguments: ["F0:0", "F25", "F-1:1", "F1:0", "F:", "A0:0", "A9999:1", "A:", "F99999999999:1", "X", "I", "Q"])
    func senseless(word: String) throws {
        let source = try source(
            Array("YUV4MPEG2 W2 H2 \(word)\n".utf8) + Y4MStream.plain(width: 2, height: 2, luma: 9))
        let frame = try #require(try source.next())
        #expect(frame.pixelAspect == 1)
        #expect(frame.duration > 0)
    }

    @Test("a stream that ends early says where, and one whose frames are not as large as it says too")
    func damage() throws {
        let whole = Y4MStream.plain(width: 4, height: 4, lumas: [1, 2, 3])
        #expect(story(try source(whole)) == ["1", "2", "3", "-"])
        #expect(story(try source(whole.dropLast(3) + [])) == ["1", "2", "truncated", "-"])
        #expect(story(try source(Array(whole.prefix(whole.count - 27)))) == ["1", "2", "truncated", "-"])
        #expect(story(try source(Array(whole.prefix(20)))) == ["notAPicture", "-"])
        #expect(story(try source(Y4MStream.header(width: 4, height: 4))) == ["noVideo", "-"])
        let lying = Y4MStream.header(width: 4, height: 5) + whole.drop { $0 != 10 }.dropFirst()
        #expect(story(try source(Array(lying))).suffix(2) == ["undecodable", "-"])
        let endless = [UInt8](repeating: 65, count: 100_000)
        #expect(story(try source(endless)) == ["notAPicture", "-"])
        #expect(story(try source(Y4MHeader.signature + [0x20] + endless)) == ["undecodable", "-"])
        #expect(story(try source(Y4MStream.header(width: 4, height: 4) + endless)) == ["undecodable", "-"])
    }

    @Test("a file loops, and a new header in its middle changes the size")
    func loop() throws {
        let bytes =
            Y4MStream.plain(width: 4, height: 4, lumas: [1, 2]) + Y4MStream.plain(width: 2, height: 6, lumas: [3])
        let source = try source(bytes) { $0.loop = true }
        let frames = try (0..<7).map { _ in try #require(try source.next()) }
        #expect(frames.map { $0.storage.bytes[0] } == [1, 2, 3, 1, 2, 3, 1])
        #expect(frames.map(\.width) == [4, 4, 2, 4, 4, 2, 4])
        #expect(frames.map(\.sequence) == [0, 1, 2, 3, 4, 5, 6])
    }

    @Test("the size is bounded before anything is read for it")
    func bound() throws {
        let limits = PictureLimits(pixels: 100, side: 50)
        #expect(story(try source(Y4MStream.header(width: 11, height: 10), limits: limits)) == ["tooLarge", "-"])
        #expect(story(try source(Y4MStream.header(width: 51, height: 1), limits: limits)) == ["tooLarge", "-"])
    }

    @Test("a named pipe is waited for, its writer may go in the middle of a frame, and the next one is as good")
    func pipe() throws {
        let path = folder.path + "/pipe"
        try #require(mkfifo(path, 0o600) == 0)
        let waits = Monitor<[String]>([])
        let file = try Descriptor(opening: path, flags: O_RDONLY | O_NONBLOCK)
        let source = try Y4MSource(file, pacer: HastyPacer()) { wait in waits.update { $0.append(wait.name) } }
        let taken = Monitor<[String]>([])
        let reader = try Thread(named: "reader") {
            while let frame = try? source.next() {
                taken.update { $0.append("\(frame.width) \(frame.storage.bytes[0])") }
            }
        }
        let streams = [
            Y4MStream.plain(width: 4, height: 4, lumas: [1, 2]).dropLast(5),
            Y4MStream.plain(width: 8, height: 2, lumas: [3])[...],
            Y4MStream.plain(width: 4, height: 4, lumas: [4])[...],
        ]
        for (index, stream) in streams.enumerated() {
            // Only when the last writer's end was seen does the next one come.
            try expect(waits, moreThan: index)
            let writer = try Descriptor(opening: path, flags: O_WRONLY)
            #expect(Console.write(Array(stream), to: writer.number))
            try expect(taken, moreThan: index)
            withExtendedLifetime(writer) {}
        }
        try expect(waits, moreThan: streams.count)
        source.cancel()
        reader.join()
        #expect(taken.update { $0 } == ["4 1", "8 3", "4 4"])
        #expect(Set(waits.update { $0 }) == ["noWriter"])
        #expect(source.isEndless)
    }

    /// Waits for so many words; only a defect makes that long.
    private func expect(_ words: Monitor<[String]>, moreThan count: Int) throws {
        let deadline = SystemClock().monotonic + 20_000_000
        try #require(words.wait(until: deadline) { $0.count > count ? true : nil } != nil)
    }

    @Test("what makes no sense ends a pipe's stream with a fault")
    func senselessPipe() throws {
        let (reading, writing) = try Descriptor.pipe()
        try UnixSocket.setBlocking(reading, false)
        let source = try Y4MSource(reading, pacer: HastyPacer()) { _ in }
        #expect(Console.write(Array("Dear reader,\nhello".utf8), to: writing.number))
        #expect(story(source) == ["notAPicture", "-"])
        #expect(source.isEndless)
    }

    @Test(
        "a named pipe that was removed ends with a fault once its writer has gone, as the next one has another",
        arguments: [false, true])
    func removed(hasWriter: Bool) throws {
        let path = folder.path + "/removed"
        try #require(mkfifo(path, 0o600) == 0)
        let file = try Descriptor(opening: path, flags: O_RDONLY | O_NONBLOCK)
        let source = try Y4MSource(file, pacer: HastyPacer()) { _ in }
        if hasWriter {
            let writer = try Descriptor(opening: path, flags: O_WRONLY)
            #expect(unlink(path) == 0)
            #expect(Console.write(Y4MStream.plain(width: 4, height: 4, lumas: [1]), to: writer.number))
            let frame = try source.next()
            #expect(frame?.width == 4)
            withExtendedLifetime(writer) {}
        } else {
            #expect(unlink(path) == 0)
        }
        do throws(SourceError) {
            _ = try source.next()
            Issue.record("a frame came, or the end")
        } catch {
            #expect(error.name == "notFound")
        }
    }

    @Test("a source that waits for a writer ends when it is cancelled")
    func cancelling() throws {
        let (reading, writing) = try Descriptor.pipe()
        let source = try Y4MSource(reading, pacer: HastyPacer()) { _ in }
        let thread = try Thread(named: "cancel") { source.cancel() }
        #expect(try source.next() == nil)
        thread.join()
        withExtendedLifetime(writing) {}
    }
}
