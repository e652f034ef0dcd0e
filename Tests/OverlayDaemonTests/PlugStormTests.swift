import Glibc
import OverlayDevices
import OverlayLink
import OverlayMetadata
import OverlaySystem
import Synchronization
import TestSupport
import Testing

@testable import OverlayDaemon

/// A camera that is plugged in and out, held by others and frozen, as the kernel would show it.
private final class Socket: VideoCalls {
    struct State {
        var isPlugged = true
        var isHeld = false
        var mayOpen = true
        var live: [WeakDescriptor] = []
    }

    struct WeakDescriptor: @unchecked Sendable { weak var descriptor: Descriptor? }

    let state = Mutex(State())

    /// Descriptors that somebody still has.
    var open: Int { state.withLock { $0.live.count { $0.descriptor != nil } } }

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    func open(_ path: String) throws(SystemError) -> Descriptor {
        let (isPlugged, mayOpen) = state.withLock { ($0.isPlugged, $0.mayOpen) }
        guard isPlugged else { throw SystemError("open", path, code: ENOENT) }
        guard mayOpen else { throw SystemError("open", path, code: EACCES) }
        let descriptor = try Descriptor(opening: "/dev/null")
        let entry = WeakDescriptor(descriptor: descriptor)
        state.withLock { state in
            state.live.removeAll { $0.descriptor == nil }
            state.live.append(entry)
        }
        return descriptor
    }

    func kind(of path: String) throws(SystemError) -> NodeKind {
        guard state.withLock({ $0.isPlugged }) else { throw SystemError("stat", path, code: ENOENT) }
        return .video
    }

    func capability(of device: Descriptor) throws(SystemError) -> VideoCapability {
        guard state.withLock({ $0.isPlugged }) else { throw SystemError("VIDIOC_QUERYCAP", code: ENODEV) }
        return VideoCapability(driver: "uvcvideo", card: "Cam", bus: "usb-1", abilities: [.capture, .streaming])
    }

    func formats(of device: Descriptor) -> [VideoFormat] { [VideoFormat(code: "YUYV")] }
    func isHeld(_ device: Descriptor) -> Bool { state.withLock { $0.isHeld } }
    func controls(of device: Descriptor) -> [VideoControl] { [] }
    func value(of control: VideoControl, _ device: Descriptor) throws(SystemError) -> Int64 { 0 }
    func set(_ control: VideoControl, to value: Int64, _ device: Descriptor) throws(SystemError) -> Int64 { value }
    func extent(of control: VideoControl, _ device: Descriptor) throws(SystemError) -> VideoRectangle {
        VideoRectangle(left: 0, top: 0, width: 1, height: 1)
    }
    func set(_ control: VideoControl, to value: VideoRectangle, _ device: Descriptor) throws(SystemError) {}
}

/// An input on that camera, with the clock in the test's hand.
private struct Desk {
    let camera = Socket()
    var life: InputLife
    var now: Int64 = 0
    /// What the worker of the opening holds; nil without one.
    var worker: Descriptor?
    var wakeAt: Int64?
    var told: [InputState] = []
    private let system: CameraSystem
    private let selector = CameraSelector.path("/dev/video0")

    init() throws {
        system = CameraSystem(tree: DeviceTree(root: "/nonexistent"), calls: camera)
        let description = try InputDescription(commandLine: "door=/dev/video0")
        life = InputLife(times: InputLife.Times(description, closeAfter: 1_000_000), now: 0)
    }

    mutating func perform(_ actions: [InputLife.Action]) {
        for action in actions {
            switch action {
            case .open:
                #expect(worker == nil, "it is closed before it is opened")
                open()
            case .close: worker = nil
            case .wake(let time): wakeAt = time
            case .publish: told.append(life.state)
            case .want: break
            }
        }
    }

    private mutating func open() {
        do throws(CameraObstacle) {
            worker = try system.open(selector).device
            perform(life.opened(now: now))
        } catch {
            perform(life.refused(InputLife.Obstacle(error), now: now))
        }
    }

