import CLinux
import Glibc

/// A program that this one started.
package final class ChildProcess {
    /// Its process id, until it was reaped.
    package let pid: pid_t
    /// Readable once the process has ended.
    package let ending: Descriptor
    private var status: Status?

    /// How a process ended.
    package enum Status: Hashable, Sendable, CustomStringConvertible {
        /// By itself, with this exit status.
        case exited(Int32)
        /// By a signal.
        case killed(Int32)

        package var description: String {
            switch self {
            case .exited(let code): "exit status \(code)"
            case .killed(let signal): "signal \(signal) (\(String(cString: strsignal(signal))))"
            }
        }
    }

    /// The number under which the child finds its channel.
    package static let channelNumber: Int32 = 3

    /// Starts `program` with arguments and one descriptor beside the standard three.
    ///
    /// Standard input is empty; output and error go to `errors`, or else where ours go.
    package init(
        starting program: String, arguments: [String], channel: Descriptor, errors: Descriptor? = nil
    ) throws(SystemError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        for number in [1, 2] as [Int32] where errors != nil {
            posix_spawn_file_actions_adddup2(&actions, errors?.number ?? number, number)
        }
        posix_spawn_file_actions_adddup2(&actions, channel.number, ChildProcess.channelNumber)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The signals that the event loop took over are the child's own business again.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // A group of its own: Ctrl-C at a terminal reaches us alone, and we end the child.
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))

        var pid = pid_t()
        let words = ([program] + arguments).map { strdup($0) }
        defer { words.forEach { free($0) } }
        let code = posix_spawn(&pid, program, &actions, &attributes, words + [nil], environ)
        guard code == 0 else { throw SystemError("posix_spawn", program, code: code) }
        self.pid = pid
        ending = Descriptor(owning: try checked("pidfd_open") { clinux_pidfd_open(pid) })
    }

    /// How it ended, reaping it; nil while it runs.
    package func endedStatus() -> Status? {
        if status == nil { status = ChildProcess.wait(for: pid, WNOHANG) }
        return status
    }

    /// Ends it at once and reaps it.
    @discardableResult
    package func kill() -> Status {
        if let status { return status }
        Glibc.kill(pid, SIGKILL)
        let ended = ChildProcess.wait(for: pid, 0) ?? .killed(SIGKILL)
        status = ended
        return ended
    }

    private static func wait(for pid: pid_t, _ options: Int32) -> Status? {
        var status: Int32 = 0
        while true {
            let result = waitpid(pid, &status, options)
            if result == 0 { return nil }
            if result == pid { break }
            if errno != EINTR { return .killed(0) }
        }
        let signal = status & 0x7f
        return signal == 0 ? .exited((status >> 8) & 0xff) : .killed(signal)
    }

    deinit { kill() }
}
