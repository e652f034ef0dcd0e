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
    private(set) var subscriptions = PlacedList(\Subscription.place)
    /// Those that get frames, by what they make of them, in the order in which the views came up.
    private(set) var groups = PlacedList(\Group.place)
    /// The demand that was last reported.
    var demand = Demand.nothing
    /// What is wanted for a moment, beside what the subscriptions want.
    var passingDemand = Demand.nothing {
        didSet { if passingDemand != oldValue { knownWanted = nil } }
    }
    private var groupOfView: [View: Group] = [:]
    private var demands: [Demand: Int] = [:]
    private var knownWanted: Demand?

    /// Subscriptions of one view.
    final class Group {
        let view: View
        fileprivate(set) var members = PlacedList(\Subscription.placeInGroup)
        fileprivate var place = 0

        init(_ view: View) { self.view = view }
    }

    init(_ description: ServedInput, since: Int64) {
        self.description = description
        status = InputStatus(state: .idle, since: since)
    }

    /// What all want of it together.
    var wanted: Demand {
        if let known = knownWanted { return known }
        let wanted = Demand.union(of: demands.keys + [passingDemand])
        knownWanted = wanted
        return wanted
    }

    func add(_ subscription: Subscription) {
        subscriptions.append(subscription)
        join(subscription)
    }

    func remove(_ subscription: Subscription) {
        subscriptions.remove(subscription)
        leave(subscription)
    }

    /// Puts a resolution in force for each subscription; answers those whose geometry thereby changed.
    func resolveAgain(_ resolve: (Subscription) -> Resolution) -> [Subscription] {
        subscriptions.filter { subscription in
            let (before, after) = (subscription.resolution, resolve(subscription))
            guard after != before else { return false }
            leave(subscription)
            subscription.resolution = after
            join(subscription)
            return after.geometry != before.geometry
        }
    }

    private func join(_ subscription: Subscription) {
        let demand = subscription.resolution.demand
        demands[demand, default: 0] += 1
        if demands[demand] == 1 { knownWanted = nil }
        guard let view = subscription.resolution.view else { return }
        group(of: view).members.append(subscription)
    }

    private func leave(_ subscription: Subscription) {
        let demand = subscription.resolution.demand
        if let count = demands[demand] { demands[demand] = count > 1 ? count - 1 : nil }
        if demands[demand] == nil { knownWanted = nil }
        guard let view = subscription.resolution.view, let group = groupOfView[view] else { return }
        group.members.remove(subscription)
        guard group.members.isEmpty else { return }
        groupOfView[view] = nil
        groups.remove(group)
    }

    private func group(of view: View) -> Group {
        if let group = groupOfView[view] { return group }
        let group = Group(view)
        groupOfView[view] = group
        groups.append(group)
        return group
    }
}
