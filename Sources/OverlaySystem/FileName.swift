import Glibc

/// A file's name as the kernel has it: bytes, which need not be text.
package struct FileName: Hashable, Sendable, Comparable {
    /// Without the closing zero.
    package let bytes: [UInt8]

    /// A name of bytes.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The name as text, damaged where it is not UTF-8.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The order of the bytes.
    package static func < (left: FileName, right: FileName) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

extension Descriptor {
    /// It is an open folder.
    package var isFolder: Bool {
        var about = stat()
        return fstat(number, &about) == 0 && about.st_mode & S_IFMT == S_IFDIR
    }

    /// The names in an open folder that are wanted, sorted; nil when there are more than `limit`.
    package func names(
        atMost limit: Int, where isWanted: ([UInt8]) -> Bool
    ) throws(SystemError) -> [FileName]? {
        // Opened anew, as reading moves a folder's position; a duplicate, as the stream closes its descriptor.
        let own = try Descriptor(opening: [UInt8(ascii: ".")], in: self, flags: O_RDONLY | O_DIRECTORY)
        let number = try checked("dup") { fcntl(own.number, F_DUPFD_CLOEXEC, 3) }
        guard let stream = fdopendir(number) else {
            let error = SystemError("fdopendir")
            Glibc.close(number)
            throw error
        }
        defer { closedir(stream) }
        var names: [FileName] = []
        while let entry = readdir(stream) {
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard isWanted(bytes) else { continue }
            guard names.count < limit else { return nil }
            names.append(FileName(bytes))
        }
        return names.sorted()
    }
}
