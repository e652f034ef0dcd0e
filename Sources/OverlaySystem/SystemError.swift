import Glibc

/// A system call that failed: which, on what, and why.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The call's name, as in its manual page.
    package let call: String
    /// What it was asked to work on: a path, a name; empty when there is nothing to name.
    package let subject: String
    /// The error number that the kernel answered.
    package let code: Int32

    /// An error of its members.
    package init(_ call: String, _ subject: String = "", code: Int32 = errno) {
        self.call = call
        self.subject = subject
        self.code = code
    }

    /// The kernel's words for the error number.
    package var reason: String { String(cString: strerror(code)) }

    /// The other end of a connection has gone, which is no fault.
    package var isGonePeer: Bool { code == EPIPE || code == ECONNRESET }

    /// There was no room for what came.
    var isOverflow: Bool { code == ENOBUFS }

    package var description: String {
        subject.isEmpty ? "\(call): \(reason)" : "\(call) \(subject): \(reason)"
    }
}

/// The result of a C call that answers −1 on failure, repeated while a signal interrupts it.
package func checked<Result: SignedInteger>(
    _ call: String, _ subject: @autoclosure () -> String = "", _ body: () -> Result
) throws(SystemError) -> Result {
    while true {
        let result = body()
        if result >= 0 { return result }
        let code = errno
        if code != EINTR { throw SystemError(call, subject(), code: code) }
    }
}
