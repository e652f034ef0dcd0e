import CLinux
import Glibc

/// A file descriptor with one owner: it is closed when the last reference goes, or by `close`.
package final class Descriptor: @unchecked Sendable {
    /// The number; −1 once closed.
    package private(set) var number: Int32

    /// Takes the descriptor over.
    package init(owning number: Int32) { self.number = number }

    /// Opens a file, close-on-exec.
    package convenience init(opening path: String, flags: Int32 = O_RDONLY, mode: mode_t = 0o666) throws(SystemError) {
        self.init(owning: try checked("open", path) { clinux_open(path, flags, mode) })
    }

    /// Opens a file of an open folder, close-on-exec; the name is the bytes that the kernel has, without a closing zero.
    package convenience init(
        opening name: [UInt8], in folder: Descriptor, flags: Int32 = O_RDONLY
    ) throws(SystemError) {
        let path = name.map { CChar(bitPattern: $0) } + [0]
        self.init(
            owning: try checked("open", String(decoding: name, as: UTF8.self)) {
                clinux_open_at(folder.number, path, flags, 0)
            })
    }

    /// An anonymous file in memory.
    package static func memory(named name: String) throws(SystemError) -> Descriptor {
        Descriptor(owning: try checked("memfd_create", name) { clinux_memfd(name) })
    }

    /// A pipe, close-on-exec: what is written to the second comes out of the first.
    package static func pipe() throws(SystemError) -> (reading: Descriptor, writing: Descriptor) {
        var numbers: [Int32] = [-1, -1]
        _ = try checked("pipe2") { clinux_pipe(&numbers) }
        return (Descriptor(owning: numbers[0]), Descriptor(owning: numbers[1]))
    }

    /// Seals a memory file: its content and size never change again.
    package func seal() throws(SystemError) { _ = try checked("fcntl") { clinux_seal(number) } }

    /// Takes the file's exclusive lock for as long as it is open; false when another holds it.
    package func lock() -> Bool { clinux_lock(number) == 0 }

    /// Closes it now; harmless when it is closed already.
    ///
    /// Only the owner calls this.
    package func close() {
        guard number >= 0 else { return }
        Glibc.close(number)
        number = -1
    }

    /// Another descriptor of the same open file.
    package func duplicated() throws(SystemError) -> Descriptor {
        Descriptor(owning: try checked("dup") { fcntl(number, F_DUPFD_CLOEXEC, 3) })
    }

    deinit { close() }
}
