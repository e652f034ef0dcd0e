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
