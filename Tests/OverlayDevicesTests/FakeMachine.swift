import Foundation
import OverlayDevices
import OverlaySystem

/// A folder with `/sys`, `/dev` and `/proc` of a machine that does not exist, and what its drivers would say.
final class FakeMachine {
    let root = FileManager.default.temporaryDirectory.appending(path: "overlayd-\(UUID().uuidString)").path
    let drivers = FakeDrivers()
    var system: CameraSystem { CameraSystem(tree: DeviceTree(root: root), calls: drivers) }

    init() throws {
        for folder in ["/sys/class/video4linux", "/dev", "/proc"] {
            try FileManager.default.createDirectory(atPath: root + folder, withIntermediateDirectories: true)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    func write(_ text: String, _ path: String) throws {
        try makeFolder(of: path)
        try Data(text.utf8).write(to: URL(fileURLWithPath: root + path))
    }

    func link(_ path: String, to target: String) throws {
        try makeFolder(of: path)
        try FileManager.default.createSymbolicLink(
            atPath: root + path, withDestinationPath: target.hasPrefix("/") ? root + target : target)
    }

    /// Plugs a USB camera with a metadata node into a port, as video N and N+1.
    func plug(usb identity: USBIdentity, port: String, as number: Int, title: String = "HD Webcam") throws {
        let bus = "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-\(port)"
        try write(identity.vendor + "\n", bus + "/idVendor")
        try write(identity.product + "\n", bus + "/idProduct")
        if let serial = identity.serial { try write(serial + "\n", bus + "/serial") }
        try write(port + "\n", bus + "/devpath")
        let interface = bus + "/1-\(port):1.0"
        try write("", "/sys/bus/usb/drivers/uvcvideo/bind")
        try? link(interface + "/driver", to: "/sys/bus/usb/drivers/uvcvideo")
        for index in 0...1 {
            try node(number + index, device: interface, name: title, index: index)
            drivers.set(
                "/dev/video\(number + index)",
                FakeDrivers.Device(
                    VideoCapability(
                        driver: "uvcvideo", card: title, bus: "usb-0000:00:14.0-\(port)",
                        abilities: index == 0 ? [.capture, .streaming] : [.metadata, .streaming])))
        }
    }

    /// A node of a device that hangs on no bus.
    func add(_ number: Int, _ device: FakeDrivers.Device, name: String = "Thing") throws {
        try node(number, device: nil, name: name, index: 0)
        drivers.set("/dev/video\(number)", device)
    }

    func unplug(_ number: Int) throws {
        try FileManager.default.removeItem(atPath: root + "/sys/class/video4linux/video\(number)")
        try FileManager.default.removeItem(atPath: root + "/dev/video\(number)")
        drivers.set("/dev/video\(number)", nil)
    }

    private func node(_ number: Int, device: String?, name: String, index: Int) throws {
        let place = (device ?? "/sys/devices/virtual") + "/video4linux/video\(number)"
        try write(name + "\n", place + "/name")
        try write("\(index)\n", place + "/index")
        if let device { try? link(place + "/device", to: device) }
        try link("/sys/class/video4linux/video\(number)", to: place)
        try write("", "/dev/video\(number)")
    }

    private func makeFolder(of path: String) throws {
        try FileManager.default.createDirectory(
            atPath: FilePath.folder(of: root + path), withIntermediateDirectories: true)
    }
}
