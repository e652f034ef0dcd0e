import CTurboJPEG
import OverlayFrame
import TestSupport
import Testing

@testable import OverlayCapture

@Suite("JPEGs of cameras", .timeLimit(.minutes(2)))
struct MotionJPEGTests {
    static let width = 70
    static let height = 42

    /// Colour that rises softly, so that compression changes it little.
    private static func colour(_ x: Int, _ y: Int) -> [UInt8] {
        [UInt8(40 + 2 * x), UInt8(200 - 3 * y), UInt8(60 + x + y)]
    }

    private static func luma(_ x: Int, _ y: Int) -> Double {
        let pixel = colour(x, y)
        return 0.299 * Double(pixel[0]) + 0.587 * Double(pixel[1]) + 0.114 * Double(pixel[2])
    }

    /// The picture as libjpeg-turbo writes it.
    static func jpeg(
        _ sampling: TJSAMP = TJSAMP_420, isProgressive: Bool = false, width: Int = MotionJPEGTests.width,
        height: Int = MotionJPEGTests.height
    ) throws -> [UInt8] {
        let pixels = (0..<height).flatMap { y in (0..<width).flatMap { x in colour(min(x, 99), min(y, 60)) } }
        let handle = try #require(tjInitCompress())
        defer { tjDestroy(handle) }
        var bytes: UnsafeMutablePointer<UInt8>?
        var count: CUnsignedLong = 0
        let flags = isProgressive ? TJFLAG_PROGRESSIVE : 0
        let result = tjCompress2(
            handle, pixels, Int32(width), Int32(width * 3), Int32(height), Int32(TJPF_RGB.rawValue), &bytes, &count,
            Int32(sampling.rawValue), 95, flags)
        let start = try #require(result == 0 ? bytes : nil)
        defer { tjFree(start) }
        return Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }

    /// The same without its segments of Huffman tables, as many webcams send it.
    static func withoutTables(_ jpeg: [UInt8]) -> [UInt8] {
        var result = Array(jpeg[..<2])
        var place = 2
        while jpeg[place + 1] != 0xDA {
            let length = Int(jpeg[place + 2]) * 256 + Int(jpeg[place + 3])
            if jpeg[place + 1] != 0xC4 { result += jpeg[place..<place + 2 + length] }
            place += 2 + length
        }
        return result + jpeg[place...]
    }

    private static func format() -> VideoFormat {
        VideoFormat(code: "MJPG", width: width, height: height, stride: 0, byteCount: 40_000, colorSpace: 7)
    }

    private static func device(_ deliveries: [[UInt8]], room: Int = 40_000) -> SimulatedDevice {
        SimulatedDevice(
            format(), bufferLength: room, steps: deliveries.map { .deliver([SimulatedDevice.Delivery($0)]) })
    }

    private static func worst(_ frame: Frame) throws -> Double {
        try PictureMaker().luma(frame) { view in
            var worst = 0.0
            for y in 0..<height {
                for x in 0..<width {
                    worst = max(worst, abs(Double(view.base[y * view.stride + x]) - luma(x, y)))
                }
            }
            return worst
        }
    }

    private func check(_ bytes: [UInt8], room: Int = 40_000) throws -> CameraSource.Counts {
        let source = try CameraSource(Self.device([bytes], room: room))
        let frame = try #require(try source.next())
        #expect((frame.width, frame.height) == (Self.width, Self.height))
        #expect(try Self.worst(frame) <= 5)
        return source.counts
    }

    static let samplings = [TJSAMP_444, TJSAMP_422, TJSAMP_420, TJSAMP_440, TJSAMP_411, TJSAMP_GRAY].map(\.rawValue)

    @Test("every sampling is read, baseline and progressive", arguments: samplings, [false, true])
    func sampled(number: UInt32, isProgressive: Bool) throws {
        let bytes = try Self.jpeg(TJSAMP(rawValue: number), isProgressive: isProgressive)
        let counts = try check(bytes)
        #expect(counts.copied == 0)
        let source = try CameraSource(Self.device([bytes]))
        let frame = try #require(try source.next())
        try PictureMaker().colour(frame, longSide: 20) { view in
            #expect((view.width, view.height) == (35, 21))
            #expect(view.channels == 3)
        }
    }

    @Test("what stands before the picture and behind it does not matter")
    func garbage() throws {
        let jpeg = try Self.jpeg()
        let start: [UInt8] = [0, 0xFF, 0xD8, 0, 1, 2, 0xFF, 0xD8, 0xFF, 0xD9, 7, 0xFF]
        #expect(try check(start + jpeg).copied == 0)
        #expect(try check(jpeg + [UInt8](repeating: 0, count: 500)).copied == 0)
        #expect(try check(jpeg + [1, 2, 3]).copied == 0)
    }

