import Glibc
import OverlayCapture
import OverlayFrame
import OverlayLink
import OverlaySystem

/// Makes the source of a clip or a network stream, by libraries that only some workers have; the file comes along for a
/// clip.
package typealias ClipOpener = (Opening, Descriptor?, any Pacer) -> any FrameSource

/// Frame sources by what an opening names.
struct Sources {
    /// Opens clips and streams; nil in a worker that cannot.
    var clips: ClipOpener?

    /// The source of an opening, made of the descriptors that came along; `waiting` is told when frames stay away.
    func open(
        _ opening: Opening, _ attached: [Opening.Attachment: Descriptor], pacer: any Pacer,
        waiting: @escaping @Sendable (SourceError) -> Void
    ) throws -> any FrameSource {
        switch opening.source {
        case .stills:
            return StillSource(
                pictures: try Sources.pictures(try Sources.file(attached)), loop: opening.loop,
                pixelAspect: opening.pixelAspect, pacer: pacer, firstSequence: opening.firstSequence)
        case .test:
            return try TestScene(
                width: opening.size?.width ?? 1_280, height: opening.size?.height ?? 720,
                face: attached[.sample].flatMap(Sources.face), pixelAspect: opening.pixelAspect, pacer: pacer,
                firstSequence: opening.firstSequence)
        case .y4m:
            return try Y4MSource(
                try Sources.file(attached), options: Sources.options(opening), pacer: pacer, waiting: waiting)
        case .camera:
            return try CameraSource(
                KernelVideoDevice(try Sources.file(attached)), options: try Sources.cameraOptions(opening))
        case .clip, .stream:
            guard let clips else {
                throw SourceError(name: "internal", message: "this worker reads neither clips nor streams")
            }
            return clips(opening, attached[.source], pacer)
        }
    }

    private static func file(_ attached: [Opening.Attachment: Descriptor]) throws(SourceError) -> Descriptor {
        guard let file = attached[.source] else {
            throw SourceError(name: "unreadable", message: "the daemon sent no file along")
        }
        return file
    }

    private static func options(_ opening: Opening) -> Y4MSource.Options {
        var options = Y4MSource.Options()
        options.loop = opening.loop
        options.staysOpen = opening.clock != .unpaced
        options.waitsForConsumer = opening.clock != .live
        options.pixelAspect = opening.pixelAspect
        options.firstSequence = opening.firstSequence
        return options
    }

    private static func cameraOptions(_ opening: Opening) throws(SourceError) -> CameraSource.Options {
        var options = CameraSource.Options()
        if let size = opening.size, size.width > 0, size.height > 0 {
            options.wish.size = CameraWish.Size(width: size.width, height: size.height)
        }
        options.wish.rate = opening.rate
        if let letters = opening.pixelFormat {
            guard let format = FourCC(letters: letters) else {
                throw SourceError(
                    name: "unsupported",
                    message: "a pixel format has four letters, as YUYV; the daemon asks for another")
            }
            options.wish.format = format
        }
        options.pixelAspect = opening.pixelAspect
        options.firstSequence = opening.firstSequence
        return options
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
