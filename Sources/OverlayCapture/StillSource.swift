import OverlayFrame
import OverlaySystem
import Synchronization

/// Pictures from files: one, or those of a folder in turn, once or over and over.
package final class StillSource: FrameSource {
    private struct State {
        var index = 0
        var sequence: UInt64
        /// The one picture of a file, decoded once for all its frames.
        var picture: Picture?
        /// How many in a row could not be read.
        var failures = 0
    }

    private let pictures: PictureList
    private let loop: Bool
    private let pixelAspect: Double
    private let pacer: any Pacer
    private let limits: PictureLimits
    private let state: Mutex<State>

    package var waitsForConsumer: Bool { true }

    /// A source over `pictures`.
    ///
    /// Each picture is a frame, also one that fails: `next` throws then, naming the file where it is one of a folder,
    /// and goes on with the next; a round in which none could be read is the end, also of a loop.
    /// `firstSequence` is the first frame's number.
    package init(
        pictures: PictureList, loop: Bool, pixelAspect: Double = 1, pacer: any Pacer,
        limits: PictureLimits = PictureLimits(), firstSequence: UInt64 = 0
    ) {
        self.pictures = pictures
        self.loop = loop
        self.pixelAspect = pixelAspect
        self.pacer = pacer
        self.limits = limits
        state = Mutex(State(sequence: firstSequence))
    }

    package func next() throws(SourceError) -> Frame? {
        let remains = state.withLock {
            $0.failures < pictures.count && (loop || $0.index < pictures.count)
        }
        guard remains, let stamp = pacer.next() else { return nil }
        let (index, sequence, known) = state.withLock { state in
            let index = state.index % pictures.count
            let sequence = state.sequence
            state.index = loop ? (index + 1) % pictures.count : index + 1
            state.sequence &+= 1
            return (index, sequence, state.picture)
        }
        let picture: Picture
        do throws(SourceError) {
            if let known { picture = known } else { picture = try load(index) }
        } catch {
            state.withLock { $0.failures += 1 }
            throw error
        }
        state.withLock { $0.failures = 0 }
        return picture.frame(sequence: sequence, stamp: stamp, pixelAspect: pixelAspect)
    }

    package func cancel() { pacer.cancel() }

    private func load(_ index: Int) throws(SourceError) -> Picture {
        let (file, name) = try pictures.open(index)
        do throws(SourceError) {
            let picture = try PictureDecoder.picture(in: file, limits: limits)
            if pictures.isFile { state.withLock { $0.picture = picture } }
            return picture
        } catch {
            throw error.about(name)
        }
    }
}
