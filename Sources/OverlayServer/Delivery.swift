/// Which frames become a message of one subscription: those with objects, the first without any after them, all of them
/// if asked for, and never more a second than asked for.
struct Delivery {
    /// The client has last been told of objects.
    private(set) var showsObjects = false
    private var nextDue = 0.0

    /// The client was told of objects, or of none, by a reply.
    mutating func told(ofObjects: Bool) { showsObjects = ofObjects }

    /// A message that waited was taken back: the next frame must be sent, whatever is in it.
    mutating func owes() { showsObjects = true }

    /// The frame of a capture time (microseconds) is to be sent; then it counts as sent.
    mutating func takes(isEmpty: Bool, everyFrame: Bool, time: Int64, maxRate: Double?) -> Bool {
        guard !isEmpty || showsObjects || everyFrame, isDue(time, maxRate) else { return false }
        showsObjects = !isEmpty
        return true
    }

    /// Due frames come evenly: half a millisecond early is on time, and time lost is not made up for.
    private mutating func isDue(_ time: Int64, _ maxRate: Double?) -> Bool {
        guard let maxRate else { return true }
        let (now, period) = (Double(time), 1_000_000 / maxRate)
        guard now >= nextDue - 500 else { return false }
        nextDue = now - nextDue < period ? nextDue + period : now + period
        return true
    }
}
