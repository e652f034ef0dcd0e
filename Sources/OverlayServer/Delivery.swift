import OverlayMetadata

/// Which frames become a message of one subscription: those with objects, the first without any after them, all of them
/// if asked for, and never more a second than asked for.
struct Delivery {
    /// The client has last been told of objects.
    private(set) var showsObjects = false
    private var cadence = Cadence()

    /// The client was told of objects, or of none, by a reply.
    mutating func told(ofObjects: Bool) { showsObjects = ofObjects }

    /// A message that waited was taken back: the next frame must be sent, whatever is in it.
    mutating func owes() { showsObjects = true }

    /// The frame of a capture time, which shows `duration` (microseconds both), is to be sent; then it counts as sent.
    mutating func takes(isEmpty: Bool, everyFrame: Bool, time: Int64, duration: Int64, maxRate: Double?) -> Bool {
        guard !isEmpty || showsObjects || everyFrame else { return false }
        if let maxRate, !cadence.takes(time, duration: duration, rate: maxRate) { return false }
        showsObjects = !isEmpty
        return true
    }
}
