import Glibc
import OverlaySystem
import Testing

@testable import OverlayClient

@Suite(.timeLimit(.minutes(1)))
struct ConnectingTests {
    @Test("a path that is said, or that the environment names, is the only one")
    func said() {
        let environment = ["OVERLAYD_SOCKET": "/by/variable", "XDG_RUNTIME_DIR": "/run/user/7"]
        #expect(SocketLocation.candidates(said: "/said") { environment[$0] } == ["/said"])
        #expect(SocketLocation.candidates(said: nil) { environment[$0] } == ["/by/variable"])
    }

    @Test("else the system's socket comes before the user's; an empty variable is none")
    func found() {
        let user = ["OVERLAYD_SOCKET": "", "XDG_RUNTIME_DIR": "/run/user/7"]
        let both = ["/run/overlayd/overlayd.sock", "/run/user/7/overlayd/overlayd.sock"]
        #expect(SocketLocation.candidates(said: nil) { user[$0] } == both)
        #expect(SocketLocation.candidates(said: nil) { _ in nil } == ["/run/overlayd/overlayd.sock"])
    }

    @Test(
        "a failure to connect says what to do",
        arguments: [
            (ENOENT, ClientError.Code.noDaemon, "start it with 'overlayd run'"),
            (ENOTDIR, .noDaemon, "start it with 'overlayd run'"), (ECONNREFUSED, .deadSocket, "nobody listens"),
            (ENOTSOCK, .deadSocket, "nobody listens"), (EACCES, .notPermitted, "log in again"),
            (ENAMETOOLONG, .system, "at most 107"), (EMFILE, .system, "Too many open files"),
        ])
    func failures(_ code: Int32, kind: ClientError.Code, words: String) {
        let path = "/nonexistent/overlayd.sock"
        let error = ClientError(connecting: path, SystemError("connect", path, code: code))
        #expect(error.code == kind)
        #expect(error.message.contains(path))
        #expect(error.message.contains(words))
    }

    @Test("what is no socket is not taken for a dead daemon's")
    func noSocket() {
        let error = ClientError(connecting: "/", SystemError("connect", "/", code: ECONNREFUSED))
        #expect(error.code == .noDaemon)
        #expect(error.message.contains("/ is not a socket"))
    }

    @Test("a socket that only its owner may use is not a matter of groups")
    func ownerOnly() throws {
        let path = "/tmp/overlay-client-\(getpid()).sock"
        let listener = try UnixSocket.listen(at: path, mode: 0o600)
        defer { unlink(path) }
        let error = ClientError(connecting: path, SystemError("connect", path, code: EACCES))
        #expect(error.message.contains("for its owner alone"))
        withExtendedLifetime(listener) {}
    }

    @Test("a folder of another user's that hides the socket is not a matter of groups either")
    func hiddenByFolder() throws {
        let folder = "/tmp/overlay-client-hidden-\(getpid())"
        try #require(mkdir(folder, 0o700) == 0)
        defer { rmdir(folder) }
        let path = folder + "/overlayd/overlayd.sock"
        let error = ClientError(connecting: path, SystemError("connect", path, code: EACCES))
        #expect(error.message.contains("\(path) is for its owner alone"))
    }

    @Test("what comes before a reply is kept for later, and a hang-up is told after it")
    func keeping() throws {
        let path = "/tmp/overlay-client-keeping-\(getpid()).sock"
        let listener = try UnixSocket.listen(at: path, mode: 0o600)
        defer { unlink(path) }
        let connection = try Connection(to: path)
        let peer = try #require(try UnixSocket.accept(from: listener))
        let lines = [
            #"{"jsonrpc":"2.0","method":"later","params":{"n": 1.0}}"#, #"{"jsonrpc":"2.0","id":9,"result":{}}"#,
            #"{"jsonrpc":"2.0","id":1,"result":{"pong":true}}"#, "", #"{"jsonrpc":"2.0","method":"last"}"#,
        ]
        try UnixSocket.sendAll(Array((lines.joined(separator: "\r\n") + "\n").utf8), to: peer)
        #expect(try connection.request("ping")["pong"]?.bool == true)
        peer.close()
        let kept = try [connection.next(), connection.next(), connection.next()].map { try #require($0) }
        #expect(kept.map { String(decoding: $0.params, as: UTF8.self) } == [#"{"n": 1.0}"#, "", ""])
        #expect(kept[0].message == .other(method: "later", params: .object(["n": .number(1)])))
        #expect(kept[2].message == .other(method: "last", params: .object([:])))
        #expect(throws: ClientError(.closed, "the daemon at \(path) went away")) { try connection.next() }
    }

    @Test("waiting ends at its deadline")
    func deadline() throws {
        let path = "/tmp/overlay-client-deadline-\(getpid()).sock"
        let listener = try UnixSocket.listen(at: path, mode: 0o600)
        defer { unlink(path) }
        let connection = try Connection(to: path)
        #expect(try connection.next(until: SystemClock().monotonic + 1000)?.message == nil)
        withExtendedLifetime(listener) {}
    }
}
