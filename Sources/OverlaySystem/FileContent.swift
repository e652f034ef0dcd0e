import Glibc

/// The bytes of a sealed or private file, mapped for reading.
///
/// Only for files that nobody can shorten (a sealed memory file): a shortened file would end the process.
package final class FileContent: @unchecked Sendable {
    private let bytes: UnsafeRawBufferPointer

    /// Maps the whole file.
    package init(of file: Descriptor) throws(SystemError) {
        var about = stat()
        _ = try checked("fstat") { fstat(file.number, &about) }
        guard about.st_size > 0 else { throw SystemError("mmap", code: EINVAL) }
        let length = Int(about.st_size)
        let address = mmap(nil, length, PROT_READ, MAP_PRIVATE, file.number, 0)
        guard let address, address != MAP_FAILED else { throw SystemError("mmap") }
        bytes = UnsafeRawBufferPointer(start: address, count: length)
    }

    /// Lends the bytes for the length of a call.
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(bytes)
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
