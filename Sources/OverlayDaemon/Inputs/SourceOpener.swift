import Glibc
import OverlayDevices
import OverlayFrame
import OverlayLink
import OverlayMetadata
import OverlaySystem

/// Opens what an input names, in the daemon, so that the worker needs no rights of its own.
struct SourceOpener {
    /// The face model, when it is there and right.
    var faceModel: Descriptor?
    /// The sample picture for drawn scenes, when it is there and right.
    var sample: Descriptor?
    /// Where frames get their stamps.
    var clock: Opening.FrameClock
    /// Threads of the face detector.
    var threads: Int
    /// The machine's cameras.
    var cameras = CameraSystem()

    /// An opening and its descriptors, in the order of its attachments; `asFastAsPossible` does not keep to the rate.
    func open(
        _ input: InputDescription, firstSequence: UInt64, firstID: UInt64, asFastAsPossible: Bool = false
    ) throws(InputLife.Obstacle) -> (Opening, [Descriptor]) {
        let (source, file) = try openSource(input)
        return opening(
            source, file, input, firstSequence: firstSequence, firstID: firstID, asFastAsPossible: asFastAsPossible)
    }

    /// An opening of a file that is open, each of whose frames is searched: `source` if it is said, else what the file
    /// is by its first bytes.
    func open(_ file: Descriptor, as source: Opening.Source? = nil) -> (Opening, [Descriptor]) {
        opening(
            source ?? SourceOpener.kind(of: file), (.source, file), InputDescription(name: "detect", source: .path("")),
            firstSequence: 1, firstID: 1, asFastAsPossible: true)
    }

    private func opening(
        _ source: Opening.Source, _ file: (Opening.Attachment, Descriptor)?, _ input: InputDescription,
        firstSequence: UInt64, firstID: UInt64, asFastAsPossible: Bool
    ) -> (Opening, [Descriptor]) {
        var attached: [(Opening.Attachment, Descriptor)] = file.map { [$0] } ?? []
        if let faceModel { attached.append((.faceModel, faceModel)) }
        let opening = Opening(
            source: source, rate: input.rate ?? SourceOpener.usualRate(source),
            size: source == .camera ? input.size : input.effectiveSize, pixelFormat: input.format, loop: input.loop,
            pixelAspect: input.pixelAspect, address: SourceOpener.address(input),
            timeout: input.timeout, clock: asFastAsPossible ? .unpaced : clock, firstSequence: firstSequence,
            firstID: firstID, threads: threads, attachments: attached.map(\.0))
        return (opening, attached.map(\.1))
    }

    private func openSource(
        _ input: InputDescription
    ) throws(InputLife.Obstacle) -> (Opening.Source, (Opening.Attachment, Descriptor)?) {
        switch input.source {
        case .camera(let selector): return (.camera, (.source, try open(selector)))
        case .path(let path):
            // A link from elsewhere to a node below /dev.
            if SourceOpener.isDevice(path) { return (.camera, (.source, try open(.path(path)))) }
            let file = try SourceOpener.open(path, kinds: [S_IFREG, S_IFDIR])
            return (SourceOpener.kind(of: file), (.source, file))
        case .y4m("-"): return (.y4m, (.source, try SourceOpener.standardInput()))
        case .y4m(let path): return (.y4m, (.source, try SourceOpener.open(path, kinds: [S_IFREG, S_IFIFO])))
        case .stream: return (.stream, nil)
        case .test: return (.test, sample.map { (.sample, $0) })
        }
    }

    /// A scene moves, a picture stands; what has a rate of its own keeps it.
    static func usualRate(_ source: Opening.Source) -> Double? {
        switch source {
        case .test: 15
        case .stills: 10
        case .clip, .y4m, .stream, .camera: nil
        }
    }

    private static func address(_ input: InputDescription) -> String {
        if case .stream(let address) = input.source { address.text } else { "" }
    }

