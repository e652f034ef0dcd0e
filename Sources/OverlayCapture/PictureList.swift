import Glibc
import OverlayFrame
import OverlaySystem

/// The pictures of a still source: one open file, or names in an open folder.
package struct PictureList: Sendable {
    private enum Kind: Sendable {
        case file(Descriptor)
        case folder(Descriptor, [FileName])
    }

    private let kind: Kind

    /// One picture, already open.
    package init(file: Descriptor) { kind = .file(file) }

    /// Pictures of an open folder, in the order given.
    package init(folder: Descriptor, names: [FileName]) { kind = .folder(folder, names) }

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
        guard !names.isEmpty else { throw .notAPicture(PictureFolder.emptiness) }
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
    package static func names(in folder: Descriptor) throws(SourceError) -> [FileName] {
        let names: [FileName]?
        do throws(SystemError) {
            names = try folder.names(atMost: PictureFolder.longest, where: PictureFolder.isPicture)
        } catch {
            throw PictureFile.unreadable(error)
        }
        guard let names else { throw .tooLarge(PictureFolder.excess) }
        return names
    }
}
