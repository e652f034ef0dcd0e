import Foundation
import OverlaySystem
import Synchronization
import Testing

@testable import OverlayDaemon

@Suite(.timeLimit(.minutes(1)))
struct ServingSocketTests {
    private let silent = Log { _, _ in }

    /// A folder for the length of `body`.
    private func inFolder(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/overlayd-socket.XXXXXX".utf8CString)
        #expect(mkdtemp(&template) != nil)
        let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private func content(of folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test("what is no socket stays as it is, and nothing is left beside it")
    func notASocket() throws {
        try inFolder { folder in
            try "precious".write(toFile: folder + "/passwd", atomically: true, encoding: .utf8)
            #expect(throws: ServingSocket.Refusal.self) { try ServingSocket(at: folder + "/passwd", log: silent) }
            #expect(try content(of: folder) == ["passwd"])
            #expect(try String(contentsOfFile: folder + "/passwd", encoding: .utf8) == "precious")
        }
    }

    @Test("a dead daemon's socket and lock are replaced, and both are gone in the end")
    func stale() throws {
        try inFolder { folder in
            let path = folder + "/a.sock"
            try UnixSocket.listen(at: path, mode: 0o600).close()
            try Descriptor(opening: path + ".lock", flags: O_RDWR | O_CREAT, mode: 0o600).close()
            let socket = try ServingSocket(at: path, log: silent)
            #expect(try content(of: folder) == ["a.sock", "a.sock.lock"])
            #expect(throws: ServingSocket.Refusal.self) { try ServingSocket(at: path, log: silent) }
            #expect(try content(of: folder) == ["a.sock", "a.sock.lock"])
            socket.close()
            #expect(try content(of: folder).isEmpty)
        }
    }

    @Test("however many come and go, one serves at a time, and its socket is there")
    func race() throws {
        try inFolder { folder in
            let path = folder + "/a.sock"
            let counts = Mutex((serving: 0, faults: 0))
            let log = silent
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                var served = 0
                while served < 50 {
                    guard let socket = try? ServingSocket(at: path, log: log) else { continue }
                    served += 1
                    let canConnect = (try? UnixSocket.connect(to: path)) != nil
                    counts.withLock {
                        $0.serving += 1
                        if $0.serving != 1 || !canConnect { $0.faults += 1 }
                    }
                    sched_yield()
                    counts.withLock { $0.serving -= 1 }
                    socket.close()
                }
            }
            #expect(counts.withLock { $0.faults } == 0)
            let left = try content(of: folder)
            #expect(left.isEmpty)
        }
    }
}
