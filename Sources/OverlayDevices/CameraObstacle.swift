/// Why a camera cannot be opened now, and what to do.
package struct CameraObstacle: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is in the way.
    package enum Kind: String, Hashable, Sendable {
        /// It is not there; the kernel tells when it comes.
        case notFound
        /// It is there, and on its way away or still coming.
        case notReady
        /// A loopback device to which nobody writes.
        case noProducer
        /// Another process has it.
        case busy
        /// This user may not open it.
        case notPermitted
        /// What is there is no camera.
        case notACamera
        /// It gives a sensor's raw mosaic, of which only libcamera makes a picture.
        case needsLibcamera
        /// Several cameras are meant.
        case ambiguous
        /// It cannot be opened for another reason.
        case unreadable
    }

    /// What is in the way.
    package var kind: Kind
    /// A sentence, with what to do.
    package var description: String

    /// An obstacle of its members.
    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
