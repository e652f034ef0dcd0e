import Glibc
import OverlaySystem
import Testing

@Suite(.timeLimit(.minutes(1)))
struct UnixSocketTests {
    @Test("descriptors arrive beside the bytes they were sent with, close-on-exec")
    func passing() throws {
        let (near, far) = try UnixSocket.pair()
        let file = try Descriptor.memory(named: "passed")
        #expect(write(file.number, "content", 7) == 7)
        try UnixSocket.sendAll([42], passing: [file, file], to: far)
        var received: [Descriptor] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 1)
        defer { buffer.deallocate() }
        #expect(try UnixSocket.receive(from: near, into: buffer, descriptors: &received) == .bytes(1))
        #expect(received.count == 2)
        var content = [UInt8](repeating: 0, count: 7)
        #expect(pread(received[0].number, &content, 7, 0) == 7)
        #expect(String(decoding: content, as: UTF8.self) == "content")
        #expect(fcntl(received[0].number, F_GETFD) == FD_CLOEXEC)
    }

    @Test("a sealed memory file can be read and never changed again")
    func sealing() throws {
        let file = try Descriptor.memory(named: "sealed")
        #expect(write(file.number, "abc", 3) == 3)
        try file.seal()
        #expect(write(file.number, "x", 1) == -1)
        #expect(ftruncate(file.number, 0) == -1)
        #expect(try FileContent(of: file).withBytes { Array($0) } == Array("abc".utf8))
    }

    @Test("a socket's path has exactly the mode asked for", arguments: [0o600, 0o660, 0o666] as [mode_t])
    func mode(mode: mode_t) throws {
        var folder = Array("/tmp/overlayd-socket-XXXXXX".utf8CString)
        try #require(mkdtemp(&folder) != nil)
        let path = String(decoding: folder.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self) + "/s"
        defer {
            unlink(path)
            rmdir(folder)
        }
        let socket = try UnixSocket.listen(at: path, mode: mode)
        var about = stat()
        #expect(stat(path, &about) == 0)
        #expect(about.st_mode & 0o7777 == mode)
        _ = try UnixSocket.connect(to: path)
        #expect(try UnixSocket.accept(from: socket) != nil)
    }

    @Test("a path longer than an address holds is an error", arguments: [108, 4096])
    func longPath(length: Int) {
        let path = "/" + String(repeating: "a", count: length - 1)
        #expect(throws: SystemError("bind", path, code: ENAMETOOLONG)) {
            try UnixSocket.listen(at: path, mode: 0o600)
        }
    }

    @Test("a socket that nobody listens on is an error that names the path")
    func nobody() {
        #expect(throws: SystemError("connect", "/nowhere/a.sock", code: ENOENT)) {
            try UnixSocket.connect(to: "/nowhere/a.sock")
        }
    }

    @Test("a send to a socket whose other end is gone is an error, not a signal")
    func broken() throws {
        let (near, far) = try UnixSocket.pair()
        far.close()
        #expect(throws: SystemError("sendmsg", code: EPIPE)) { try UnixSocket.sendAll([1], to: near) }
    }
}