    /// Whether a path is a picture, a folder of pictures or a clip: by what is in it, never by its name.
    ///
    /// What is none by its first bytes may still be a clip.
    private static func kind(of file: Descriptor) -> Opening.Source {
        withUnsafeTemporaryAllocation(byteCount: PictureSignature.length, alignment: 8) { start in
            let count = pread(file.number, start.baseAddress, start.count, 0)
            // A folder cannot be read so, and an empty file is an empty picture.
            guard count > 0 else { return .stills }
            let signature = PictureSignature(of: UnsafeRawBufferPointer(rebasing: start[..<count]))
            return signature.map { $0.moves ? .clip : .stills } ?? .clip
        }
    }

    private static func standardInput() throws(InputLife.Obstacle) -> Descriptor {
        do throws(SystemError) {
            return Descriptor(owning: try checked("dup", "standard input") { fcntl(0, F_DUPFD_CLOEXEC, 3) })
        } catch {
            throw obstacle("standard input", error)
        }
    }

    /// Why a source cannot be opened now, as far as that shows without connecting to anything.
    static func obstacle(
        to input: InputDescription, cameras: CameraSystem = CameraSystem()
    ) -> InputLife.Obstacle? {
        do throws(InputLife.Obstacle) {
            switch input.source {
            case .camera(let selector): return cameras.obstacle(to: selector).map(InputLife.Obstacle.init)
            case .path(let path) where isDevice(path):
                return cameras.obstacle(to: .path(path)).map(InputLife.Obstacle.init)
            case .path(let path): _ = try open(path, kinds: [S_IFREG, S_IFDIR])
            case .y4m(let path) where path != "-": _ = try open(path, kinds: [S_IFREG, S_IFIFO])
            case .y4m, .stream, .test: break
            }
            return nil
        } catch {
            return error
        }
    }

    /// A file of one of the kinds, opened for reading; opening never waits.
    static func open(_ path: String, kinds: [mode_t]) throws(InputLife.Obstacle) -> Descriptor {
        try open(path, kinds: kinds) { () throws(SystemError) in
            try Descriptor(opening: path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
        }
    }

    /// The same of a file that is opened otherwise.
    static func open(
        _ path: String, kinds: [mode_t], by opening: () throws(SystemError) -> Descriptor
    ) throws(InputLife.Obstacle) -> Descriptor {
        let file: Descriptor
        var about = stat()
        do throws(SystemError) {
            file = try opening()
            _ = try checked("fstat", path) { fstat(file.number, &about) }
        } catch {
            throw SourceOpener.obstacle(path, error)
        }
        let kind = about.st_mode & S_IFMT
        guard kinds.contains(kind) else { throw wrongKind(path, isPipe: kind == S_IFIFO, wanted: kinds) }
        return file
    }

    private static func wrongKind(_ path: String, isPipe: Bool, wanted: [mode_t]) -> InputLife.Obstacle {
        let detail =
            if wanted.contains(S_IFIFO) {
                "\(path) is neither a file nor a named pipe; y4m: reads one of those"
            } else if !wanted.contains(S_IFDIR) {
                "\(path) is no file; a picture of a folder is one"
            } else if isPipe {
                "\(path) is a named pipe; to read y4m from it, write y4m:\(path)"
            } else {
                "\(path) is neither a file nor a folder; name a picture, a clip or a folder of pictures"
            }
        return InputLife.Obstacle(state: .failed, reason: "notAPicture", detail: detail)
    }

    private static func obstacle(_ path: String, _ error: SystemError) -> InputLife.Obstacle {
        switch error.code {
        case ENOENT, ENOTDIR:
            InputLife.Obstacle(state: .absent, reason: "notFound", detail: "\(path) does not exist")
        case EACCES, EPERM:
            InputLife.Obstacle(
                state: .failed, reason: "notPermitted",
                detail: "\(path) may not be read by user \(getuid()); grant it reading")
        default:
            InputLife.Obstacle(state: .failed, reason: "unreadable", detail: "\(path): \(error.reason)")
        }
    }
}
