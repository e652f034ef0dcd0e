import Foundation
import Glibc
import OverlayDevices
import OverlaySystem
import Testing

@Suite("Which camera is meant", .timeLimit(.minutes(1)))
struct CameraSystemTests {
    private let logitech = USBIdentity(vendor: "046d", product: "0825", serial: "A1")
    private let other = USBIdentity(vendor: "1234", product: "5678")

    private func kind(_ system: CameraSystem, _ text: String) -> CameraObstacle.Kind? {
        CameraSelector(text).flatMap { system.obstacle(to: $0)?.kind }
    }

    private func path(_ system: CameraSystem, _ text: String) -> String? {
        CameraSelector(text).flatMap { try? system.open($0).camera.node.path }
    }

    private func thing(_ abilities: VideoCapability.Abilities, driver: String = "x", bus: String = "")
        -> FakeDrivers.Device
    {
        FakeDrivers.Device(VideoCapability(driver: driver, card: "Thing", bus: bus, abilities: abilities))
    }

    @Test("sysfs tells a node's driver, USB identity, bus path and index")
    func nodes() throws {
        let machine = try FakeMachine()
        try machine.plug(usb: logitech, port: "2.4", as: 10, title: "Tenth: camera\nmore")
        try machine.add(2, thing([]), name: "Second")
        try machine.write("", "/sys/class/video4linux/v4l-subdev0/name")
        try machine.write("", "/sys/class/video4linux/videox/name")
        let nodes = machine.system.tree.videoNodes()
        #expect(nodes.map(\.path) == ["/dev/video2", "/dev/video10", "/dev/video11"])
        #expect(nodes.map(\.name) == ["Second", "Tenth: camera", "Tenth: camera"])
        #expect(nodes.map(\.driver) == [nil, "uvcvideo", "uvcvideo"])
        #expect(nodes.map(\.usb) == [nil, logitech, logitech])
        #expect(nodes.map(\.bus) == [nil, "usb-0000:00:14.0-2.4", "usb-0000:00:14.0-2.4"])
        #expect(nodes.map(\.index) == [0, 0, 1])
        #expect(DeviceTree(root: "/nonexistent").videoNodes().isEmpty)
    }

