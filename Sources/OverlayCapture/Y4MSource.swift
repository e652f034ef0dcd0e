import OverlayFrame
import OverlaySystem
import Synchronization

/// Frames of a YUV4MPEG2 stream: a file, a named pipe or standard input.
///
/// Frames lie in memory as they came; nothing is converted or copied. A file is paced by its rate, what comes through a
/// pipe by whoever writes it.
package final class Y4MSource: FrameSource {
    /// Why no frame comes.
    package typealias Wait = SourceError

    /// How it is read.
    package struct Options: Sendable {
        /// Begin a file again after its last frame.
        package var loop = false
        /// A named pipe waits for the next writer when one has gone.
        package var staysOpen = true
        /// No frame may be dropped.
        package var waitsForConsumer = false
        /// The shape of a pixel; 1 leaves it to the stream.
        package var pixelAspect = 1.0
        /// The first frame's number.
        package var firstSequence: UInt64 = 0
        /// How large a frame may be.
        package var limits = PictureLimits.moving

        /// The defaults.
        package init() {}
    }

    /// What the stream has said of itself.
    private struct Stream {
        let header: Y4MHeader
        let pool: FramePool
        let layout: (byteCount: Int, planes: [Frame.Plane])
        var frames = 0
    }

    private struct State {
        var stream: Stream?
        var timeline = Timeline(rate: 0)
        var sequence: UInt64
        var isOver = false
    }

    private let options: Options
    private let pacer: any Pacer
    private let reader: StreamReader
    private let state: Mutex<State>

    package var waitsForConsumer: Bool { options.waitsForConsumer }
    package var isEndless: Bool { options.staysOpen && reader.isNamedPipe }

    /// A source over an open file, which must not block where it is a named pipe.
    ///
    /// `waiting` is told when frames stay away, and why.
    package init(
        _ file: Descriptor, options: Options = Options(), pacer: any Pacer, waiting: @escaping @Sendable (Wait) -> Void
    ) throws(SourceError) {
        self.options = options
        self.pacer = pacer
        reader = try StreamReader(file) { wait in
            switch wait {
            case .writer: waiting(SourceError(name: "noWriter", message: "nobody writes to the pipe; it is waited for"))
            case .bytes: waiting(SourceError(name: "silent", message: "whoever writes to the pipe sends nothing"))
            }
        }
        state = Mutex(State(sequence: options.firstSequence))
    }

    package func next() throws(SourceError) -> Frame? {
        guard !state.withLock({ $0.isOver }) else { return nil }
        do throws(SourceError) {
            guard let frame = try read() else {
                state.withLock { $0.isOver = true }
                return nil
            }
            return frame
        } catch {
            // Behind a mistake there is no telling where the next frame begins.
            state.withLock { $0.isOver = true }
            throw error
        }
    }

    package func cancel() {
        pacer.cancel()
        reader.cancel()
    }

    private func read() throws(SourceError) -> Frame? {
        while true {
            guard let stream = state.withLock({ $0.stream }) else {
                guard try begin() else { return nil }
                continue
            }
            let (outcome, line) = try reader.line(atMost: 1_024)
            guard outcome == .whole else {
                guard try goesOn(after: stream, outcome) else { return nil }
                continue
            }
            if line.starts(with: Y4MHeader.signature) {
                try begin(line)
                continue
            }
            guard line.elementsEqual("FRAME".utf8) || line.starts(with: "FRAME ".utf8), line.count <= 1_024 else {
                throw .undecodable(
                    "after frame \(stream.frames) of the y4m stream stands no FRAME; frames of "
                        + "\(stream.header.width)×\(stream.header.height) pixels have \(stream.layout.byteCount) bytes")
            }
            let storage = stream.pool.storage()
            let filled = try reader.fill(storage.bytes)
            if filled == .whole { return frame(of: stream, storage) }
            guard try goesOn(after: stream, filled == .end ? .cut : filled) else { return nil }
        }
    }

    /// Reads a stream's first line; false when none comes.
    private func begin() throws(SourceError) -> Bool {
        let (outcome, line) = try reader.line(atMost: Y4MHeader.longest)
        switch outcome {
        case .whole:
            try begin(line)
            return true
        case .cancelled: return false
        case .end where isEndless, .cut where isEndless:
            reader.reopen()
            return true
        case .end: throw .notAPicture("the y4m stream is empty")
        case .cut: throw .notAPicture("this is no y4m stream: one begins with YUV4MPEG2 and a whole line")
        }
    }

    private func begin(_ line: [UInt8]) throws(SourceError) {
        let header = try Y4MHeader(line, limits: options.limits)
        let layout = header.layout
        state.withLock { state in
            // A header that says the same again changes nothing.
            if state.stream?.header != header {
                state.stream = Stream(header: header, pool: FramePool(byteCount: layout.byteCount), layout: layout)
            }
            state.timeline.begin(rate: header.rate)
        }
    }

    /// The stream came to its end: whether another one follows.
    private func goesOn(after stream: Stream, _ outcome: StreamReader.Outcome) throws(SourceError) -> Bool {
        if outcome == .cancelled { return false }
        if isEndless {
            // A writer that was stopped leaves a piece of a frame; the next one begins anew.
            reader.reopen()
        } else {
            guard outcome == .end else { throw .truncated("the y4m stream ends within frame \(stream.frames + 1)") }
            guard stream.frames > 0 else { throw .noVideo("the y4m stream has a header and no frame") }
            guard options.loop, reader.isFile else { return false }
            reader.rewind()
        }
        state.withLock { $0.stream = nil }
        return true
    }

    private func frame(of stream: Stream, _ storage: FrameStorage) -> Frame? {
        var (sequence, moment) = state.withLock { state in
            defer { state.sequence &+= 1 }
            state.stream?.frames += 1
            return (state.sequence, state.timeline.place(stamp: nil))
        }
        moment.waits = reader.isFile
        guard let stamp = pacer.next(at: moment) else { return nil }
        let header = stream.header
        return Frame(
            sequence: sequence, time: stamp.time, wall: stamp.wall, duration: stamp.duration, width: header.width,
            height: header.height, pixelAspect: options.pixelAspect == 1 ? header.pixelAspect : options.pixelAspect,
            format: header.format, encoding: header.encoding, planes: stream.layout.planes, storage: storage)
    }
}
