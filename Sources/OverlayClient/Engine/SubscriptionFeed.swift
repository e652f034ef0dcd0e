import Synchronization

/// What a client's thread tells of a subscription, for tasks that read it.
final class SubscriptionFeed: Sendable {
    /// Objects, of which only the newest are kept, with all that were dropped up to them.
    struct Sighting: Sendable {
        var metadata: Metadata
        var droppedInAll: UInt64
    }

    let sightings = Broadcast<Sighting>(keeping: 1)
    let changes = Broadcast<SubscriptionStatus>(keeping: 1)
    private let current = Mutex(SubscriptionStatus())
    private let droppedInAll = Mutex<UInt64>(0)
    private let ending = Mutex<ClientError?>(nil)

    /// How the subscription stands.
    var status: SubscriptionStatus { current.withLock { $0 } }
    /// Why it has ended; nil while it lives.
    var failure: ClientError? { ending.withLock { $0 } }

    func take(_ status: SubscriptionStatus) {
        current.withLock { $0 = status }
        changes.publish(status)
    }

    func take(_ metadata: Metadata) {
        let sum = droppedInAll.withLock { sum in
            sum &+= UInt64(clamping: metadata.dropped)
            return sum
        }
        sightings.publish(Sighting(metadata: metadata, droppedInAll: sum))
    }

    /// What is kept stands in a layer that was: it is forgotten, unless it takes boxes away.
    func outdate() { sightings.forget { !$0.metadata.objects.isEmpty } }

    func end(_ error: ClientError) {
        ending.withLock { $0 = $0 ?? error }
        current.withLock { $0.isInForce = false }
        let told = error.code == .closed ? nil : error
        sightings.finish(told)
        changes.finish(told)
    }
}
