import Glibc
import OverlaySystem
import Testing

@testable import OverlayCapture

@Suite("Stills", .timeLimit(.minutes(1)))
struct StillSourceTests {
    /// A pacer that never waits.
    private func pacer() -> SteppedPacer {
        let pacer = SteppedPacer(start: 0, wall: 0, rate: 10)
        pacer.grant(1_000)
        return pacer
    }

    private func open(_ folder: TemporaryFolder, _ name: String) throws -> PictureList {
        try PictureList(opened: try Descriptor(opening: "\(folder.path)/\(name)", flags: O_RDONLY | O_NONBLOCK))
    }

    @Test("One picture is one frame, and the end")
    func once() throws {
        let folder = try TemporaryFolder()
        try folder.write(try Golden.bytes("plain.png"), to: "picture")
        let source = StillSource(pictures: try open(folder, "picture"), loop: false, pixelAspect: 1.5, pacer: pacer())
        #expect(source.waitsForConsumer)
        let frame = try #require(try source.next())
        #expect((frame.width, frame.height, frame.sequence, frame.time) == (64, 32, 0, 0))
        #expect((frame.pixelAspect, frame.duration, frame.cameraClock) == (1.5, 100_000, false))
        #expect(try source.next() == nil)
        #expect(try source.next() == nil)
    }

