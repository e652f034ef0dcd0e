import Glibc
import OverlaySystem

/// The pictures of a still source: one open file, or names in an open folder.
package struct PictureList: Sendable {
    private enum Kind: Sendable {
        case file(Descriptor)
        case folder(Descriptor, [Name])
    }

    /// A file's name as the kernel has it: bytes, which need not be text.
    package struct Name: Hashable, Sendable, Comparable {
        /// Without the closing zero.
        package let bytes: [UInt8]

        /// A name of bytes.
        package init(_ bytes: [UInt8]) { self.bytes = bytes }

        /// The name as text, damaged where it is not UTF-8.
        package var text: String { String(decoding: bytes, as: UTF8.self) }

        /// The order of the bytes.
        package static func < (left: Name, right: Name) -> Bool {
            left.bytes.lexicographicallyPrecedes(right.bytes)
        }

        var isPicture: Bool {
            guard bytes.first != UInt8(ascii: "."), let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else {
                return false
            }
            let ending = String(decoding: bytes[(dot + 1)...], as: UTF8.self).lowercased()
            return ["png", "jpg", "jpeg", "webp", "bmp", "tif", "tiff"].contains(ending)
        }
    }

    /// So many pictures of a folder are listed at most.
    static let longest = 100_000

    private let kind: Kind

    /// One picture, already open.
    package init(file: Descriptor) { kind = .file(file) }

    /// Pictures of an open folder, in the order given.
    package init(folder: Descriptor, names: [Name]) { kind = .folder(folder, names) }

    /// What an open descriptor holds: the pictures of a folder, or one picture.
    package init(opened descriptor: Descriptor) throws(SourceError) {
        var status = stat()
        guard fstat(descriptor.number, &status) == 0 else { throw PictureFile.unreadable(SystemError("fstat")) }
        if status.st_mode & S_IFMT == S_IFDIR {
            try self.init(listing: descriptor)
        } else {
            self.init(file: descriptor)
        }
    }

    /// The pictures of an open folder, in the order of their names: PNG, JPEG, WebP, BMP and TIFF by extension.
    ///
    /// Throws `notAPicture` if it holds none, and what `names` throws.
    package init(listing folder: Descriptor) throws(SourceError) {
        let names = try PictureList.names(in: folder)
        guard !names.isEmpty else {
            throw .notAPicture(
                "the folder holds no pictures; \(PictureDecoder.formats) are read, by the endings of their names")
        }
        self.init(folder: folder, names: names)
    }

    /// How many pictures there are.
    package var count: Int {
        switch kind {
        case .file: 1
        case .folder(_, let names): names.count
        }
    }

    /// The picture is one open file, the same each time.
    var isFile: Bool {
        if case .file = kind { true } else { false }
    }

    /// An open picture, and its name for messages (empty for a file that came open).
    ///
    /// The index is less than the count.
    func open(_ index: Int) throws(SourceError) -> (file: Descriptor, name: String) {
        switch kind {
        case .file(let file): return (file, "")
        case .folder(let folder, let names):
            let name = names[index]
            do throws(SystemError) {
                // Without waiting: a pipe of that name would block until somebody wrote to it.
                let file = try Descriptor(
                    opening: name.bytes, in: folder, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
                return (file, name.text)
            } catch {
                throw PictureFile.unreadable(error).about(name.text)
            }
        }
    }

    /// The names of a folder's pictures, sorted.
    ///
    /// Throws `unreadable` or `tooLarge`.
    package static func names(in folder: Descriptor) throws(SourceError) -> [Name] {
        let number: Int32
        do throws(SystemError) {
            // Opened anew, as reading moves a folder's position; a duplicate, as the stream closes its descriptor.
            let own = try Descriptor(opening: [UInt8(ascii: ".")], in: folder, flags: O_RDONLY | O_DIRECTORY)
            number = try checked("dup") { fcntl(own.number, F_DUPFD_CLOEXEC, 3) }
        } catch {
            throw PictureFile.unreadable(error)
        }
        guard let stream = fdopendir(number) else {
            let error = SystemError("fdopendir")
            close(number)
            throw PictureFile.unreadable(error)
        }
        defer { closedir(stream) }
        var names: [Name] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Name(Array($0.prefix { $0 != 0 })) }
            guard name.isPicture else { continue }
            guard names.count < longest else {
                throw .tooLarge("the folder holds more than \(longest) pictures; at most so many are read")
            }
            names.append(name)
        }
        return names.sorted()
    }
}
