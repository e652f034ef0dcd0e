import Glibc
import Synchronization

/// A path for a socket that no other test uses; what stands there is removed with it.
final class SocketPath: Sendable {
    private static let count = Mutex(0)
    let text: String

    init() {
        let number = SocketPath.count.withLock { count in
            count += 1
            return count
        }
        text = "/tmp/overlay-client-\(getpid())-\(number).sock"
        unlink(text)
    }

    deinit { unlink(text) }
}
