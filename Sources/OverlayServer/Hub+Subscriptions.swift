import OverlayGeometry
import OverlayMetadata
import OverlayWire

extension Hub {
    func subscribe(_ change: SubscriptionChange, _ session: Session) throws(WireError) {
        let limit = configuration.limits.subscriptions
        guard session.subscriptions.count < limit else {
            var error = WireError(.tooMany, "this client has \(limit) subscriptions, which is the limit")
            error.setting = "limits.subscriptions"
            throw error
        }
        let settings = try change.applied(to: SubscriptionSettings())
        let input: InputRecord? =
            if change.detached { nil } else if let name = change.input { try self.input(name) } else {
                try defaultInput()
            }
        try checkTypes(settings)
        let resolution = resolve(settings, input)
        try checkRegion(settings, resolution)
        let subscription = Subscription(
            number: session.nextNumber(), session: session, settings: settings, resolution: resolution)
        session.subscriptions.append(subscription)
        subscription.input = input
        input?.add(subscription)
        writeReply(subscription)
    }

    func update(_ subscription: Subscription, _ change: SubscriptionChange) throws(WireError) {
        let settings = try change.applied(to: subscription.settings)
        var input = subscription.input
        if let name = change.input {
            guard input != nil else { throw notConnected(subscription, "; connect attaches it to an input") }
            input = try self.input(name)
        }
        if change.detached { input = nil }
        if change.changesTypes { try checkTypes(settings) }
        if change.changesRegion { try checkRegion(settings, resolve(settings, input)) }
        revise(subscription, settings: settings, input: input)
    }

    func connect(_ subscription: Subscription, to name: String) throws(WireError) {
        let input = try self.input(name)
        if let connected = subscription.input {
            throw WireError(
                .alreadyConnected,
                "subscription \(subscription.number) is connected to \(connected.description.name); "
                    + "disconnect it first, or move it by update",
                parameter: "subscription")
        }
        revise(subscription, settings: subscription.settings, input: input)
    }

    func disconnect(_ subscription: Subscription) throws(WireError) {
        guard subscription.input != nil else { throw notConnected(subscription) }
        revise(subscription, settings: subscription.settings, input: nil)
    }

    func unsubscribe(_ subscription: Subscription, _ session: Session) {
        subscription.input?.remove(subscription)
        session.subscriptions.removeAll { $0 === subscription }
        session.outbox.forget(subscription: subscription.number)
        scratch.name("subscription")
        scratch.integer(subscription.number)
    }

    func notConnected(_ subscription: Subscription, _ hint: String = "") -> WireError {
        WireError(
            .notConnected, "subscription \(subscription.number) has no connection\(hint)", parameter: "subscription")
    }

    func resolve(_ settings: SubscriptionSettings, _ input: InputRecord?) -> Resolution {
        Resolution(settings, input: input?.description, frame: input?.frameSize, available: types)
    }

    /// Puts settings and connection in force, by the client's own request; the reply takes the place of what waited.
    private func revise(_ subscription: Subscription, settings: SubscriptionSettings, input: InputRecord?) {
        subscription.input?.remove(subscription)
        subscription.settings = settings
        subscription.input = input
        subscription.resolution = resolve(settings, input)
        subscription.revision += 1
        input?.add(subscription)
        subscription.session.outbox.forget(subscription: subscription.number)
        writeReply(subscription)
    }

    private func checkTypes(_ settings: SubscriptionSettings) throws(WireError) {
        if !settings.ignoresUnavailable { try checkAvailability(of: settings.types) }
    }

    /// Every type that is named one by one can be detected.
    func checkAvailability(of selection: TypeSelection) throws(WireError) {
        let missing = selection.unavailable(given: types)
        guard let first = missing.first else { return }
        let reason = ObjectType(rawValue: first).flatMap { configuration.reasons[$0] }.map { " (\($0))" } ?? ""
        let names = types.types.map(\.rawValue)
        var error = WireError(
            .unavailableType,
            "\(missing.joined(separator: ", ")) cannot be detected here\(reason)"
                + (names.isEmpty ? "; nothing can" : "; there are: \(names.joined(separator: ", "))"),
            parameter: "types", available: names)
        error.got = .string(first)
        throw error
    }

    /// A rectangle given in the layer must overlap the picture, as soon as it is known where the picture is.
    private func checkRegion(_ settings: SubscriptionSettings, _ resolution: Resolution) throws(WireError) {
        guard let region = settings.region, region.inLayer, resolution.geometry.region == nil,
            let transform = resolution.geometry.transform
        else { return }
        throw Parameters.outside(transform.deviceRect(fromLayer: region.rect), "rectOfInterest")
    }

    private func writeReply(_ subscription: Subscription) {
        let newest = subscription.input?.newest
        let view = subscription.resolution.view
        let objects = newest.flatMap { view?.select($0) } ?? []
        subscription.delivery.told(ofObjects: !objects.isEmpty)
        SubscriptionReply(
            session: configuration.session, subscription: subscription.number, revision: subscription.revision,
            geometry: subscription.resolution.geometry, state: subscription.input?.status.state,
            types: subscription.resolution.types, unavailable: subscription.settings.types.unavailable(given: types),
            settings: subscription.settings, newest: newest, objects: objects, decimals: view?.decimals ?? 3
        ).write(into: &scratch)
    }
}
