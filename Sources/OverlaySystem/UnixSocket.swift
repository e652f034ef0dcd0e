import CLinux
import Glibc

/// Stream sockets of the Unix family.
package enum UnixSocket {
    /// The longest path that a socket address holds, in bytes.
    package static let longestPath = 107

    /// A non-blocking socket that listens at `path`, which must not exist; made with exactly the given mode.
    ///
    /// The kernel cuts `backlog` to its own limit; past it, a client that does not wait is turned away.
    package static func listen(at path: String, mode: mode_t, backlog: Int32 = 4096) throws(SystemError) -> Descriptor {
        let socket = try make()
        // Linux gives the path the socket's own mode less the process's mask, which is not ours to change while other
        // threads make files: nobody is let in too early, and what the mask took is given back before anybody can call.
        _ = try checked("fchmod", path) { fchmod(socket.number, mode) }
        _ = try checked("bind", path) { withAddress(path) { Glibc.bind(socket.number, $0, $1) } }
        _ = try checked("chmod", path) { chmod(path, mode) }
        _ = try checked("listen", path) { Glibc.listen(socket.number, backlog) }
        try setBlocking(socket, false)
        return socket
    }

    /// A blocking socket connected to the one at `path`.
    ///
    /// With `patience`, in microseconds, the connecting and each later sending fail with EAGAIN when the other end has
    /// made no room for so long.
    package static func connect(to path: String, patience: Int64? = nil) throws(SystemError) -> Descriptor {
        let socket = try make()
        if let patience { try setSendPatience(socket, patience) }
        _ = try checked("connect", path) { withAddress(path) { Glibc.connect(socket.number, $0, $1) } }
        return socket
    }

    /// A connected pair, blocking.
    package static func pair() throws(SystemError) -> (Descriptor, Descriptor) {
        var numbers: [Int32] = [-1, -1]
        _ = try checked("socketpair") { clinux_socketpair(&numbers) }
        return (Descriptor(owning: numbers[0]), Descriptor(owning: numbers[1]))
    }

    /// The next waiting connection, non-blocking; nil when none waits.
    package static func accept(from listener: Descriptor) throws(SystemError) -> Descriptor? {
        do throws(SystemError) {
            return Descriptor(owning: try checked("accept4") { clinux_accept(listener.number) })
        } catch {
            if error.code == EAGAIN || error.code == ECONNABORTED { return nil }
            throw error
        }
    }

    /// The process at the other end.
    package static func peer(of socket: Descriptor) throws(SystemError) -> Peer {
        var peer = Peer(pid: 0, uid: 0, gid: 0)
        _ = try checked("getsockopt") { clinux_peer(socket.number, &peer.pid, &peer.uid, &peer.gid) }
        return peer
    }

    /// Makes calls on it wait, or answer at once.
    package static func setBlocking(_ socket: Descriptor, _ blocking: Bool) throws(SystemError) {
        _ = try checked("fcntl") { clinux_set_blocking(socket.number, blocking) }
    }

    /// Asks for a send buffer of so many bytes; the kernel doubles it and has a floor of its own.
    package static func setSendBuffer(_ socket: Descriptor, _ bytes: Int32) throws(SystemError) {
        var size = bytes
        _ = try checked("setsockopt") {
            setsockopt(socket.number, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    private static func setSendPatience(_ socket: Descriptor, _ microseconds: Int64) throws(SystemError) {
        var time = timeval(tv_sec: Int(microseconds / 1_000_000), tv_usec: Int(microseconds % 1_000_000))
        _ = try checked("setsockopt") {
            setsockopt(socket.number, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    private static func make() throws(SystemError) -> Descriptor {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        return Descriptor(owning: try checked("socket") { Glibc.socket(AF_UNIX, type, 0) })
    }

    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        guard path.utf8.count <= longestPath, !path.utf8.contains(0) else {
            errno = ENAMETOOLONG
            return -1
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

/// Who is at the other end of a Unix socket.
package struct Peer: Hashable, Sendable {
    /// Process id.
    package var pid: pid_t
    /// User id.
    package var uid: uid_t
    /// Group id.
    package var gid: gid_t
}
