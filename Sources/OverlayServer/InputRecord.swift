import OverlayMetadata
import OverlayWire

/// What the server knows of one input, and who watches it.
final class InputRecord {
    /// What it is.
    let description: ServedInput
    /// How it is.
    var status: InputStatus
    /// The size of its frames; stays known when it closes.
    var frameSize: FrameSize?
    /// The newest frame while it is live.
    var newest: MetadataFrame?
    /// The subscriptions that are connected to it, in their order.
    private(set) var subscriptions: [Subscription] = []
    /// Those that get frames, by what they make of them, in the order in which the views came up.
    private(set) var groups: [Group] = []
    /// The demand that was last reported.
    var demand = Demand.nothing
    /// What is wanted for a moment, beside what the subscriptions want.
    var passingDemand = Demand.nothing {
        didSet { if passingDemand != oldValue { knownWanted = nil } }
    }
    private var knownWanted: Demand?

    /// Subscriptions of one view.
    struct Group {
        let view: View
        var members: [Subscription]
    }

    init(_ description: ServedInput, since: Int64) {
        self.description = description
        status = InputStatus(state: .idle, since: since)
    }

    /// What all want of it together.
    var wanted: Demand {
        if let known = knownWanted { return known }
        let wanted = subscriptions.reduce(passingDemand) { $0.union($1.resolution.demand) }
        knownWanted = wanted
        return wanted
    }

    func add(_ subscription: Subscription) {
        knownWanted = nil
        subscriptions.append(subscription)
        guard let view = subscription.resolution.view else { return }
        if let place = groups.firstIndex(where: { $0.view == view }) {
            groups[place].members.append(subscription)
        } else {
            groups.append(Group(view: view, members: [subscription]))
        }
    }

    func remove(_ subscription: Subscription) {
        knownWanted = nil
        subscriptions.removeAll { $0 === subscription }
        guard let view = subscription.resolution.view, let place = groups.firstIndex(where: { $0.view == view }) else {
            return
        }
        groups[place].members.removeAll { $0 === subscription }
        if groups[place].members.isEmpty { groups.remove(at: place) }
    }
}
