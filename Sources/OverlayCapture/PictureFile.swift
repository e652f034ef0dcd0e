import Glibc
import OverlayFrame
import OverlaySystem

/// Reading whole files of bounded size.
enum PictureFile {
    /// The content of a regular file, from its start.
    ///
    /// Anything else (a folder, a pipe, a device) is refused unread: this never waits for anyone.
    static func content(of file: Descriptor, limits: PictureLimits) throws(SourceError) -> FrameStorage {
        var status = stat()
        guard fstat(file.number, &status) == 0 else { throw unreadable(SystemError("fstat")) }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG else { throw .unreadable("this is \(name(of: kind)); a picture is a regular file") }
        let size = Int(status.st_size)
        guard size > 0 else { throw .notAPicture("the file is empty; \(PictureDecoder.formats) are read") }
        guard size <= limits.bytes else {
            throw .tooLarge("the file has \(size) bytes; at most \(limits.bytes) are read")
        }
        let storage = FrameStorage(byteCount: size)
        let length = try read(file, into: storage.bytes)
        guard length > 0 else { throw .notAPicture("the file is empty; \(PictureDecoder.formats) are read") }
        return length == size ? storage : FrameStorage(copying: storage.bytes[..<length])
    }

    /// Fills the buffer, or less when the file has become shorter.
    private static func read(_ file: Descriptor, into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int
    {
        var length = 0
        while length < buffer.count, let base = buffer.baseAddress {
            let count: Int
            do throws(SystemError) {
                count = try checked("read") { pread(file.number, base + length, buffer.count - length, length) }
            } catch {
                throw unreadable(error)
            }
            if count == 0 { break }
            length += count
        }
        return length
    }

    /// A failed call, as a source's error.
    static func unreadable(_ error: SystemError) -> SourceError {
        .unreadable("cannot be read (\(error.call): \(error.reason))")
    }

    private static func name(of kind: mode_t) -> String {
        switch kind {
        case S_IFDIR: "a folder"
        case S_IFIFO: "a pipe"
        case S_IFSOCK: "a socket"
        case S_IFCHR, S_IFBLK: "a device"
        default: "no file"
        }
    }
}