    @Test("a missing end marker is put there: in the driver's buffer, or in a copy where that is full")
    func noEnd() throws {
        let jpeg = Array(try Self.jpeg().dropLast(2))
        #expect(try check(jpeg).copied == 0)
        #expect(try check(jpeg + [0, 0, 0, 0]).copied == 0)
        #expect(try check(jpeg, room: jpeg.count).copied == 1)
        #expect(try check(jpeg, room: jpeg.count + 1).copied == 1)
    }

    @Test("missing tables are those of the standard", arguments: [TJSAMP_422, TJSAMP_420, TJSAMP_GRAY].map(\.rawValue))
    func noTables(number: UInt32) throws {
        let bare = Self.withoutTables(try Self.jpeg(TJSAMP(rawValue: number)))
        #expect(try check(bare).copied == 1)
        #expect(try check([9, 9] + bare.dropLast(2)).copied == 1)
    }

    @Test("the tables are those that libjpeg-turbo writes")
    func tables() throws {
        let jpeg = try Self.jpeg()
        var tables: [UInt8] = []
        var place = 2
        while jpeg[place + 1] != 0xDA {
            let length = Int(jpeg[place + 2]) * 256 + Int(jpeg[place + 3])
            if jpeg[place + 1] == 0xC4 { tables += jpeg[place + 4..<place + 2 + length] }
            place += 2 + length
        }
        func byKey(_ tables: ArraySlice<UInt8>) -> [UInt8: [UInt8]] {
            var result: [UInt8: [UInt8]] = [:]
            var rest = tables
            while let key = rest.popFirst() {
                let count = rest.prefix(16).reduce(0) { $0 + Int($1) } + 16
                result[key] = Array(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            return result
        }
        #expect(byKey(HuffmanTables.segment[4...]) == byKey(tables[...]))
        #expect(HuffmanTables.segment.prefix(4) == [0xFF, 0xC4, 0x01, 0xA2])
        #expect(HuffmanTables.segment.count == 420)
    }

    @Test("what is cut off is one lost frame, before it is decoded or then")
    func cut() throws {
        let jpeg = try Self.jpeg()
        let halves = [Array(jpeg.prefix(100)), Array(jpeg.prefix(jpeg.count / 2))]
        for half in halves + halves.map({ $0 + [UInt8](repeating: 0, count: 900) }) {
            let source = try CameraSource(Self.device([half, jpeg]))
            let name = errorName {
                let frame = try source.next()
                _ = try Self.worst(try #require(frame))
            }
            #expect(["undecodable", "truncated"].contains(name))
            let next = try #require(try source.next())
            #expect(try Self.worst(next) <= 5)
        }
    }

    @Test("what is no JPEG, or one of another size, is one lost frame")
    func wrong() throws {
        let jpeg = try Self.jpeg()
        let other = try Self.jpeg(width: 48, height: 32)
        let deliveries = [[1], [0xFF, 0xD8, 0xFF], other, [UInt8](repeating: 0xFF, count: 3_000), jpeg]
        let source = try CameraSource(Self.device(deliveries))
        let (frames, faults) = source.drain()
        #expect(frames == 1)
        #expect(faults == ["undecodable", "undecodable", "undecodable", "undecodable"])
    }

    @Test("a JPEG that is filled up to whole blocks is cut to the camera's size")
    func filledUp() throws {
        let bytes = try Self.jpeg(width: 80, height: 48)
        #expect(try check(bytes).copied == 0)
        let frame = try #require(try CameraSource(Self.device([bytes])).next())
        try PictureMaker().colour(frame, longSide: 30) { view in
            #expect((view.width, view.height) == (35, 21))
            let pixel = view.base + 10 * view.stride + 10 * 3
            let expected = Self.colour(20, 20)
            for channel in 0..<3 { #expect(abs(Int(pixel[channel]) - Int(expected[channel])) <= 8) }
        }
    }

    @Test("bytes at random never end more than a frame", arguments: 0..<30 as Range<UInt64>)
    func hostile(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let jpeg = try Self.jpeg(seed % 2 == 0 ? TJSAMP_420 : TJSAMP_422, isProgressive: seed % 3 == 0)
        var deliveries: [[UInt8]] = []
        for _ in 0..<20 {
            var bytes = seed % 5 == 0 ? Self.withoutTables(jpeg) : jpeg
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            deliveries.append(Array(bytes.prefix(Int.random(in: 1...bytes.count, using: &random))))
        }
        let source = try CameraSource(Self.device(deliveries + [jpeg]))
        var last: Frame?
        for _ in 0...deliveries.count {
            do {
                guard let frame = try source.next() else { break }
                last = frame
                _ = try Self.worst(frame)
                try PictureMaker().colour(frame, longSide: 16) { _ in }
            } catch {
                #expect(error is SourceError)
            }
        }
        let whole = try #require(last)
        #expect(try Self.worst(whole) <= 5)
    }
}
