import OverlayMetadata
import OverlayWire

/// One client's conversation: its subscriptions, what it has sent and what waits for it; it does no I/O itself.
final class Session {
    /// Its number, rising with each client.
    let id: Int
    /// Its subscriptions in the order of their numbers.
    var subscriptions: [Subscription] = []
    /// What waits to be sent.
    var outbox = Outbox()
    /// What came and is not yet answered.
    var lines: LineSplitter
    /// Lines in a row that were no JSON.
    var malformedLines = 0
    /// Why it is to be closed once what waits is sent.
    var closingReason: String?
    /// The client writes no more.
    var hasEnded = false
    /// It is among those with something new to send.
    var isTouched = false
    /// It came by the control socket.
    let mayControl: Bool
    /// Requests that wait for a camera.
    var waiting = 0
    private var lastNumber = 0

    init(id: Int, lineLimit: Int, mayControl: Bool = false) {
        self.id = id
        self.mayControl = mayControl
        lines = LineSplitter(limit: lineLimit)
    }

    /// The number of the next subscription.
    func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    func subscription(_ number: Int) throws(WireError) -> Subscription {
        guard let found = subscriptions.first(where: { $0.number == number }) else {
            let numbers = subscriptions.map { String($0.number) }
            var error = WireError(
                .unknownSubscription,
                "this connection has no subscription \(number)"
                    + (numbers.isEmpty ? ", and none at all" : "; there are: \(numbers.joined(separator: ", "))"),
                parameter: "subscription", available: numbers)
            error.got = .integer(Int64(number))
            throw error
        }
        return found
    }
}

/// One subscription of a client.
final class Subscription {
    /// Its number on its connection.
    let number: Int
    /// Whose it is.
    unowned let session: Session
    /// What was asked.
    var settings: SubscriptionSettings
    /// The input that it is connected to.
    var input: InputRecord?
    /// Rises with each change.
    var revision = 1
    /// What its settings come to.
    var resolution: Resolution
    /// Which frames it gets.
    var delivery = Delivery()
    /// Its place among the subscriptions of its input.
    var place = 0
    /// Its place among those of its view.
    var placeInGroup = 0

    init(number: Int, session: Session, settings: SubscriptionSettings, resolution: Resolution) {
        self.number = number
        self.session = session
        self.settings = settings
        self.resolution = resolution
    }
}
