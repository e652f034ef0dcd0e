import OverlayDevices
import OverlayLink
import OverlayMetadata
import Testing

@testable import OverlayDaemon

/// The life of an input whose source is a camera.
@Suite(.timeLimit(.minutes(1)))
struct CameraLifeTests {
    private let second: Int64 = 1_000_000
    private let absent = InputLife.Obstacle(CameraObstacle(.notFound, "it is not plugged in"))
    private let busy = InputLife.Obstacle(CameraObstacle(.busy, "another process has it"))
    private let unplugged = Fault(name: "unplugged", message: "the camera has gone")

    private func life() throws -> InputLife {
        let camera = try InputDescription(commandLine: "door=usb:046d:0825")
        return InputLife(times: InputLife.Times(camera, closeAfter: 1_000_000), now: 0)
    }

    /// A camera that is open and has shown a frame at time 0.
    private func live() throws -> InputLife {
        var life = try life()
        _ = life.demand(.everything, now: 0)
        _ = life.opened(now: 0)
        _ = life.frame(now: 0)
        return life
    }

    @Test("a camera that gives nothing for two seconds is closed and opened again at once")
    func frozen() throws {
        var life = try live()
        #expect(life.timer(now: 2 * second).contains(.close) == false)
        let actions = life.timer(now: 2 * second + second / 10)
        #expect(actions.first == .close)
        #expect(life.state == .stalled)
        #expect(life.reason == "silent")
        #expect(life.retryAt == 2 * second + second / 10)
    }

    @Test("a camera whose pictures wait for slow detectors is not silent; detectors that come to no end have failed")
    func slowDetectors() throws {
        var life = try live()
        for time in stride(from: second / 2, to: 30 * second, by: Int(second / 2)) {
            life.captured(now: time)
            #expect(!life.timer(now: time).contains(.close))
        }
        #expect(life.state == .live)
        life.captured(now: 30 * second)
        #expect(life.timer(now: 30 * second).first == .close)
        #expect(life.state == .failed)
        #expect(life.reason == "detection")
    }

    @Test("a camera that freezes while the detectors are slow is silent two seconds later")
    func frozenWhileSlow() throws {
        var life = try live()
        life.captured(now: second)
        life.captured(now: 3 * second)
        #expect(!life.timer(now: 5 * second).contains(.close))
        #expect(life.timer(now: 5 * second + second / 10).first == .close)
        #expect(life.state == .stalled)
        #expect(life.reason == "silent")
    }

    @Test("a camera that stays silent is told once, and given twice as long each time, up to eight seconds")
    func firstFrame() throws {
        var life = try live()
        var now = 2 * second + second / 10
        _ = life.timer(now: now)
        var told = 0
        for seconds in [3, 6, 8, 8, 8] as [Int64] {
            now = life.retryAt ?? now
            #expect(life.timer(now: now) == [.open])
            _ = life.opened(now: now)
            _ = life.ready(now: now)
            #expect(!life.timer(now: now + seconds * second).contains(.close))
            now += seconds * second + second / 10
            let actions = life.timer(now: now)
            #expect(actions.first == .close)
            told += actions.filter { $0 == .publish }.count
        }
        #expect(told == 0)
        #expect(life.state == .stalled)
        now = life.retryAt ?? now
        _ = life.timer(now: now)
        _ = life.opened(now: now)
        #expect(life.frame(now: now + 7 * second).contains(.wake(at: now + 9 * second + second / 10)))
        #expect(life.state == .live)
    }

    @Test("a worker that takes long to start does not make its camera silent, and one that never starts is ended")
    func slowWorker() throws {
        var life = try life()
        _ = life.demand(.everything, now: 0)
        _ = life.opened(now: 0)
        #expect(!life.timer(now: 7 * second).contains(.close))
        #expect(life.ready(now: 7 * second) == [.wake(at: 10 * second + second / 10)])
        #expect(life.ready(now: 8 * second) == [])
        #expect(life.timer(now: 10 * second + second / 10).first == .close)
        _ = life.timer(now: 10 * second + second / 10)
        _ = life.opened(now: 11 * second)
        #expect(life.timer(now: 19 * second + second / 10).first == .close)
    }

    @Test("pictures that cannot be read do not keep a camera open, and are the reason")
    func onlyFaults() throws {
        var life = try live()
        for step in 1...20 {
            _ = life.fault(Fault(name: "badBuffer", message: "a buffer is bad"), now: Int64(step) * 100_000)
        }
        #expect(life.timer(now: 2 * second + second / 10).first == .close)
        #expect(life.state == .stalled)
        #expect(life.reason == "badBuffer")
    }

