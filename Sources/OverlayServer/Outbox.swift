import OverlayWire

/// What waits to be sent to one client: replies in their order, and one slot for each kind of news.
///
/// In a slot the newest message wins. So however slow a client is, what waits for it is bounded.
struct Outbox {
    /// What a slot is for.
    enum Slot: Hashable {
        case input(String)
        case geometry(Int)
        case metadata(Int)
    }

    private struct News {
        var slot: Slot
        var revision = 0
        var dropped = 0
        var line: [UInt8]
    }

    /// Bytes of room that are kept for the next message.
    private static let keptRoom = 16_384

    /// When the client last took something, or began to have something to take; microseconds.
    private(set) var lastProgress: Int64 = 0
    private var replies: [UInt8] = []
    private var news: [News] = []
    private var sending: [UInt8] = []
    private var sent = 0

    /// Nothing waits.
    var isEmpty: Bool { sent == sending.count && replies.isEmpty && news.isEmpty }

    /// Bytes of replies that wait, those that are being sent included.
    var waitingReplies: Int { replies.count + sending.count - sent }

    /// Puts a reply, or any line that must not be lost, behind those that wait.
    mutating func reply(_ line: [UInt8], at now: Int64) {
        begin(at: now)
        replies += line
    }

    /// Puts a whole line in a slot.
    mutating func put(_ line: [UInt8], in slot: Slot, at now: Int64) {
        begin(at: now)
        let message = News(slot: slot, line: line)
        if let place = place(of: slot) { news[place] = message } else { news.append(message) }
    }

    /// Puts the shared body of a `metadata` message in its subscription's slot; one that is overtaken is counted.
    mutating func putMetadata(_ body: [UInt8], subscription: Int, revision: Int, at now: Int64) {
        begin(at: now)
        var message = News(slot: .metadata(subscription), revision: revision, line: body)
        if let place = place(of: message.slot) {
            message.dropped = news[place].dropped + 1
            news[place] = message
        } else {
            news.append(message)
        }
    }

    /// Takes back what waits for a subscription; true if objects did.
    @discardableResult
    mutating func forget(subscription: Int) -> Bool {
        let hadObjects = place(of: .metadata(subscription)) != nil
        news.removeAll { $0.slot == .metadata(subscription) || $0.slot == .geometry(subscription) }
        return hadObjects
    }

    /// The bytes to send next; nil when nothing waits.
    ///
    /// Once asked for, a message is not overtaken any more.
    mutating func next() -> ArraySlice<UInt8>? { refill() ? sending[sent...] : nil }

    /// So many of those bytes were taken.
    mutating func consume(_ count: Int, at now: Int64) {
        sent = min(sent + count, sending.count)
        lastProgress = now
    }

    /// Makes sure that there is something in `sending`; false when nothing waits.
    private mutating func refill() -> Bool {
        guard sent == sending.count else { return true }
        sending.removeAll(keepingCapacity: sending.capacity <= Outbox.keptRoom)
        sent = 0
        if !replies.isEmpty {
            swap(&sending, &replies)
        } else if !news.isEmpty {
            append(news.removeFirst())
        }
        return !sending.isEmpty
    }

    private mutating func append(_ message: News) {
        if case .metadata(let subscription) = message.slot {
            var head = JSONWriter(capacity: 128)
            head.metadataHead(subscription: subscription, revision: message.revision, dropped: message.dropped)
            sending += head.bytes
        }
        sending += message.line
    }

    private mutating func begin(at now: Int64) { if isEmpty { lastProgress = now } }

    private func place(of slot: Slot) -> Int? { news.firstIndex { $0.slot == slot } }
}
