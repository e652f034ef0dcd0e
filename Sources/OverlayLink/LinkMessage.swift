import OverlayMetadata

/// What the daemon tells a worker.
package enum LinkRequest: Hashable, Sendable {
    /// Open this; the descriptors that belong to it come beside the message.
    case open(Opening)
    /// What the subscribers want from now on.
    case demand(Demand)
    /// A stepped clock may move on by so many frames.
    case advance(Int)
}

/// What a worker tells the daemon.
package enum LinkEvent: Hashable, Sendable {
    /// First message of every worker: what its readers can find.
    case ready(Capabilities)
    /// The objects of one frame, and what the work has cost so far.
    case frame(MetadataFrame, Counters)
    /// One picture could not be read; the source goes on.
    case fault(Fault)
    /// The pixel format that the source was opened in, as `MJPG`; before its first frame.
    case format(String)
    /// Pictures come from the source, and the detectors are still at an earlier one.
    case captured
    /// No frame comes now, and why; the source is still waited for.
    case waiting(Fault)
    /// The last picture was shown, or none could be.
    case ended(Fault?)
}

/// What a build of the worker can do.
package struct Capabilities: Hashable, Sendable {
    /// The symbologies that its readers know.
    package var codes: ObjectTypes
    /// It can run the face model, when it is given one.
    package var faces: Bool
    /// The libraries that it works with.
    package var libraries: [LibraryVersion]

    /// Capabilities of their members.
    package init(codes: ObjectTypes, faces: Bool, libraries: [LibraryVersion] = []) {
        self.codes = codes
        self.faces = faces
        self.libraries = libraries
    }
}

/// Something that could not be read: a symbolic name and a sentence for people.
package struct Fault: Error, Hashable, Sendable {
    /// A short word, the same for each kind of fault.
    package var name: String
    /// What was attempted, on what, and why it failed.
    package var message: String

    /// A fault of its members.
    package init(name: String, message: String) {
        self.name = name
        self.message = message
    }
}
