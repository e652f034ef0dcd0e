import CLinux
import Glibc

/// A thread of its own for calls that block: the cooperative pool and the event loop never wait.
package final class Thread: @unchecked Sendable {
    private var handle = pthread_t()
    private var joined = false

    /// Starts `body` on a new thread; the name, of at most 15 bytes, shows in debuggers.
    package init(named name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let start = Unmanaged.passRetained(Start(name: name, body: body))
        let code = pthread_create(
            &handle, nil,
            { argument in
                guard let argument else { return nil }
                let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                clinux_name_thread(start.name)
                start.body()
                return nil
            }, start.toOpaque())
        guard code == 0 else {
            start.release()
            joined = true
            throw SystemError("pthread_create", name, code: code)
        }
    }

    /// Waits for the end of `body`.
    ///
    /// Only the owner calls this, once or more.
    package func join() {
        guard !joined else { return }
        joined = true
        pthread_join(handle, nil)
    }

    deinit {
        if !joined { pthread_detach(handle) }
    }

    private final class Start: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }
}
