import OverlayMetadata
import OverlayWire

/// A `latest` that waits for its frame.
struct Look {
    let session: Session
    let id: RequestID
    let what: Latest
    /// What it asks for was not sought yet: of this input, for as long as it waits.
    let demand: Demand
    let input: InputRecord
    /// When it is given up, in microseconds of the monotonic clock.
    let deadline: Int64
}

extension Hub {
    /// How many `latest` of one client may wait at once.
    static let looksOfOneClient = 16

    /// When the first of those that wait is given up.
    var nextDeadline: Int64? { looks.map(\.deadline).min() }

    /// Answers with the newest frame, or once there is one.
    func look(_ what: Latest, _ id: RequestID?, _ session: Session) throws(WireError) {
        let scene = try scene(of: what, session)
        // A notification gets no answer, and so nothing is sought for it.
        guard let id, !show(scene, to: session, id) else { return }
        guard looks.count(where: { $0.session === session }) < Hub.looksOfOneClient else {
            throw WireError(
                .tooMany, "\(Hub.looksOfOneClient) of this client's latest wait for a frame, which is the limit")
        }
        looks.append(
            Look(
                session: session, id: id, what: what, demand: scene.subscription == nil ? scene.demand : .nothing,
                input: scene.input, deadline: clock.monotonic + Latest.patience))
    }

    /// Answers those that waited for a frame of this input.
    func answerLooks(at input: InputRecord) {
        guard !looks.isEmpty else { return }
        settleLooks { [self] look, scene in scene.input === input && show(scene, to: look.session, look.id) }
    }

    /// Gives up those that have waited for too long.
    func expireLooks() {
        let now = clock.monotonic
        guard let nextDeadline, nextDeadline <= now else { return }
        settleLooks { [self] look, scene in
            guard look.deadline <= now else { return false }
            fail(look, notReady(scene.input))
            return true
        }
    }

    func passingDemand(at input: InputRecord) -> Demand {
        looks.reduce(.nothing) { $1.input === input ? $0.union($1.demand) : $0 }
    }

    /// Forgets those that `isSettled`, and those that cannot be answered any more.
    private func settleLooks(_ isSettled: (Look, Scene) -> Bool) {
        let settled = looks.map { look in
            do throws(WireError) {
                return isSettled(look, try scene(of: look.what, look.session))
            } catch {
                fail(look, error)
                return true
            }
        }
        if settled.contains(true) { looks = zip(looks, settled).filter { !$1 }.map(\.0) }
    }

    private func fail(_ look: Look, _ error: WireError) {
        scratch.clear()
        scratch.failure(look.id, error)
        reply(scratch.bytes, to: look.session)
    }

    private func notReady(_ input: InputRecord) -> WireError {
        let why = input.status.detail.map { ": \($0)" } ?? ""
        var error = WireError(
            .notReady,
            "no frame of \(input.description.name) came within \(Latest.patience / 1_000_000) s; "
                + "it is \(input.status.state.rawValue)\(why)")
        error.retryIn = max(1, status(of: input).retryIn ?? 1)
        return error
    }
}

extension Hub {
    /// What a `latest` is about, as things stand.
    private struct Scene {
        var input: InputRecord
        var subscription: Subscription?
        /// Nil until the frame's size is known.
        var view: View?
        /// What must have been looked for.
        var demand: Demand
    }

    private func scene(of what: Latest, _ session: Session) throws(WireError) -> Scene {
        switch what {
        case .input(let name, let selection):
            let input: InputRecord = if let name { try self.input(name) } else { try defaultInput() }
            try checkAvailability(of: selection)
            let wanted = selection.types.intersection(types)
            return Scene(
                input: input, view: View(types: selection.restricted(to: wanted), space: .device),
                demand: Demand(of: wanted, in: .unit))
        case .subscription(let number):
            let subscription = try session.subscription(number)
            guard let input = subscription.input else { throw notConnected(subscription) }
            let resolution = subscription.resolution
            guard !resolution.demand.isEmpty else { throw Hub.wantsNothing(subscription) }
            return Scene(input: input, subscription: subscription, view: resolution.view, demand: resolution.demand)
        }
    }

    private static func wantsNothing(_ subscription: Subscription) -> WireError {
        let why =
            if !subscription.settings.enabled {
                "it is not enabled"
            } else if subscription.resolution.types.isEmpty {
                "it names no types that can be detected"
            } else {
                "its layer has no area, or its rectangle lies outside the picture"
            }
        return WireError(
            .notReady, "subscription \(subscription.number) is shown nothing: \(why); update changes that",
            parameter: "subscription")
    }

    /// Replies with the newest frame; false when what is wanted has not been looked for in it.
    private func show(_ scene: Scene, to session: Session, _ id: RequestID) -> Bool {
        guard let frame = scene.input.newest, let view = scene.view, frame.demand.covers(scene.demand) else {
            return false
        }
        scratch.clear()
        scratch.openReply(id)
        if let subscription = scene.subscription {
            scratch.name("subscription")
            scratch.integer(subscription.number)
            scratch.name("revision")
            scratch.integer(subscription.revision)
        }
        scratch.members(
            of: frame, input: scene.input.description.name, latency: nil, space: view.space, decimals: view.decimals,
            objects: view.select(frame))
        scratch.closeReply()
        reply(scratch.bytes, to: session)
        return true
    }
}
