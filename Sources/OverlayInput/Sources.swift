import Glibc
import OverlayCapture
import OverlayFrame
import OverlayLink
import OverlaySystem

/// Frame sources by what an opening names.
enum Sources {
    /// The source of an opening, made of the descriptors that came along.
    static func open(
        _ opening: Opening, _ attached: [Opening.Attachment: Descriptor], pacer: any Pacer
    ) throws -> any FrameSource {
        switch opening.source {
        case .stills:
            guard let file = attached[.source] else {
                throw SourceError(name: "unreadable", message: "the daemon sent no picture along")
            }
            return StillSource(
                pictures: try pictures(file), loop: opening.loop, pixelAspect: opening.pixelAspect, pacer: pacer,
                firstSequence: opening.firstSequence)
        case .test:
            return try TestScene(
                width: opening.size.width, height: opening.size.height, face: attached[.sample].flatMap(face),
                pixelAspect: opening.pixelAspect, pacer: pacer, firstSequence: opening.firstSequence)
        }
    }

    private static func pictures(_ file: Descriptor) throws -> PictureList {
        var about = stat()
        _ = try checked("fstat") { fstat(file.number, &about) }
        return about.st_mode & S_IFMT == S_IFDIR ? try PictureList(listing: file) : PictureList(file: file)
    }

    /// A scene without its face is still a scene.
    private static func face(_ file: Descriptor) -> Picture? {
        guard let content = try? FileContent(of: file) else { return nil }
        return try? PictureDecoder.frame(of: content.withBytes { FrameStorage(copying: $0) }, limits: PictureLimits())
    }
}
