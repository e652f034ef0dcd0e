import CLinux
import Glibc
import OverlaySystem
import Testing

@Suite("What a service manager is told", .timeLimit(.minutes(2)))
struct ServiceTests {
    @Test("the daemon says when it serves, that it lives, and that it stops")
    func notices() throws {
        let scratch = try Scratch()
        let notices = try NoticeSocket(at: scratch.file("notify"))
        let daemon = try DaemonProcess(
            in: scratch, environment: ["NOTIFY_SOCKET": notices.path, "WATCHDOG_USEC": "100000"])
        #expect(try notices.next() == "READY=1\nSTATUS=serves test at \(daemon.socket)")
        for _ in 0..<3 { #expect(try notices.next() == "WATCHDOG=1") }
        daemon.process.signal(SIGTERM)
        var last = ""
        repeat { last = try notices.next() } while last == "WATCHDOG=1"
        #expect(last == "STOPPING=1\nSTATUS=stopping: Terminated")
        #expect(try daemon.process.finish().status == .exited(0))
    }

    @Test("a daemon that cannot serve does not say that it does")
    func refusal() throws {
        let scratch = try Scratch()
        let notices = try NoticeSocket(at: scratch.file("notify"))
        let outcome = try Spawned.run(
            Built.overlayd, ["run", "--socket", "/nonexistent/overlayd.sock", "--input", "test=test:"],
            environment: ["NOTIFY_SOCKET": notices.path])
        #expect(outcome.status == .exited(73))
        #expect(notices.isEmpty)
    }
}

/// The service manager's end: a datagram socket.
private struct NoticeSocket {
    let path: String
    private let socket: Descriptor

    init(at path: String) throws {
        self.path = path
        let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        socket = Descriptor(owning: try checked("socket") { Glibc.socket(AF_UNIX, type, 0) })
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let number = socket.number
        _ = try checked("bind", path) {
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
    }

    var isEmpty: Bool {
        var waiting = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, 0) == 0
    }

    func next() throws -> String {
        let patience = Patience("a notice")
        var waiting = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, 1_000) <= 0 { try patience.check() }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(socket.number, &buffer, buffer.count, 0)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
}
