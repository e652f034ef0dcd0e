import OverlaySystem

/// A process that has a device open.
package struct DeviceHolder: Hashable, Sendable {
    /// Its process id.
    package var pid: Int
    /// Its program, as the kernel names it.
    package var program: String

    /// A holder of its members.
    package init(pid: Int, program: String) {
        self.pid = pid
        self.program = program
    }
}

extension DeviceTree {
    /// Who has which path below `/dev` open, as far as this user may see; root sees all.
    package func holders() -> [String: [DeviceHolder]] {
        var found: [String: [DeviceHolder]] = [:]
        let processes = DeviceTree.names(in: root + "/proc").compactMap { Int($0) }.sorted()
        for pid in processes {
            let folder = "\(root)/proc/\(pid)"
            var paths: Set<String> = []
            for number in DeviceTree.names(in: folder + "/fd") {
                guard let path = DeviceTree.link("\(folder)/fd/\(number)"), path.hasPrefix("/dev/video") else {
                    continue
                }
                paths.insert(path)
            }
            guard !paths.isEmpty else { continue }
            let holder = DeviceHolder(pid: pid, program: DeviceTree.line(folder + "/comm") ?? "?")
            for path in paths { found[path, default: []].append(holder) }
        }
        return found
    }
}
