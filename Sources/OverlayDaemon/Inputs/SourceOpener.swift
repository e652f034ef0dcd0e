import Glibc
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

    /// An opening and its descriptors, in the order of its attachments; `asFastAsPossible` does not keep to the rate.
    func open(
        _ input: InputDescription, firstSequence: UInt64, firstID: UInt64, asFastAsPossible: Bool = false
    ) throws(InputLife.Obstacle) -> (Opening, [Descriptor]) {
        var attached: [(Opening.Attachment, Descriptor)] = []
        switch input.source {
        case .path(let path): attached.append((.source, try SourceOpener.open(path)))
        case .test:
            if let sample { attached.append((.sample, sample)) }
        }
        if let faceModel { attached.append((.faceModel, faceModel)) }
        let opening = Opening(
            source: input.source == .test ? .test : .stills, rate: input.effectiveRate, size: input.effectiveSize,
            loop: input.loop, pixelAspect: input.pixelAspect, clock: asFastAsPossible ? .unpaced : clock,
            firstSequence: firstSequence,
            firstID: firstID, threads: threads, attachments: attached.map(\.0))
        return (opening, attached.map(\.1))
    }

    /// A regular file or a folder, opened for reading; opening never waits.
    static func open(_ path: String) throws(InputLife.Obstacle) -> Descriptor {
        let file: Descriptor
        var about = stat()
        do throws(SystemError) {
            file = try Descriptor(opening: path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
            _ = try checked("fstat", path) { fstat(file.number, &about) }
        } catch {
            throw SourceOpener.obstacle(path, error)
        }
        let kind = about.st_mode & S_IFMT
        guard kind == S_IFREG || kind == S_IFDIR else {
            throw InputLife.Obstacle(
                state: .failed, reason: "notAPicture",
                detail: "\(path) is neither a file nor a folder; name a picture or a folder of pictures")
        }
        return file
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
