import CLinux
import Glibc
import OverlaySystem

/// A program under test: its process, and what it says; ended with the test.
final class Spawned {
    /// How a run ended.
    struct Outcome {
        let status: ChildProcess.Status
        let output: String
        let complaint: String

        /// The lines of the output.
        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    let pid: pid_t
    private let ending: Descriptor
    private var streams: [Stream]
    private var status: ChildProcess.Status?

    private struct Stream {
        let source: Descriptor
        var bytes: [UInt8] = []
        var isOpen = true
    }

    /// Starts a program in a folder; its standard input is a file.
    init(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], input: String = "/dev/null",
        folder: String = "/"
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        streams = []
        var far: [Descriptor] = []
        for number in [1, 2] as [Int32] {
            let (ours, theirs) = try UnixSocket.pair()
            try UnixSocket.setBlocking(ours, false)
            posix_spawn_file_actions_adddup2(&actions, theirs.number, number)
            streams.append(Stream(source: ours))
            far.append(theirs)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

        var pid = pid_t()
        let words = (["/usr/bin/env", "-C", folder, program] + arguments).map { strdup($0) }
        let variables = Spawned.environment(environment).map { strdup($0) }
        defer { for text in words + variables { free(text) } }
        let code = posix_spawn(&pid, "/usr/bin/env", &actions, &attributes, words + [nil], variables + [nil])
        guard code == 0 else { throw SystemError("posix_spawn", program, code: code) }
        self.pid = pid
        ending = Descriptor(owning: try checked("pidfd_open") { clinux_pidfd_open(pid) })
        withExtendedLifetime(far) {}
    }

    /// Runs a program to its end.
    static func run(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], input: String = "/dev/null",
        folder: String = "/"
    ) throws -> Outcome {
        try Spawned(program, arguments, environment: environment, input: input, folder: folder).finish()
    }

    func signal(_ number: Int32) { kill(pid, number) }

    /// Nobody reads its output any more.
    func stopReading() {
        streams[0].source.close()
        streams[0].isOpen = false
    }

    /// Waits for so many lines of output, and answers those that are there.
    @discardableResult
    func awaitOutput(lines: Int) throws -> [String] {
        try pump(until: "\(lines) lines of output") { self.streams[0].bytes.count { $0 == 10 } >= lines }
        return String(decoding: streams[0].bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Waits until it has written something more than it had when this was called.
    func awaitFurtherOutput(_ isWanted: @escaping (String) -> Bool) throws {
        let before = streams[0].bytes.count
        try pump(until: "further output") {
            isWanted(String(decoding: self.streams[0].bytes.dropFirst(before), as: UTF8.self))
        }
    }

    /// Waits until it has complained of something, and answers all that it has said until then.
    @discardableResult
    func awaitComplaint(_ text: String) throws -> String {
        try pump(until: "'\(text)' among \(complaint)") { self.complaint.contains(text) || !self.streams[1].isOpen }
        guard complaint.contains(text) else {
            throw Patience.Exhausted(description: "it ended without '\(text)', saying: \(complaint)")
        }
        return complaint
    }

    /// Waits for its end, and for that of all who write where it wrote.
    func finish() throws -> Outcome {
        try pump(until: "the end of process \(pid)") { !self.streams.contains { $0.isOpen } && self.reap() }
        return Outcome(
            status: status ?? .killed(0), output: String(decoding: streams[0].bytes, as: UTF8.self),
            complaint: complaint)
    }

    /// Waits for its end, whoever else writes where it wrote.
    func awaitEnd() throws {
        try pump(until: "the end of process \(pid)") { self.reap() }
    }

    private var complaint: String { String(decoding: streams[1].bytes, as: UTF8.self) }

    private func pump(until what: @autoclosure () -> String, _ isDone: () -> Bool) throws {
        let patience = Patience(what())
        while !isDone() {
            try patience.check()
            let open = streams.filter(\.isOpen).map(\.source.number)
            var waiting = (open.isEmpty ? [ending.number] : open).map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            poll(&waiting, nfds_t(waiting.count), 1_000)
            for index in streams.indices where streams[index].isOpen { read(&streams[index]) }
        }
    }

    private func read(_ stream: inout Stream) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            switch buffer.withUnsafeMutableBytes({ try? UnixSocket.receive(from: stream.source, into: $0) }) {
            case .bytes(let count)?: stream.bytes += buffer[..<count]
            case .nothing?: return
            case .end?, nil:
                stream.isOpen = false
                return
            }
        }
    }

    private func reap() -> Bool {
        if status != nil { return true }
        var result: Int32 = 0
        guard waitpid(pid, &result, WNOHANG) == pid else { return false }
        status = result & 0x7f == 0 ? .exited((result >> 8) & 0xff) : .killed(result & 0x7f)
        return true
    }

    /// A variable of this test's own environment.
    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    private static func environment(_ changes: [String: String]) -> [String] {
        var kept: [String] = []
        var next = environ
        while let entry = next.pointee {
            kept.append(String(cString: entry))
            next += 1
        }
        // Away from any daemon of this machine.
        let own = ["XDG_RUNTIME_DIR": "/nonexistent", "OVERLAYD_SOCKET": ""].merging(changes) { $1 }
        return kept.filter { entry in !own.keys.contains { entry.hasPrefix($0 + "=") } }
            + own.map { "\($0.key)=\($0.value)" }
    }

    deinit {
        guard !reap() else { return }
        kill(pid, SIGKILL)
        var result: Int32 = 0
        waitpid(pid, &result, 0)
    }
}
