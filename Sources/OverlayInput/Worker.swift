import Glibc
import OverlayCapture
import OverlayDetection
import OverlayLink
import OverlayMetadata
import OverlaySystem

/// The worker program: opens what the daemon asks for and sends what it finds, until the daemon closes its end.
package enum Worker {
    /// Serves the channel that the daemon left under its number; answers the exit status, by sysexits.h.
    ///
    /// `clips` makes sources of clips and streams, in a worker that has the `libraries` for them.
    package static func run(clips: ClipOpener? = nil, libraries: [LibraryVersion] = []) -> Int32 {
        let socket = Descriptor(owning: ChildProcess.channelNumber)
        guard (try? UnixSocket.peer(of: socket)) != nil else {
            Console.complain("this is started by overlayd and does nothing by itself; see 'overlayd --help'")
            return 64
        }
        let channel = Channel(socket)
        channel.send(
            .ready(Capabilities(codes: CodeReader.types, faces: true, libraries: Worker.libraries + libraries)))
        var current = Session(sources: Sources(clips: clips))
        do {
            try channel.requests { request, passed in current.handle(request, passed, on: channel) }
        } catch {
            Console.complain("<3>what the daemon sent makes no sense: \(error)")
            return 70
        }
        return 0
    }

    private static var libraries: [LibraryVersion] {
        DetectionLibraries.versions
            + PictureLibraries.versions.map { LibraryVersion(name: $0.name, version: $0.version) }
    }

    /// What is open now.
    ///
    /// The process ends with its channel, so nothing is wound up there.
    private struct Session {
        let sources: Sources
        var pipeline: Pipeline?
        var pacer: SteppedPacer?
        var started = false

        mutating func handle(_ request: LinkRequest, _ passed: [Descriptor], on channel: Channel) {
            do {
                switch request {
                case .open(let opening): try open(opening, passed, channel)
                case .demand(let demand): try want(demand)
                case .advance(let frames): pacer?.grant(frames)
                }
            } catch let error as SourceError {
                channel.send(.ended(Fault(name: error.name, message: error.message)))
            } catch {
                channel.send(.ended(Fault(name: "internal", message: "\(error)")))
            }
        }

        private mutating func open(_ opening: Opening, _ passed: [Descriptor], _ channel: Channel) throws {
            pipeline?.stop()
            pipeline = nil
            started = false
            let attached = Dictionary(zip(opening.attachments, passed)) { first, _ in first }
            let pace = Pace(opening)
            pacer = pace.stepped
            let source = try sources.open(opening, attached, pacer: pace.pacer) { wait in
                channel.send(.waiting(Fault(name: wait.name, message: wait.message)))
            }
            pipeline = try Pipeline(opening, source: source, faceModel: attached[.faceModel], channel: channel)
        }

        /// Capture begins with the first demand: no frame is searched for nothing.
        private mutating func want(_ demand: Demand) throws {
            pipeline?.want(demand)
            guard !started, let pipeline else { return }
            started = true
            try pipeline.start()
        }
    }
}