    @Test("an unplugged camera is absent, told once however often it is looked for, and opened at once when it comes")
    func replugged() throws {
        var life = try live()
        #expect(life.ended(unplugged, now: 1) == [.close, .publish, .wake(at: 1)])
        #expect(life.state == .absent)
        #expect(life.reason == "unplugged")
        var now: Int64 = 1
        for _ in 0..<10 {
            now = life.retryAt ?? now
            #expect(life.timer(now: now) == [.open])
            #expect(!life.refused(absent, now: now).contains(.publish))
        }
        #expect((life.retryAt ?? 0) - now == 5 * second)
        #expect(life.looked(absent, now: now + 1) == [])
        #expect(life.looked(nil, now: now + 2) == [.open])
        #expect(life.opened(now: now + 3).first == .publish)
        #expect(life.frame(now: now + 4).first == .publish)
        #expect(life.state == .live)
    }

    @Test("a camera that comes and goes every few seconds is looked for at once each time")
    func loosePlug() throws {
        var life = try live()
        var now: Int64 = 0
        for _ in 0..<20 {
            now += 3 * second
            _ = life.frame(now: now)
            _ = life.ended(unplugged, now: now)
            #expect(life.retryAt == now)
            _ = life.timer(now: now)
            _ = life.refused(InputLife.Obstacle(CameraObstacle(.notReady, "it has lost its camera")), now: now)
            #expect(life.retryAt == now + second / 4)
            now += second / 4
            _ = life.timer(now: now)
            _ = life.opened(now: now)
            _ = life.frame(now: now)
        }
    }

    @Test("a camera that fails right after each frame is not opened without a pause")
    func failing() throws {
        var life = try live()
        var now: Int64 = 0
        for round in 0..<10 {
            _ = life.ended(Fault(name: "cameraFailed", message: "the driver fails"), now: now)
            #expect((life.retryAt ?? 0) - now == (round == 0 ? 0 : second / 4))
            now = life.retryAt ?? now
            _ = life.timer(now: now)
            _ = life.opened(now: now)
            _ = life.frame(now: now)
        }
    }

    @Test("rights that come late open the camera when they come")
    func latePermission() throws {
        var life = try life()
        _ = life.demand(.everything, now: 0)
        _ = life.refused(InputLife.Obstacle(CameraObstacle(.notPermitted, "no")), now: 0)
        #expect(life.state == .failed)
        #expect(life.reason == "notPermitted")
        #expect(life.looked(nil, now: 10) == [.open])
    }

    @Test(
        "a busy camera is looked at four times a second, or tried each second, as nothing tells that it is free",
        arguments: [true, false])
    func busyCamera(atOpening: Bool) throws {
        var life = try life()
        _ = life.demand(.everything, now: 0)
        var now: Int64 = 0
        for _ in 0..<10 {
            if atOpening {
                _ = life.refused(busy, now: now)
            } else {
                _ = life.opened(now: now)
                _ = life.ended(Fault(name: "busy", message: "another program has it"), now: now)
            }
            #expect(life.state == .busy)
            let wait = (life.retryAt ?? .max) - now
            #expect(wait <= (atOpening ? second / 4 : second))
            now = life.retryAt ?? now
            #expect(life.timer(now: now) == [.open])
        }
    }

    @Test(
        "what takes the place of a camera that was not there is looked at four times a second from then on",
        arguments: [(CameraObstacle.Kind.busy, InputState.busy), (.noProducer, .absent)])
    func changedObstacle(kind: CameraObstacle.Kind, state: InputState) throws {
        var life = try life()
        _ = life.demand(.everything, now: 0)
        var now: Int64 = 0
        while life.retryAt ?? 0 < now + 4 * second {
            now = life.retryAt ?? now
            _ = life.timer(now: now)
            _ = life.refused(absent, now: now)
        }
        let actions = life.looked(InputLife.Obstacle(CameraObstacle(kind, "it is there")), now: now + 1)
        #expect(actions.last == .wake(at: now + 1 + second / 4))
        #expect(life.retryAt == now + 1 + second / 4)
        #expect(life.state == state)
    }

    @Test("of a camera that nobody wants it is known whether it is there, and it stays closed")
    func presence() throws {
        var life = try life()
        #expect(life.looked(absent, now: 1) == [.publish])
        #expect(life.state == .idle)
        #expect(life.reason == "notFound")
        #expect(life.looked(absent, now: 2) == [])
        #expect(life.looked(nil, now: 3) == [.publish])
        #expect(life.reason == nil)
        _ = life.demand(.everything, now: 4)
        _ = life.refused(absent, now: 4)
        #expect(life.demand(.nothing, now: 5).first == .publish)
        #expect(life.state == .idle)
        #expect(life.reason == "notFound")
    }

    @Test("what happens to other devices changes nothing of a camera that runs")
    func strangers() throws {
        var life = try live()
        #expect(life.looked(nil, now: 1) == [])
        #expect(life.looked(absent, now: 2) == [])
        #expect(life.state == .live)
    }

    @Test("each input may close later than the others, or never")
    func closing() throws {
        let never = try InputDescription(commandLine: "a=/dev/video0,closeAfter=never")
        #expect(InputLife.Times(never, closeAfter: 5).closeAfter == nil)
        let late = try InputDescription(commandLine: "a=/dev/video0,closeAfter=30")
        #expect(InputLife.Times(late, closeAfter: 5).closeAfter == 30 * second)
    }
}