    @Test("A looped picture is decoded once, and its frames have the beat's moments")
    func loop() throws {
        let folder = try TemporaryFolder()
        try folder.write(try Golden.bytes("plain.png"), to: "picture")
        let source = StillSource(pictures: try open(folder, "picture"), loop: true, pacer: pacer(), firstSequence: 7)
        let frames = try (0..<3).map { _ in try #require(try source.next()) }
        #expect(frames.map(\.sequence) == [7, 8, 9])
        #expect(frames.map(\.time) == [0, 100_000, 200_000])
        #expect(frames[0].storage === frames[2].storage)
        source.cancel()
        #expect(try source.next() == nil)
    }

    @Test("A picture that cannot be read is the end, also of a loop: the same file is not tried for ever")
    func brokenLoop() throws {
        let folder = try TemporaryFolder()
        try folder.write(Array("no picture".utf8), to: "picture")
        let source = StillSource(pictures: try open(folder, "picture"), loop: true, pacer: pacer())
        #expect(throws: SourceError.self) { try source.next() }
        #expect(try source.next() == nil)
    }

    @Test("A folder's pictures come in the order of their names' bytes; other files are left out")
    func folder() throws {
        let folder = try TemporaryFolder()
        for (name, file) in [
            ("b.PNG", "gray.png"), ("a.jpeg", "plain.jpg"), ("Z.bmp", "bits.bmp"), ("ä.tif", "fax.tif"),
            ("c.webp", "plain.webp"), ("d.gif", "picture.gif"), (".hidden.png", "plain.png"), ("png", "plain.png"),
        ] {
            try folder.write(try Golden.bytes(file), to: name)
        }
        let names = try PictureList.names(in: folder.descriptor)
        #expect(names.map(\.text) == ["Z.bmp", "a.jpeg", "b.PNG", "c.webp", "ä.tif"])
        let source = StillSource(pictures: try PictureList(opened: folder.descriptor), loop: false, pacer: pacer())
        var sequences: [UInt64] = []
        while let frame = try source.next() { sequences.append(frame.sequence) }
        #expect(sequences == [0, 1, 2, 3, 4])
    }

    @Test("A name that is not text is opened by its bytes")
    func bytesName() throws {
        let folder = try TemporaryFolder()
        let name = Array("\u{FF}\u{FE}.png".unicodeScalars.map { UInt8($0.value) }) + [0]
        func withName(_ body: (UnsafePointer<CChar>) -> Int32) throws {
            let status = try name.withUnsafeBytes { bytes in
                body(try #require(bytes.assumingMemoryBound(to: CChar.self).baseAddress))
            }
            try #require(status == 0)
        }
        try folder.write(try Golden.bytes("plain.png"), to: "plain.png")
        let number = folder.descriptor.number
        try withName { renameat(number, "plain.png", number, $0) }
        let pictures = try PictureList(opened: folder.descriptor)
        #expect(pictures.count == 1)
        #expect(try StillSource(pictures: pictures, loop: false, pacer: pacer()).next()?.width == 64)
        try withName { unlinkat(number, $0, 0) }
    }

    @Test("A bad picture of a folder is an error that names it, and the rest goes on")
    func badOne() throws {
        let folder = try TemporaryFolder()
        try folder.write(try Golden.bytes("plain.png"), to: "1.png")
        try folder.write(Array("Only text.".utf8), to: "2.png")
        try folder.write([], to: "3.png")
        #expect(mkdirat(folder.descriptor.number, "4.png", 0o700) == 0)
        #expect(mkfifo("\(folder.path)/5.png", 0o600) == 0)
        try folder.write(try Golden.bytes("plain.png"), to: "6.png")
        let source = StillSource(pictures: try PictureList(opened: folder.descriptor), loop: false, pacer: pacer())
        #expect(try source.next()?.sequence == 0)
        for (name, number) in [("notAPicture", 2), ("notAPicture", 3), ("unreadable", 4), ("unreadable", 5)] {
            let error = failure { _ = try source.next() }
            #expect(error?.name == name)
            #expect(error?.message.hasPrefix("\(number).png: ") == true)
        }
        #expect(try source.next()?.sequence == 5)
        #expect(try source.next() == nil)
    }

    @Test("A looped folder begins again; one without pictures is none")
    func loopedFolder() throws {
        let folder = try TemporaryFolder()
        try folder.write([], to: "notes.txt")
        #expect(errorName { _ = try PictureList(opened: folder.descriptor) } == "notAPicture")
        try folder.write(try Golden.bytes("plain.png"), to: "1.png")
        try folder.write(try Golden.bytes("gray.png"), to: "2.png")
        let source = StillSource(pictures: try PictureList(opened: folder.descriptor), loop: true, pacer: pacer())
        let formats = try (0..<5).map { _ in try #require(try source.next()).format }
        #expect(formats == [.rgb24, .gray8, .rgb24, .gray8, .rgb24])
    }

    @Test("A looped folder ends once a whole round of it cannot be read, and not before")
    func spentFolder() throws {
        let folder = try TemporaryFolder()
        for name in ["1.png", "2.png", "3.png"] { try folder.write(try Golden.bytes("plain.png"), to: name) }
        let source = StillSource(pictures: try PictureList(opened: folder.descriptor), loop: true, pacer: pacer())
        #expect(try source.next() != nil)
        for name in ["2.png", "3.png"] { #expect(unlinkat(folder.descriptor.number, name, 0) == 0) }
        for _ in 0..<2 {
            for _ in 0..<2 { #expect(throws: SourceError.self) { try source.next() } }
            #expect(try source.next() != nil)
        }
        #expect(unlinkat(folder.descriptor.number, "1.png", 0) == 0)
        for _ in 0..<3 { #expect(throws: SourceError.self) { try source.next() } }
        #expect(try source.next() == nil)
    }

    @Test("A pipe, a device and a file over the limit are refused unread")
    func refused() throws {
        let folder = try TemporaryFolder()
        #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
        let pipe = StillSource(pictures: try open(folder, "pipe"), loop: false, pacer: pacer())
        #expect(errorName { _ = try pipe.next() } == "unreadable")
        let device = try PictureList(opened: try Descriptor(opening: "/dev/zero"))
        #expect(errorName { _ = try StillSource(pictures: device, loop: false, pacer: pacer()).next() } == "unreadable")
        try folder.write(try Golden.bytes("plain.png"), to: "picture")
        let large = StillSource(
            pictures: try open(folder, "picture"), loop: false, pacer: pacer(), limits: PictureLimits(bytes: 50))
        #expect(errorName { _ = try large.next() } == "tooLarge")
    }
}
