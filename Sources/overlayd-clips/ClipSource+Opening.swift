import OverlayCapture
import OverlayClips
import OverlayLink
import OverlaySystem

extension ClipSource {
    /// The clip or stream of an opening; the file comes along for a clip.
    convenience init(_ opening: Opening, _ file: Descriptor?, pacer: any Pacer) {
        var options = ClipOptions()
        options.loop = opening.loop
        options.waitsForConsumer = opening.clock != .live
        options.pixelAspect = opening.pixelAspect
        options.firstSequence = opening.firstSequence
        options.timeout = opening.timeout
        options.threads = opening.threads
        self.init(file.map(ClipPlace.file) ?? .stream(opening.address), options: options, pacer: pacer)
    }
}
