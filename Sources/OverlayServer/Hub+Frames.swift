import OverlayMetadata
import OverlayWire

extension Hub {
    /// Takes what was found in a frame of an input, and tells those who want it.
    func frame(_ frame: MetadataFrame, from name: String) {
        guard let input = inputs.first(where: { $0.description.name == name }) else { return }
        learn(frame.size, of: input)
        input.newest = frame
        for group in input.groups { deliver(frame, of: input, to: group) }
        answerLooks(at: input)
    }

    /// Takes the new state of an input, and tells its subscriptions' clients.
    func input(_ name: String, changedTo status: InputStatus) {
        guard let input = inputs.first(where: { $0.description.name == name }), status != input.status else { return }
        let wasLive = input.status.state == .live
        input.status = status
        announce(input)
        if wasLive, status.state != .live { withdraw(input) }
        if let size = status.frame { learn(size, of: input) }
    }

    /// Takes the types that can be detected from now on.
    func available(_ types: ObjectTypes) {
        guard types != self.types else { return }
        self.types = types
        for input in inputs { resolveAgain(input) }
    }

    private func announce(_ input: InputRecord) {
        scratch.clear()
        InputMessage(input: input.description.name, status: input.status).write(into: &scratch)
        let line = scratch.copy
        var told: Set<Int> = []
        for session in input.subscriptions.map(\.session) where told.insert(session.id).inserted {
            session.outbox.put(line, in: .input(input.description.name), at: clock.monotonic)
            touch(session)
        }
    }

    /// No box outlives its camera: everybody is told that there is nothing.
    private func withdraw(_ input: InputRecord) {
        guard var last = input.newest else { return }
        last.objects = []
        last.measured = []
        input.newest = nil
        for group in input.groups { deliver(last, of: input, to: group, reason: "input") }
    }

    private func deliver(
        _ frame: MetadataFrame, of input: InputRecord, to group: InputRecord.Group, reason: String? = nil
    ) {
        let view = group.view
        let objects = view.select(frame)
        var body: [UInt8]?
        for subscription in group.members {
            if reason != nil {
                subscription.delivery.told(ofObjects: false)
            } else {
                guard
                    subscription.delivery.takes(
                        isEmpty: objects.isEmpty, everyFrame: view.everyFrame, time: frame.time,
                        duration: frame.duration, maxRate: view.maxRate)
                else { continue }
            }
            let shared = body ?? encode(frame, of: input, as: view, objects, reason)
            body = shared
            subscription.session.outbox.putMetadata(
                shared, subscription: subscription.number, revision: subscription.revision, at: clock.monotonic)
            touch(subscription.session)
        }
    }

    private func encode(
        _ frame: MetadataFrame, of input: InputRecord, as view: View, _ objects: [MetadataObject], _ reason: String?
    ) -> [UInt8] {
        scratch.clear()
        scratch.metadataBody(
            frame, input: input.description.name, latency: max(0, clock.monotonic - frame.time), space: view.space,
            decimals: view.decimals, objects: objects, reason: reason)
        return scratch.copy
    }

    private func learn(_ size: FrameSize, of input: InputRecord) {
        guard size != input.frameSize else { return }
        input.frameSize = size
        resolveAgain(input)
    }

    /// Resolves all subscriptions of an input anew; those whose geometry changed hear of it.
    private func resolveAgain(_ input: InputRecord) {
        for subscription in input.resolveAgain({ resolve($0.settings, input) }) { announceGeometry(subscription) }
    }

    private func announceGeometry(_ subscription: Subscription) {
        subscription.revision += 1
        if subscription.session.outbox.forget(subscription: subscription.number) { subscription.delivery.owes() }
        scratch.clear()
        GeometryMessage(
            subscription: subscription.number, revision: subscription.revision,
            geometry: subscription.resolution.geometry
        ).write(into: &scratch)
        subscription.session.outbox.put(
            scratch.copy, in: .geometry(subscription.number), at: clock.monotonic)
        touch(subscription.session)
    }
}
