import OverlayFrame
import OverlaySystem
import Testing

@testable import OverlayCapture

@Suite("Buffers of cameras", .timeLimit(.minutes(1)))
struct CameraBufferTests {
    private static func picture(_ value: UInt8, time: Int64 = 0) -> SimulatedDevice.Delivery {
        SimulatedDevice.Delivery([UInt8](repeating: value, count: 32), time: time)
    }

    private static func device(_ steps: [SimulatedDevice.Step]) -> SimulatedDevice {
        SimulatedDevice(CameraFaultTests.grey, steps: steps)
    }

    private func value(_ frame: Frame?) throws -> UInt8 {
        try PictureMaker().luma(try #require(frame)) { $0.base[0] }
    }

    @Test("of several filled buffers the newest is taken, and numbers go on as if all had been")
    func newest() throws {
        let device = Self.device([
            .deliver([Self.picture(1)]), .deliver([Self.picture(2), Self.picture(3), Self.picture(4)]),
        ])
        var options = CameraSource.Options()
        options.firstSequence = 100
        let source = try CameraSource(device, options: options)
        let first = try #require(try source.next())
        let second = try #require(try source.next())
        #expect(try value(first) == 1)
        #expect(try value(second) == 4)
        #expect([first.sequence, second.sequence] == [100, 103])
        #expect(source.counts.stale == 2)
    }

    @Test("a faulty buffer does not hide a good one that came with it")
    func goodBesideBad() throws {
        let bad = SimulatedDevice.Delivery([UInt8](repeating: 9, count: 32), isFaulty: true)
        let source = try CameraSource(
            Self.device([.deliver([Self.picture(1), bad]), .deliver([bad, Self.picture(2)])]))
        #expect(try value(try source.next()) == 1)
        #expect(try value(try source.next()) == 2)
        #expect(source.counts.lost == 2)
    }

    @Test("frames that are held leave the driver two buffers; the next ones are copies, with the right content")
    func lending() throws {
        let device = Self.device((1...8).map { .deliver([Self.picture($0)]) })
        let source = try CameraSource(device)
        var held: [Frame] = []
        for _ in 1...8 { held.append(try #require(try source.next())) }
        #expect(source.counts.copied == 5)
        #expect(device.queuedCount == 2)
        #expect(device.state.withLock { $0.leastQueued } == 2)
        #expect(try held.map { try value($0) } == Array(1...8))
        held.removeAll()
        #expect(device.queuedCount == 5)
    }

    @Test("a driver with two buffers, or with one, lends none", arguments: [1, 2])
    func few(count: Int) throws {
        let device = Self.device([.deliver([Self.picture(1)]), .deliver([Self.picture(2)])])
        device.set { $0.bufferCount = count }
        let source = try CameraSource(device)
        #expect(try value(try source.next()) == 1)
        #expect(try value(try source.next()) == 2)
        #expect(source.counts.copied == 2)
    }

    @Test("a frame outlives its camera, and its memory is unmapped when it is let go")
    func outliving() throws {
        let device = Self.device([.deliver([Self.picture(5)]), .wake(.gone)])
        let source = try CameraSource(device)
        var frame = try source.next()
        #expect(errorName { _ = try source.next() } == "unplugged")
        #expect(device.mapped == 1)
        #expect(try value(frame) == 5)
        frame = nil
        #expect(device.mapped == 0)
        #expect(device.state.withLock { $0.granted } == 0)
    }

    @Test("a source that is let go ends its stream")
    func letGo() throws {
        let device = Self.device([.deliver([Self.picture(5)])])
        var source: CameraSource? = try CameraSource(device)
        _ = try source?.next()
        source = nil
        #expect(device.mapped == 0)
        #expect(device.state.withLock { !$0.isStreaming })
    }

    @Test("a rate below the camera's is kept by leaving frames out")
    func rate() throws {
        let clock = ManualClock()
        let start = clock.monotonic
        let steps = (1...30).map {
            SimulatedDevice.Step.deliver([Self.picture(UInt8($0), time: start + Int64($0) * 33_333)])
        }
        var options = CameraSource.Options()
        options.wish.rate = 10
        let device = Self.device(steps)
        let source = try CameraSource(device, options: options, clock: clock)
        clock.advance(by: 1_000_000)
        let (frames, faults) = source.drain()
        #expect(frames == 10)
        #expect(faults == [])
        #expect(source.counts.spare == 20)
        #expect(source.counts.stamped == 10)
    }

    @Test("a frame carries the camera's stamp, the moment of it on the wall, and the interval that the driver set")
    func stamps() throws {
        let clock = ManualClock()
        let device = Self.device([
            .deliver([Self.picture(1, time: clock.monotonic + 5_000)]), .deliver([Self.picture(2)]),
        ])
        let source = try CameraSource(device, clock: clock)
        clock.advance(by: 15_000)
        let first = try #require(try source.next())
        #expect(first.cameraClock)
        #expect(first.time == clock.monotonic - 10_000)
        #expect(first.wall == clock.wall - 10_000)
        #expect(first.duration == 33_333)
        let second = try #require(try source.next())
        #expect(!second.cameraClock)
        #expect(second.time == clock.monotonic)
    }
}
