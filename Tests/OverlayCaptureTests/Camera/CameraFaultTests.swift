import Glibc
import OverlayFrame
import OverlaySystem
import Testing

@testable import OverlayCapture

@Suite("Faults of cameras", .timeLimit(.minutes(2)))
struct CameraFaultTests {
    static let grey = VideoFormat(code: "GREY", width: 8, height: 4, stride: 8, byteCount: 32)
    static let picture = SimulatedDevice.Delivery([UInt8](repeating: 7, count: 32))

    private func device(_ steps: [SimulatedDevice.Step]) -> SimulatedDevice {
        SimulatedDevice(Self.grey, steps: steps)
    }

    private func run(_ device: SimulatedDevice) throws -> (frames: Int, faults: [String]) {
        let result = try CameraSource(device).drain()
        #expect(device.mapped == 0, "a buffer stays mapped")
        #expect(device.state.withLock { !$0.isStreaming })
        return result
    }

    static let codes: [Int32] = [
        ENODEV, ENXIO, EIO, EBUSY, ENOSPC, EINVAL, EACCES, EPERM, ENOMEM, EAGAIN, ENOTTY, EPIPE, EPROTO, ETIMEDOUT,
        EINTR, 9_999,
    ]
    static let names: Set<String> = [
        "unplugged", "busy", "noBandwidth", "cameraFailed", "unsupported", "notPermitted", "badBuffer",
    ]

