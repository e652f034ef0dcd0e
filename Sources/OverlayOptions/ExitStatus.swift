/// How a program ends: 0, a code of its own, or one of sysexits.h.
package enum ExitStatus: Int32, CaseIterable, Sendable {
    /// All went well.
    case success = 0
    /// Something of what was asked failed, and said so.
    case failure = 1
    /// The time was over and nothing had been seen.
    case nothingSeen = 4
    /// EX_USAGE: the command line is wrong.
    case usage = 64
    /// EX_DATAERR: a value is well written but cannot be worked with.
    case dataError = 65
    /// EX_NOINPUT: an input or file is not there or cannot be read.
    case noInput = 66
    /// EX_UNAVAILABLE: the daemon, or what was asked of it, is not there.
    case unavailable = 69
    /// EX_SOFTWARE: the program's own fault.
    case software = 70
    /// EX_OSERR: the system refused something that should work.
    case systemError = 71
    /// EX_CANTCREAT: a file or socket cannot be made.
    case cannotCreate = 73
    /// EX_IOERR: reading or writing failed.
    case inputOutput = 74
    /// EX_TEMPFAIL: later it may work.
    case temporary = 75
    /// EX_PROTOCOL: the other side said something that makes no sense.
    case protocolError = 76
    /// EX_NOPERM: not allowed.
    case notPermitted = 77
    /// EX_CONFIG: the configuration is wrong.
    case configuration = 78
}
