import Glibc

/// Users and groups of the machine, and who this process is.
package enum Accounts {
    /// The user that this process is.
    package static var user: uid_t { getuid() }

    /// The groups that this process is in.
    package static var groups: Set<gid_t> {
        let count = getgroups(0, nil)
        var groups = [gid_t](repeating: 0, count: max(0, Int(count)))
        let filled = getgroups(Int32(clamping: groups.count), &groups)
        return Set(groups.prefix(max(0, Int(filled)))).union([getegid()])
    }

    /// The groups that a user has at login; none for a user that the machine does not know.
    package static func groups(of user: uid_t) -> Set<gid_t> {
        var entry = passwd()
        return withRoom { room, length -> Set<gid_t>? in
            var result: UnsafeMutablePointer<passwd>?
            getpwuid_r(user, &entry, room, length, &result)
            guard let found = result?.pointee, let name = found.pw_name else { return nil }
            var groups = [gid_t](repeating: 0, count: 1024)
            var count = Int32(groups.count)
            getgrouplist(name, found.pw_gid, &groups, &count)
            return Set(groups.prefix(max(0, Int(count))))
        } ?? []
    }

    /// A user's name; the number where it has none.
    package static func userName(_ id: uid_t) -> String {
        var entry = passwd()
        let name = withRoom { room, length -> String? in
            var result: UnsafeMutablePointer<passwd>?
            getpwuid_r(id, &entry, room, length, &result)
            return result?.pointee.pw_name.map { String(cString: $0) }
        }
        return name ?? String(id)
    }

    /// A group's name; the number where it has none.
    package static func groupName(_ id: gid_t) -> String {
        var entry = Glibc.group()
        let name = withRoom { room, length -> String? in
            var result: UnsafeMutablePointer<Glibc.group>?
            getgrgid_r(id, &entry, room, length, &result)
            return result?.pointee.gr_name.map { String(cString: $0) }
        }
        return name ?? String(id)
    }

    /// The number of a group; nil when there is none of that name.
    package static func group(named name: String) -> gid_t? {
        var entry = Glibc.group()
        return withRoom { room, length in
            var result: UnsafeMutablePointer<Glibc.group>?
            getgrnam_r(name, &entry, room, length, &result)
            return result?.pointee.gr_gid
        }
    }

    /// Room for the texts of an entry.
    private static func withRoom<Value>(_ body: (UnsafeMutablePointer<CChar>, Int) -> Value?) -> Value? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 65_536) { buffer in
            buffer.baseAddress.flatMap { body($0, buffer.count) }
        }
    }
}