    /// The kernel tells that something came or went.
    mutating func tell() {
        guard worker == nil else { return }
        perform(life.looked(system.obstacle(to: selector).map(InputLife.Obstacle.init), now: now))
    }

    /// Time goes by, with frames where the camera gives them.
    mutating func pass(_ microseconds: Int64, frames: Bool) {
        let end = now + microseconds
        while now < end {
            now = min(end, now + 100_000)
            if worker != nil {
                if !camera.state.withLock({ $0.isPlugged }) {
                    perform(life.ended(Fault(name: "unplugged", message: "the camera has gone"), now: now))
                } else if frames {
                    perform(life.frame(now: now))
                }
            }
            if let wakeAt, wakeAt <= now {
                self.wakeAt = nil
                perform(life.timer(now: now))
            }
        }
    }
}

/// Plugging and unplugging without end.
@Suite(.timeLimit(.minutes(1)))
struct PlugStormTests {
    @Test(
        "a thousand events of plugs, holders and rights leak no descriptor and end in the right state", arguments: 0..<8
    )
    func storm(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var desk = try Desk()
        var wanted = true
        desk.perform(desk.life.demand(.everything, now: 0))
        for _ in 0..<1000 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0...3: desk.camera.change { $0.isPlugged.toggle() }
            case 4: desk.camera.change { $0.isHeld.toggle() }
            case 5: desk.camera.change { $0.mayOpen.toggle() }
            case 6:
                wanted.toggle()
                desk.perform(desk.life.demand(wanted ? .everything : .nothing, now: desk.now))
            case 7 where desk.worker != nil: desk.perform(desk.life.died("signal 9", now: desk.now))
            default: break
            }
            // Sometimes the kernel's word comes, sometimes it is lost.
            if Bool.random(using: &random) { desk.tell() }
            desk.pass(.random(in: 0...3_000_000, using: &random), frames: Bool.random(using: &random))
            #expect(desk.camera.open == (desk.worker == nil ? 0 : 1))
            if desk.life.state == .live { #expect(desk.worker != nil) }
        }
        desk.camera.change {
            $0.isPlugged = true
            $0.isHeld = false
            $0.mayOpen = true
        }
        desk.perform(desk.life.demand(.everything, now: desk.now))
        desk.tell()
        desk.pass(6_000_000, frames: true)
        #expect(desk.life.state == .live)
        #expect(desk.camera.open == 1)
        // Each change was told once: never the same state twice without another between, but for its reason.
        desk.camera.change { $0.isPlugged = false }
        desk.pass(200_000, frames: true)
        #expect(desk.life.state == .absent)
        desk.perform(desk.life.demand(.nothing, now: desk.now))
        #expect(desk.life.state == .idle)
        #expect(desk.camera.open == 0)
    }

    @Test("when the kernel tells, a camera is open within the same moment; when it does not, within five seconds")
    func promptness() throws {
        for tells in [true, false] {
            var desk = try Desk()
            desk.perform(desk.life.demand(.everything, now: 0))
            for _ in 0..<20 {
                desk.pass(1_000_000, frames: true)
                desk.camera.change { $0.isPlugged = false }
                desk.pass(30_000_000, frames: true)
                #expect(desk.life.state == .absent)
                desk.camera.change { $0.isPlugged = true }
                if tells { desk.tell() }
                desk.pass(tells ? 100_000 : 5_200_000, frames: true)
                #expect(desk.life.state == .live)
            }
        }
    }

    @Test("a camera that another process had is taken within a second of its being free")
    func freed() throws {
        var desk = try Desk()
        desk.camera.change { $0.isHeld = true }
        desk.perform(desk.life.demand(.everything, now: 0))
        for _ in 0..<20 {
            desk.pass(7_300_000, frames: true)
            #expect(desk.life.state == .busy)
            desk.camera.change { $0.isHeld = false }
            desk.pass(1_200_000, frames: true)
            #expect(desk.life.state == .live)
            desk.camera.change { $0.isHeld = true }
            desk.perform(desk.life.died("signal 9", now: desk.now))
        }
    }
}
