import Glibc
import OverlaySystem
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ProcessTests {
    @Test("a child finds its channel under its number, and its end is seen", arguments: [0, 3, 64] as [Int32])
    func channel(code: Int32) throws {
        let (near, far) = try UnixSocket.pair()
        let child = try ChildProcess(
            starting: "/bin/sh", arguments: ["-c", "echo hello >&3; exit \(code)"], channel: far)
        far.close()
        #expect(try readAll(near) == "hello\n")
        try waitForEnd(of: child)
        #expect(child.endedStatus() == .exited(code))
    }

    @Test("a child that is killed says by what")
    func killing() throws {
        let (near, far) = try UnixSocket.pair()
        let child = try ChildProcess(starting: "/bin/sleep", arguments: ["1000"], channel: far)
        #expect(child.endedStatus() == nil)
        #expect(child.kill() == .killed(SIGKILL))
        #expect(child.endedStatus() == .killed(SIGKILL))
        withExtendedLifetime(near) {}
    }

    @Test("a program that is not there is an error that names it")
    func missing() throws {
        let (near, _) = try UnixSocket.pair()
        #expect(throws: SystemError("posix_spawn", "/nowhere/program", code: ENOENT)) {
            try ChildProcess(starting: "/nowhere/program", arguments: [], channel: near)
        }
    }

    @Test("signals arrive on the loop")
    func signals() throws {
        let loop = try EventLoop()
        let signals = try Signals([SIGUSR1])
        var received: [Int32] = []
        try signals.watch(on: loop) { signal in
            received.append(signal)
            loop.stop()
        }
        // To this thread, which has it blocked.
        pthread_kill(pthread_self(), SIGUSR1)
        loop.run()
        #expect(received == [SIGUSR1])
    }

    private func readAll(_ socket: Descriptor) throws -> String {
        var bytes: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 100, alignment: 1)
        defer { buffer.deallocate() }
        while case .bytes(let count) = try UnixSocket.receive(from: socket, into: buffer) {
            bytes.append(contentsOf: buffer.prefix(count))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func waitForEnd(of child: ChildProcess) throws {
        let loop = try EventLoop()
        try loop.watch(child.ending, .read) { _ in loop.stop() }
        loop.run()
    }
}