    @Test(
        "whatever call fails, with whatever error, at whatever time: the end is orderly and the fault has a known name",
        arguments: SimulatedDevice.Call.allCases, codes)
    func everything(call: SimulatedDevice.Call, code: Int32) throws {
        for first in 1...7 {
            for last in [first, .max] {
                let steps = [SimulatedDevice.Step](repeating: .deliver([Self.picture]), count: 4)
                let device = device(steps)
                device.set { $0.failures = [SimulatedDevice.Failure(call: call, times: first...last, code: code)] }
                let (frames, faults) = try run(device)
                #expect(Self.names.isSuperset(of: faults))
                #expect(frames <= 4)
                if code == EINTR, last == first { #expect(frames == 4 && faults == []) }
            }
        }
    }

    /// A call, an error, and the fault that it is.
    static let endings: [(SimulatedDevice.Call, Int32, String)] = [
        (.identity, ENODEV, "unplugged"), (.identity, ENOTTY, "unsupported"), (.identity, EACCES, "notPermitted"),
        (.pixelFormat, ENODEV, "unplugged"), (.sizes, ENODEV, "unplugged"), (.intervals, ENODEV, "unplugged"),
        (.setFormat, ENODEV, "unplugged"), (.setFormat, EBUSY, "busy"), (.setFormat, EIO, "cameraFailed"),
        (.requestBuffers, EBUSY, "busy"), (.requestBuffers, ENODEV, "unplugged"),
        (.requestBuffers, ENOMEM, "cameraFailed"), (.mapBuffer, ENOMEM, "cameraFailed"),
        (.queue, ENODEV, "unplugged"), (.start, EBUSY, "busy"), (.start, ENOSPC, "noBandwidth"),
        (.start, ENODEV, "unplugged"), (.start, EIO, "cameraFailed"), (.start, EPERM, "notPermitted"),
        (.wait, ENOMEM, "cameraFailed"),
    ]

    @Test("a camera that cannot be started says why, by the name of the fault", arguments: endings)
    func starting(call: SimulatedDevice.Call, code: Int32, name: String) throws {
        let device = device([.deliver([Self.picture])])
        device.set { $0.failures = [SimulatedDevice.Failure(call: call, times: 1...Int.max, code: code)] }
        let (frames, faults) = try run(device)
        #expect(frames == 0)
        #expect(faults == [name])
    }

    /// What a wait and VIDIOC_DQBUF answer at the end, and the fault that it is.
    static let breaks: [(SimulatedDevice.Step, String)] = [
        (.wake([.broken, .gone]), "unplugged"), (.wake(.gone), "unplugged"), (.fail(ENODEV, .filled), "unplugged"),
        (.fail(ENODEV, [.broken]), "unplugged"), (.fail(EIO, .broken), "cameraFailed"),
        (.fail(EINVAL, .broken), "cameraFailed"), (.wake(.broken), "cameraFailed"),
        (.fail(EPIPE, .filled), "cameraFailed"),
    ]

    @Test("a stream that breaks ends with its fault, after the frames before it", arguments: 0..<breaks.count)
    func breaking(which: Int) throws {
        let (step, name) = Self.breaks[which]
        let (frames, faults) = try run(device([.deliver([Self.picture]), step, .deliver([Self.picture])]))
        #expect(frames == 1)
        #expect(faults == [name])
    }

    @Test("the picture that a loopback device kept from before is none of now", arguments: 1...3)
    func leftover(count: Int) throws {
        let device = device([SimulatedDevice.Step](repeating: .deliver([Self.picture]), count: count))
        device.set { $0.identity.driver = "v4l2 loopback" }
        let source = try CameraSource(device)
        #expect(source.drain().frames == count - 1)
        #expect(source.counts.stale == 1)
    }

    @Test("EINVAL of a device that has gone is its being unplugged")
    func invalidSinceGone() throws {
        let device = device([.deliver([Self.picture]), .fail(EINVAL, .filled)])
        device.set {
            $0.failures = [SimulatedDevice.Failure(call: .identity, times: 2...Int.max, code: ENODEV)]
        }
        let (frames, faults) = try run(device)
        #expect(frames == 1)
        #expect(faults == ["unplugged"])
    }

    /// Buffers that are no picture.
    static let lies: [SimulatedDevice.Delivery] = [
        SimulatedDevice.Delivery(picture.bytes, isFaulty: true),
        SimulatedDevice.Delivery(picture.bytes, bytesUsed: 0),
        SimulatedDevice.Delivery(picture.bytes, bytesUsed: 31),
        SimulatedDevice.Delivery(picture.bytes, bytesUsed: 33),
        SimulatedDevice.Delivery(picture.bytes, bytesUsed: .max),
        SimulatedDevice.Delivery(picture.bytes, bytesUsed: -1),
        SimulatedDevice.Delivery(picture.bytes, index: 5),
        SimulatedDevice.Delivery(picture.bytes, index: .max),
        SimulatedDevice.Delivery(picture.bytes, index: -1),
    ]

    @Test("a buffer that lies is one lost frame", arguments: 0..<lies.count)
    func lying(which: Int) throws {
        let (frames, faults) = try run(
            device([.deliver([Self.picture]), .deliver([Self.lies[which]]), .deliver([Self.picture])]))
        #expect(frames == 2)
        #expect(faults == ["badBuffer"])
    }

    @Test("EIO beside a filled buffer, and EAGAIN, cost a frame at most")
    func passing() throws {
        let steps: [SimulatedDevice.Step] = [
            .deliver([Self.picture]), .fail(EIO, .filled), .fail(EAGAIN, .filled), .wake(.filled), .wake([]),
            .deliver([Self.picture]),
        ]
        let (frames, faults) = try run(device(steps))
        #expect(frames == 2)
        #expect(faults == ["badBuffer"])
    }

    @Test("thirty lost frames in a row are borne, one more is the camera's failure", arguments: [false, true])
    func lasting(isCall: Bool) throws {
        let bad: SimulatedDevice.Step = isCall ? .fail(EIO, .filled) : .deliver([Self.lies[0]])
        let good = SimulatedDevice.Step.deliver([Self.picture])
        let thirty = [SimulatedDevice.Step](repeating: bad, count: CameraSource.mostFaults)
        let borne = try run(device([good] + thirty + [good] + thirty + [good]))
        #expect(borne.frames == 3)
        let failed = try run(device([good] + thirty + [bad, good]))
        #expect(failed.frames == 1)
        #expect(failed.faults.last == "cameraFailed")
        #expect(failed.faults.count == CameraSource.mostFaults + 1)
    }

    @Test("a driver that wakes for nothing is not waited for for ever")
    func spinning() throws {
        let wakes = [SimulatedDevice.Step](repeating: .wake(.filled), count: CameraSource.mostEmptyWakes + 1)
        #expect(try run(device(wakes)).faults == ["cameraFailed"])
    }

    @Test("a driver without buffers, and one that is no camera, are told")
    func nothing() throws {
        let empty = device([.deliver([Self.picture])])
        empty.set { $0.bufferCount = 0 }
        #expect(try run(empty).faults == ["cameraFailed"])
        let metadata = device([.deliver([Self.picture])])
        metadata.set { $0.identity.isCamera = false }
        #expect(try run(metadata).faults == ["unsupported"])
    }

    @Test("nothing comes after the end, and a cancelled source ends at once")
    func over() throws {
        let device = device([.deliver([Self.picture]), .wake(.gone), .deliver([Self.picture])])
        let source = try CameraSource(device)
        #expect(source.drain().faults == ["unplugged"])
        #expect(source.drain(atMost: 3).frames == 0)
        let cancelled = try CameraSource(self.device([.deliver([Self.picture])]))
        cancelled.cancel()
        cancelled.cancel()
        #expect(cancelled.drain().frames == 0)
    }

    @Test(
        "what has no room on the bus is tried in other formats of its size, or in a smaller one where none was asked for"
    )
    func bandwidth() throws {
        func wished(_ size: CameraWish.Size?) throws -> [CameraMode] {
            let device = device([.deliver([Self.picture])])
            device.set {
                $0.modes = [
                    CameraMode("YUYV", width: 16, height: 8, interval: VideoInterval(1, 30)),
                    CameraMode("MJPG", width: 16, height: 8, interval: VideoInterval(1, 30)),
                    CameraMode("YUYV", width: 8, height: 4, interval: VideoInterval(1, 30)),
                ]
                $0.failures = [SimulatedDevice.Failure(call: .start, times: 1...Int.max, code: ENOSPC)]
            }
            var options = CameraSource.Options()
            options.wish.size = size
            #expect(try CameraSource(device, options: options).drain().faults == ["noBandwidth"])
            return device.state.withLock { $0.wishedFormats }
        }
        #expect(try wished(nil).map(\.description) == ["YUYV 16×8", "MJPG 16×8", "YUYV 8×4"])
        let size = CameraWish.Size(width: 16, height: 8)
        #expect(try wished(size).map(\.description) == ["YUYV 16×8", "MJPG 16×8"])
    }

    @Test("a bus without room is told with the mode that has none, and with what needs less")
    func bandwidthSentence() throws {
        let device = device([.deliver([Self.picture])])
        device.set {
            $0.modes = [CameraMode("YUYV", width: 16, height: 8, interval: VideoInterval(1, 30))]
            $0.failures = [SimulatedDevice.Failure(call: .start, times: 1...Int.max, code: ENOSPC)]
        }
        let source = try CameraSource(device)
        var message = ""
        do throws(SourceError) { _ = try source.next() } catch { message = error.message }
        #expect(message.hasPrefix("YUYV 16×8"))
        #expect(message.contains("a smaller size"))
    }

    @Test("a pixel format that is asked for and not there is named, with what is there")
    func missing() throws {
        var options = CameraSource.Options()
        options.wish.format = "NV12"
        let source = try CameraSource(device([]), options: options)
        let error = failure { _ = try source.next() }
        #expect(error?.name == "unsupported")
        #expect(error?.message.contains("NV12") == true && error?.message.contains("GREY") == true)
    }
}
