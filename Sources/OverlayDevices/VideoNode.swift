import Glibc
import OverlaySystem

/// A video device as the kernel lists it; nothing is opened.
package struct VideoNode: Hashable, Sendable {
    /// Where it is opened: `/dev/video0`.
    package var path: String
    /// What the driver calls it.
    package var name: String
    /// The driver's module; nil when the kernel does not say.
    package var driver: String?
    /// The user for whom it was looked at may read and write it.
    package var isAccessible: Bool

    /// A node of its members.
    package init(path: String, name: String, driver: String?, isAccessible: Bool) {
        self.path = path
        self.name = name
        self.driver = driver
        self.isAccessible = isAccessible
    }

    /// The nodes below `/sys/class/video4linux`, by number, as this process or another user may use them.
    package static func all(
        for user: uid_t? = nil, listedIn folder: String = "/sys/class/video4linux", devices: String = "/dev"
    ) -> [VideoNode] {
        let groups = user.map(Accounts.groups(of:)) ?? []
        return names(in: folder).compactMap { name in Int(name.dropFirst(5)).map { (number: $0, name: name) } }
            .sorted { $0.number < $1.number }
            .map { entry in
                let place = "\(folder)/\(entry.name)"
                let path = "\(devices)/\(entry.name)"
                return VideoNode(
                    path: path, name: title(at: place + "/name") ?? entry.name, driver: driver(at: place),
                    isAccessible: user.map { allows($0, groups, path) } ?? (access(path, R_OK | W_OK) == 0))
            }
    }

    /// What the mode of a node grants to a user of these groups.
    private static func allows(_ user: uid_t, _ groups: Set<gid_t>, _ path: String) -> Bool {
        var about = stat()
        guard stat(path, &about) == 0 else { return false }
        let shift: mode_t = user == about.st_uid ? 6 : groups.contains(about.st_gid) ? 3 : 0
        return user == 0 || about.st_mode >> shift & 6 == 6
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix("video") { names.append(name) }
        }
        return names
    }

    private static func title(at path: String) -> String? {
        guard let bytes = try? FileText.read(path, atMost: 4096) else { return nil }
        return String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self)
    }

    private static func driver(at place: String) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(place + "/device/driver", &target, target.count)
        guard length > 0 else { return nil }
        let path = String(decoding: target.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return path.split(separator: "/").last.map(String.init)
    }
}
