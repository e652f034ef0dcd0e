import Glibc
import OverlayFrame
import OverlaySystem

/// One thing to be searched by `overlayd detect`, and how its lines name it.
enum DetectSource {
    /// What somebody named: a path, y4m: and a path, or an address.
    case named(String)
    /// A picture of a folder.
    case picture(FileName, in: DetectFolder)
    /// The picture or clip that came through standard input.
    case standardInput(Descriptor)

    /// Without the password of an address.
    var shown: String {
        switch self {
        case .named(let text): StreamAddress.shown(source: text)
        case .picture(let name, let folder): folder.path(of: name)
        case .standardInput: "-"
        }
    }
}

/// A folder's pictures, each a source of its own.
struct DetectFolder {
    private let path: String
    private let folder: Descriptor
    private var names: ArraySlice<FileName>

    /// Lists an open folder.
    init(_ path: String, _ folder: Descriptor) throws(InputLife.Obstacle) {
        self.path = path
        self.folder = folder
        let found: [FileName]?
        do throws(SystemError) {
            found = try folder.names(atMost: PictureFolder.longest, where: PictureFolder.isPicture)
        } catch {
            throw InputLife.Obstacle(state: .failed, reason: "unreadable", detail: "\(path): \(error.reason)")
        }
        guard let found else {
            throw InputLife.Obstacle(state: .failed, reason: "tooLarge", detail: PictureFolder.excess)
        }
        guard !found.isEmpty else {
            throw InputLife.Obstacle(state: .failed, reason: "notAPicture", detail: PictureFolder.emptiness)
        }
        names = found[...]
    }

    /// The next picture; nil after the last.
    mutating func next() -> DetectSource? { names.popFirst().map { .picture($0, in: self) } }

    /// How a picture is named.
    func path(of name: FileName) -> String { path + (path.hasSuffix("/") ? "" : "/") + name.text }

    /// Opens a picture; opening never waits.
    func open(_ name: FileName) throws(InputLife.Obstacle) -> Descriptor {
        try SourceOpener.open(path(of: name), kinds: [S_IFREG]) { () throws(SystemError) in
            try Descriptor(opening: name.bytes, in: folder, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
        }
    }
}
