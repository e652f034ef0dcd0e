import Glibc
import OverlaySystem

/// The socket on which a daemon serves: the lock that makes it the only one, the file, and its end.
package final class ServingSocket {
    /// Why a daemon cannot serve at a path, and what to do.
    package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        /// Whether another daemon serves there already.
        package var isTaken: Bool
        /// The sentence.
        package var description: String
    }

    /// Where it serves.
    package let path: String
    /// Listens, non-blocking.
    package let listener: Descriptor
    private let lock: Descriptor
    private var isOpen = true

    /// What a socket is for.
    package enum Role: String, Sendable {
        /// Everything that clients do; for the group of this name.
        case data = "overlayd"
        /// What changes an input for all; for the group of this name.
        case control = "overlayd-admin"
    }

    /// Takes the lock beside `path`, removes a dead daemon's socket, and listens.
    package init(at path: String, role: Role = .data, log: Log) throws(Refusal) {
        self.path = path
        try ServingSocket.check(path)
        // Before anything is left beside what is none of ours.
        _ = try ServingSocket.isStale(path)
        lock = try ServingSocket.takeLock(of: path)
        let group = ServingSocket.group(named: role.rawValue)
        do {
            if try ServingSocket.isStale(path) { unlink(path) }
            listener = try UnixSocket.listen(at: path, mode: group == nil ? 0o600 : 0o660)
        } catch {
            unlink(path + ".lock")
            throw error as? Refusal ?? ServingSocket.refusal(path, error as? SystemError ?? SystemError("listen", path))
        }
        guard let group else {
            // Said once is enough.
            guard role == .data else { return }
            let who = getuid() == 0 ? "only root" : "only \(Accounts.userName(getuid())) and root"
            log(
                .notice,
                "there is no group 'overlayd': \(who) may connect to \(path); for others make it by "
                    + "'sudo groupadd --system overlayd', let them join, and start overlayd again")
            return
        }
        // A service that runs in that group has made it so, and may not be allowed to call chown.
        var about = stat()
        let belongs = lstat(path, &about) == 0 && about.st_gid == group
        if !belongs, chown(path, uid_t.max, group) != 0 {
            log(.warning, "\(path) cannot be given to the group '\(role.rawValue)': \(SystemError("chown").reason)")
        }
    }

    /// Removes the socket file, then the lock.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        unlink(path)
        unlink(path + ".lock")
        listener.close()
        lock.close()
    }

    deinit { close() }

    private static func check(_ path: String) throws(Refusal) {
        guard !path.isEmpty, path.utf8.count <= UnixSocket.longestPath else {
            throw Refusal(
                isTaken: false,
                description: "the socket path has \(path.utf8.count) bytes, and 1 to \(UnixSocket.longestPath) are "
                    + "possible: \(path.prefix(160)); choose a shorter one with --socket")
        }
        let folder = FilePath.folder(of: path)
        var about = stat()
        guard stat(folder, &about) == 0 else {
            let error = SystemError("stat", folder)
            throw Refusal(
                isTaken: false,
                description: "the socket's folder \(folder) cannot be used: \(error.reason); make it, or choose "
                    + "another path with --socket")
        }
        let isOpenToOthers = about.st_mode & (S_IWGRP | S_IWOTH) != 0
        let isStickyOfRoot = about.st_mode & S_ISVTX != 0 && about.st_uid == 0
        guard !isOpenToOthers || isStickyOfRoot else {
            throw Refusal(
                isTaken: false,
                description: "others may write to the socket's folder \(folder), so they could put another socket in "
                    + "its place; take that right away (chmod go-w \(folder)), or choose another path with --socket")
        }
    }

    /// Takes the lock; it is held as long as its file is open.
    ///
    /// Whoever held it before may have removed the file between our opening and locking it: then that lock is nobody's
    /// hindrance any more, and a new one is due.
    private static func takeLock(of path: String) throws(Refusal) -> Descriptor {
        let place = path + ".lock"
        for _ in 0..<100 {
            let lock: Descriptor
            do throws(SystemError) {
                lock = try Descriptor(opening: place, flags: O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
            } catch {
                throw refusal(path, error)
            }
            guard lock.lock() else { break }
            var (held, there) = (stat(), stat())
            if fstat(lock.number, &held) == 0, lstat(place, &there) == 0, held.st_ino == there.st_ino,
                held.st_dev == there.st_dev
            {
                return lock
            }
        }
        throw Refusal(
            isTaken: true,
            description: "another overlayd serves \(path); stop it, or choose another path with --socket")
    }

    /// There is a file left by a daemon that died; only a socket is one, and only the lock's holder may remove it.
    private static func isStale(_ path: String) throws(Refusal) -> Bool {
        var about = stat()
        guard lstat(path, &about) == 0 else { return false }
        guard about.st_mode & S_IFMT == S_IFSOCK else {
            throw Refusal(
                isTaken: false, description: "\(path) exists and is not a socket; remove it, or choose another path")
        }
        return true
    }

    private static func refusal(_ path: String, _ error: SystemError) -> Refusal {
        let advice =
            error.code == EACCES || error.code == EROFS
            ? "user \(getuid()) may not write to \(FilePath.folder(of: path)); choose another path with --socket"
            : "choose another path with --socket"
        return Refusal(isTaken: false, description: "cannot serve at \(path): \(error.reason); \(advice)")
    }

    private static func group(named name: String) -> gid_t? { getgrnam(name)?.pointee.gr_gid }
}
