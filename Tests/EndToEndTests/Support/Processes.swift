import CLinux
import Glibc
import OverlaySystem

/// A process is there and has not ended, reaped or not.
func isRunning(_ pid: Int32) -> Bool {
    guard let status = try? FileText.read("/proc/\(pid)/stat", atMost: 4096) else { return false }
    let state = status.lastIndex(of: UInt8(ascii: ")")).map { status[($0 + 2)...] }?.first
    return state != UInt8(ascii: "Z") && state != UInt8(ascii: "X")
}

/// The processes that a process has started.
func children(of pid: Int32) throws -> [Int32] {
    let text = String(decoding: try FileText.read("/proc/\(pid)/task/\(pid)/children", atMost: 4096), as: UTF8.self)
    return text.split(separator: " ").compactMap { Int32($0) }
}

/// The end of a process that somebody else started.
struct ProcessEnd {
    private let pid: Int32
    private let ending: Descriptor

    /// Of a process that is there now.
    init(of pid: Int32) throws {
        self.pid = pid
        ending = Descriptor(owning: try checked("pidfd_open") { clinux_pidfd_open(pid) })
    }

    /// Waits for it.
    func wait() throws {
        let patience = Patience("the end of process \(pid)")
        var waiting = pollfd(fd: ending.number, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, 1_000) <= 0 { try patience.check() }
    }
}
