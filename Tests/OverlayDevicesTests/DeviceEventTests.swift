import Foundation
import OverlayDevices
import OverlaySystem
import TestSupport
import Testing

@Suite("Devices that come and go", .timeLimit(.minutes(1)))
struct DeviceEventTests {
    private func kernel(_ texts: String...) -> [UInt8] { texts.flatMap { Array($0.utf8) + [0] } }

    private func little(_ numbers: UInt32...) -> [UInt8] {
        numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    }

    @Test("the kernel's event of a video device is understood, and no other is")
    func kernelEvents() {
        let added = kernel(
            "add@/devices/x/video4linux/video0", "ACTION=add", "DEVPATH=/devices/x", "SUBSYSTEM=video4linux",
            "MAJOR=81", "DEVNAME=video0")
        #expect(DeviceEvent(netlink: added) == DeviceEvent(name: "video0", isGone: false))
        let removed = kernel("remove@/d", "ACTION=remove", "SUBSYSTEM=video4linux", "DEVNAME=video12")
        #expect(DeviceEvent(netlink: removed) == DeviceEvent(name: "video12", isGone: true))
        #expect(DeviceEvent(netlink: kernel("add@/d", "ACTION=add", "SUBSYSTEM=block", "DEVNAME=video0")) == nil)
        #expect(
            DeviceEvent(netlink: kernel("add@/d", "ACTION=add", "SUBSYSTEM=video4linux", "DEVNAME=v4l-subdev0")) == nil)
        #expect(DeviceEvent(netlink: [UInt8]()) == nil)
    }

    @Test("udev's event is understood by what its head says of where the texts are")
    func udev() {
        let texts = kernel("ACTION=add", "SUBSYSTEM=video4linux", "DEVNAME=/dev/video3")
        var message = Array("libudev".utf8) + [0, 0xFE, 0xED, 0xCA, 0xFE]
        message += little(40, 40, UInt32(texts.count))
        message += [UInt8](repeating: 0, count: 16) + texts
        #expect(DeviceEvent(netlink: message) == DeviceEvent(name: "video3", isGone: false))
        for length in 0..<message.count { _ = DeviceEvent(netlink: message.prefix(length)) }
        for place in 16..<24 { message[place] = 0xFF }
        #expect(DeviceEvent(netlink: message) == nil)
    }

    @Test("changes of a folder of devices are understood")
    func inotify() {
        func change(_ mask: UInt32, _ name: String) -> [UInt8] {
            little(1, mask, 0, 16) + Array(name.utf8) + [UInt8](repeating: 0, count: 16 - name.utf8.count)
        }
        let bytes = change(0x100, "video0") + change(0x4, "video0") + change(0x200, "video1") + change(0x100, "tty9")
        let events = DeviceEvent.events(inotify: bytes)
        #expect(events.map(\.name) == ["video0", "video0", "video1"])
        #expect(events.map(\.isGone) == [false, false, true])
        #expect(DeviceEvent.events(inotify: little(.max, 0x4000, 0, 0)) == [.anything])
        for length in 0..<bytes.count { _ = DeviceEvent.events(inotify: bytes.prefix(length)) }
    }

    @Test("whatever bytes come, nothing breaks", arguments: 0..<50)
    func noise(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let length = Int.random(in: 0...300, using: &random)
        var bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
        _ = DeviceEvent.events(inotify: bytes)
        bytes.replaceSubrange(0..<min(8, length), with: Array("libudev".utf8) + [0])
        #expect(DeviceEvent(netlink: bytes) == nil)
    }

    @Test("nodes that come and go in a watched folder are told, many at once together")
    func watching() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "overlayd-dev-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let loop = try EventLoop()
        var told: [Set<DeviceEvent>] = []
        let hotPlug = try HotPlug(on: loop, events: nil, folder: DeviceEventSocket.changes(in: folder)) {
            told.append($0)
            loop.stop()
        }
        defer { hotPlug.stop() }
        for number in 0..<24 {
            #expect(FileManager.default.createFile(atPath: "\(folder)/video\(number)", contents: nil))
            #expect(FileManager.default.createFile(atPath: "\(folder)/other\(number)", contents: nil))
        }
        loop.run()
        #expect(told.count == 1)
        #expect(told.first == Set((0..<24).map { DeviceEvent(name: "video\($0)", isGone: false) }))
        try FileManager.default.removeItem(atPath: folder + "/video3")
        loop.run()
        #expect(told.last == [DeviceEvent(name: "video3", isGone: true)])
    }
}