    @Test("whether another user may open a node is told by its mode", arguments: [(0o600, false), (0o606, true)])
    func otherUser(mode: Int, may: Bool) throws {
        let machine = try FakeMachine()
        try machine.add(0, thing([]))
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: machine.root + "/dev/video0")
        #expect(machine.system.tree.videoNodes(for: 4_000_000).map(\.isAccessible) == [may])
        #expect(machine.system.tree.videoNodes(for: 0).map(\.isAccessible) == [true])
    }

    @Test(
        "a camera is found by USB identity, bus path, name, part of its name, its node, or a link to that",
        arguments: [
            "usb:046d:0825", "usb:046D:0825:A1", "bus:usb-0000:00:14.0-2", "name:HD Webcam", "name:webcam",
            "/dev/video4", "/dev/v4l/by-id/usb-cam",
        ])
    func found(selector: String) throws {
        let machine = try FakeMachine()
        try machine.plug(usb: other, port: "1", as: 0, title: "Other")
        try machine.plug(usb: logitech, port: "2", as: 4)
        try machine.link("/dev/v4l/by-id/usb-cam", to: "../../video4")
        #expect(path(machine.system, selector) == "/dev/video4")
    }

    @Test("a camera keeps its name under another number")
    func renumbered() throws {
        let machine = try FakeMachine()
        try machine.plug(usb: logitech, port: "2", as: 0)
        try machine.unplug(0)
        try machine.unplug(1)
        #expect(kind(machine.system, "usb:046d:0825") == .notFound)
        try machine.plug(usb: logitech, port: "2", as: 7)
        #expect(path(machine.system, "usb:046d:0825") == "/dev/video7")
    }

    @Test("two cameras under one name are an error that lists both by their bus paths")
    func ambiguous() throws {
        let machine = try FakeMachine()
        try machine.plug(usb: logitech, port: "1", as: 0)
        try machine.plug(usb: logitech, port: "2", as: 2)
        let obstacle = machine.system.obstacle(to: .usb(logitech))
        #expect(obstacle?.kind == .ambiguous)
        #expect(obstacle?.description.contains("bus:usb-0000:00:14.0-1 (HD Webcam, /dev/video0)") == true)
        #expect(obstacle?.description.contains("bus:usb-0000:00:14.0-2") == true)
        #expect(path(machine.system, "bus:usb-0000:00:14.0-2") == "/dev/video2")
    }

    @Test("the line for the configuration names by identity, and by bus path where two have one")
    func selectors() throws {
        let machine = try FakeMachine()
        try machine.plug(usb: logitech, port: "1", as: 0)
        try machine.plug(usb: other, port: "3", as: 4)
        let alone = machine.system.reports().map { $0.selector?.description }
        #expect(alone == ["usb:046d:0825:A1", nil, "usb:1234:5678", nil])
        try machine.plug(usb: logitech, port: "2", as: 2)
        let texts = machine.system.reports().compactMap { $0.selector?.description }
        #expect(texts == ["bus:usb-0000:00:14.0-1", "bus:usb-0000:00:14.0-2", "usb:1234:5678"])
    }

    @Test("metadata, output and converting nodes are no cameras, and say so")
    func others() throws {
        let machine = try FakeMachine()
        try machine.plug(usb: logitech, port: "1", as: 0)
        #expect(kind(machine.system, "/dev/video1") == .notACamera)
        let kinds: [VideoCapability.Abilities] = [
            [.output, .streaming], [.capture, .converter, .streaming], [.capture], [.planarCapture, .streaming],
        ]
        for (index, abilities) in kinds.enumerated() {
            try machine.add(10 + index, thing(abilities, bus: "platform:\(index)"))
            #expect(kind(machine.system, "/dev/video\(10 + index)") == .notACamera)
        }
        #expect(machine.system.reports().compactMap(\.selector).count == 1)
    }

    @Test("a loopback device without a producer is no camera yet")
    func loopback() throws {
        let machine = try FakeMachine()
        try machine.add(50, thing([.output, .streaming], driver: "v4l2 loopback"))
        #expect(kind(machine.system, "/dev/video50") == .noProducer)
        machine.drivers.change("/dev/video50") { $0.capability.abilities = [.capture, .streaming] }
        #expect(kind(machine.system, "/dev/video50") == nil)
    }

    @Test("a node that only libcamera can drive says so, with the pipeline")
    func libcamera() throws {
        let machine = try FakeMachine()
        var unicam = thing([.capture, .streaming], driver: "unicam", bus: "platform:fe801000.csi")
        unicam.formats = [VideoFormat(code: "pRAA"), VideoFormat(code: "RG10")]
        try machine.add(0, unicam)
        unicam.formats = [VideoFormat(code: "UYVY"), VideoFormat(code: "RG10")]
        try machine.add(1, unicam)
        try machine.add(2, thing([.capture, .metadata, .streaming, .mediaController], driver: "rp1-cfe"))
        #expect(kind(machine.system, "/dev/video0") == .needsLibcamera)
        #expect(kind(machine.system, "/dev/video1") == nil)
        let obstacle = machine.system.obstacle(to: .path("/dev/video2"))
        #expect(obstacle?.kind == .needsLibcamera)
        #expect(obstacle?.description.contains("y4m:/tmp/eye") == true)
    }

    @Test(
        "what opening a node answers is told as what it means",
        arguments: [
            (ENOENT, CameraObstacle.Kind.notFound), (ENODEV, .notReady), (EBUSY, .busy), (EACCES, .notPermitted),
            (EPERM, .notPermitted), (EIO, .unreadable), (ENXIO, .notReady),
        ])
    func opening(code: Int32, expected: CameraObstacle.Kind) throws {
        let machine = try FakeMachine()
        try machine.plug(usb: logitech, port: "1", as: 0)
        machine.drivers.change("/dev/video0") { $0.openError = code }
        #expect(kind(machine.system, "/dev/video0") == expected)
        #expect(kind(machine.system, "usb:046d:0825") == expected)
    }

    @Test("a camera whose buffers another process has is busy, and the report says whose")
    func held() throws {
        let machine = try FakeMachine()
        try machine.plug(usb: logitech, port: "1", as: 0)
        machine.drivers.change("/dev/video0") { $0.isHeld = true }
        #expect(kind(machine.system, "usb:046d:0825") == .busy)
        try machine.write("cheese\n", "/proc/77/comm")
        try machine.write("", "/proc/77/fd/none")
        try FileManager.default.createSymbolicLink(
            atPath: machine.root + "/proc/77/fd/5", withDestinationPath: "/dev/video0")
        let report = machine.system.reports().first
        #expect(report?.holders == [DeviceHolder(pid: 77, program: "cheese")])
        #expect(report?.obstacle?.kind == .busy)
        #expect(report?.selector?.description == "usb:046d:0825:A1")
    }

    @Test("a node that a file has taken the place of, and a loop of links, say so")
    func replaced() throws {
        let machine = try FakeMachine()
        try machine.write("frames", "/dev/video0")
        let file = machine.system.obstacle(to: .path("/dev/video0"))
        #expect(file?.kind == .notACamera)
        #expect(file?.description.contains("is a regular file and no video device") == true)
        try machine.link("/dev/video5", to: "video6")
        try machine.link("/dev/video6", to: "video5")
        let loop = machine.system.obstacle(to: .path("/dev/video5"))
        #expect(loop?.kind == .notACamera)
        #expect(loop?.description.contains("loop of symbolic links") == true)
        #expect(kind(machine.system, "/dev/nothing") == .notFound)
    }

    @Test("what is missing is told with the first node of each device that there is, as the others are no cameras")
    func known() throws {
        let machine = try FakeMachine()
        try machine.plug(usb: logitech, port: "1", as: 0)
        let sentence = machine.system.obstacle(to: .usb(other))?.description
        #expect(sentence?.hasSuffix("There are: /dev/video0 (HD Webcam, usb:046d:0825:A1)") == true)
    }

    @Test("a node that the kernel has and this system has not, as in a container, is told as that")
    func missingNode() throws {
        let machine = try FakeMachine()
        try machine.plug(usb: logitech, port: "1", as: 0)
        machine.drivers.change("/dev/video0") { $0.openError = ENOENT }
        let obstacle = machine.system.obstacle(to: .usb(logitech))
        #expect(obstacle?.kind == .notFound)
        #expect(obstacle?.description.hasPrefix("the kernel has HD Webcam, and /dev/video0 is not there") == true)
    }

    @Test("a node that another user may not open is reported with what lets that user in")
    func reportForAnother() throws {
        let machine = try FakeMachine()
        try machine.add(0, thing([.capture, .streaming]))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: machine.root + "/dev/video0")
        let obstacle = machine.system.reports(for: 4_000_000).first?.obstacle
        #expect(obstacle?.kind == .notPermitted)
        #expect(obstacle?.description.hasPrefix("user 4000000 may not open /dev/video0") == true)
        #expect(obstacle?.description.contains("sudo chmod 660 /dev/video0") == true)
    }

    @Test("looking for cameras leaves no descriptor open")
    func leaks() throws {
        let machine = try FakeMachine()
        try machine.plug(usb: logitech, port: "1", as: 0)
        try machine.plug(usb: logitech, port: "2", as: 2)
        let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        for _ in 0..<100 { _ = machine.system.obstacle(to: .usb(logitech)) }
        // Other tests open files meanwhile, but not hundreds.
        #expect(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count < before + 90)
    }

    @Test(
        "texts that name no camera are no selectors",
        arguments: [
            "0", "usb:", "usb:46d:825", "usb:046d", "usb:+46d:0825", "bus:", "name:", "x:y", "", "dev/video0",
            "usb:046d:0825:",
        ])
    func noSelectors(text: String) { #expect(CameraSelector(text) == nil) }
}
