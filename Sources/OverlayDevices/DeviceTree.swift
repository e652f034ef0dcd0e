import Glibc
import OverlaySystem

/// The machine's devices as its file system shows them: `/sys`, `/dev` and `/proc` below a root.
package struct DeviceTree: Hashable, Sendable {
    /// What stands before `/sys`, `/dev` and `/proc`; empty for the machine's own.
    package let root: String

    /// The machine's own tree, or one below a folder.
    package init(root: String = "") { self.root = root }

    /// The video nodes by number, as this process or another user may use them.
    package func videoNodes(for user: uid_t? = nil) -> [VideoNode] {
        let groups = user.map(Accounts.groups(of:)) ?? []
        return DeviceTree.names(in: classFolder)
            .compactMap { name in DeviceTree.number(of: name).map { (number: $0, name: name) } }
            .sorted { $0.number < $1.number }
            .map { entry in
                var node = node(entry.name)
                let path = root + node.path
                node.isAccessible = user.map { DeviceTree.allows($0, groups, path) } ?? (access(path, R_OK | W_OK) == 0)
                return node
            }
    }

    /// A node by its name below `/dev`, as sysfs describes it.
    func node(_ name: String) -> VideoNode {
        let place = "\(classFolder)/\(name)"
        let device = DeviceTree.realPath(place + "/device")
        let usb = device.flatMap { usbFolder(above: $0) }
        return VideoNode(
            path: "/dev/\(name)", name: DeviceTree.line(place + "/name") ?? name,
            driver: DeviceTree.realPath(place + "/device/driver").flatMap(DeviceTree.lastName),
            index: DeviceTree.line(place + "/index").flatMap { Int($0) } ?? 0,
            usb: usb.flatMap(DeviceTree.identity), bus: usb.flatMap(DeviceTree.usbPath) ?? device.flatMap(busPath))
    }

    private var classFolder: String { root + "/sys/class/video4linux" }

    /// The number in `video12`; nil for any other name.
    static func number(of name: String) -> Int? {
        guard name.hasPrefix("video"), name.dropFirst(5).allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        return Int(name.dropFirst(5))
    }

    /// The nearest folder at or above a device that is a USB device and not one of its interfaces.
    private func usbFolder(above device: String) -> String? {
        var folder = device
        for _ in 0..<8 {
            if access(folder + "/idVendor", F_OK) == 0 { return folder }
            folder = FilePath.folder(of: folder)
            if folder.count <= 1 { return nil }
        }
        return nil
    }

    private static func identity(_ folder: String) -> USBIdentity? {
        guard let vendor = line(folder + "/idVendor"), let product = line(folder + "/idProduct") else { return nil }
        return USBIdentity(
            vendor: vendor.lowercased(), product: product.lowercased(), serial: line(folder + "/serial"))
    }

    /// The path as the kernel's drivers make it: the controller and the ports on the way, `usb-CONTROLLER-1.2`.
    private static func usbPath(_ folder: String) -> String? {
        guard let ports = line(folder + "/devpath"), let name = lastName(folder) else { return nil }
        // 1-2.3 hangs below usb1, which hangs below its controller.
        let hub = "usb" + name.prefix { $0 != "-" }
        let parts = folder.split(separator: "/")
        guard let index = parts.lastIndex(of: Substring(hub)), index > 0 else { return nil }
        return "usb-\(parts[index - 1])-\(ports)"
    }

    private func busPath(_ device: String) -> String? {
        guard let bus = DeviceTree.realPath(device + "/subsystem").flatMap(DeviceTree.lastName),
            let name = DeviceTree.lastName(device)
        else { return nil }
        return "\(bus):\(name)"
    }

    /// What the mode of a node grants to a user of these groups.
    private static func allows(_ user: uid_t, _ groups: Set<gid_t>, _ path: String) -> Bool {
        var about = stat()
        guard stat(path, &about) == 0 else { return false }
        let shift: mode_t = user == about.st_uid ? 6 : groups.contains(about.st_gid) ? 3 : 0
        return user == 0 || about.st_mode >> shift & 6 == 6
    }
}

extension DeviceTree {
    /// The names in a folder, but those of dots; none where it cannot be read.
    static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    /// The first line of a small file; nil when there is none or it is empty.
    static func line(_ path: String) -> String? {
        guard let bytes = try? FileText.read(path, atMost: 4096) else { return nil }
        let line = String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self)
        return line.isEmpty ? nil : line
    }

    /// Where a path leads, every link followed; nil when it leads nowhere.
    static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// The target of a link, as it stands there.
    static func link(_ path: String) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(path, &target, target.count)
        guard length > 0 else { return nil }
        return String(decoding: target.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    static func lastName(_ path: String) -> String? { path.split(separator: "/").last.map(String.init) }
}
