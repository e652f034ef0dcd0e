import OverlayGeometry
import OverlayWire

/// What a camera is asked to do; whoever does it may take a while.
package enum Steering: Hashable, Sendable {
    /// Sets controls, if any, and lists all.
    case controls(JSONObject)
    /// Points focus and exposure at a place of device space, within the unit square.
    case focus(Point)
}

extension Hub {
    /// How many requests of one client to its cameras may wait at once.
    static let steeringsOfOneClient = 16

    /// Hands on what a camera is asked to do, and answers when that is done.
    func steer(_ call: Call, _ id: RequestID?, _ session: Session) throws(WireError) {
        let (input, steering) = try steering(of: call, session)
        guard let steer else {
            throw WireError(.notSupported, "\(input.description.name) has nothing that can be set", parameter: "input")
        }
        guard session.waiting < Hub.steeringsOfOneClient else {
            throw WireError(
                .tooMany, "\(Hub.steeringsOfOneClient) of this client's requests wait for cameras, which is the limit")
        }
        session.waiting += 1
        steer(input.description.name, steering) { [weak self, weak session] result in
            guard let self, let session else { return }
            session.waiting -= 1
            self.finish(id, result, session)
        }
    }

    private func finish(_ id: RequestID?, _ result: Result<JSONObject, WireError>, _ session: Session) {
        guard sessions[session.id] === session else { return }
        touch(session)
        guard let id else { return }
        scratch.clear()
        switch result {
        case .success(let members):
            scratch.openReply(id)
            scratch.members(of: members)
            scratch.closeReply()
        case .failure(let error): scratch.failure(id, error)
        }
        reply(scratch.bytes, to: session)
    }

    private func steering(of call: Call, _ session: Session) throws(WireError) -> (InputRecord, Steering) {
        switch call {
        case .focus(let focus):
            let subscription = try session.subscription(focus.subscription)
            guard let input = subscription.input else { throw notConnected(subscription) }
            guard configuration.allowsFocus else {
                var error = WireError(.notEnabled, "focus is off by configuration", parameter: "method")
                error.setting = "focus"
                throw error
            }
            return (input, .focus(try devicePoint(of: focus, subscription)))
        case .controls(let name, let values):
            let input: InputRecord = if let name { try self.input(name) } else { try defaultInput() }
            return (input, .controls(values))
        default: throw WireError(.internalError, "this is nothing to ask of a camera")
        }
    }

    private func devicePoint(of focus: Focus, _ subscription: Subscription) throws(WireError) -> Point {
        var point = focus.point
        if focus.isInLayer {
            guard let transform = subscription.resolution.geometry.transform else {
                throw Hub.noTransform(
                    layer: subscription.settings.layer, knowsFrame: subscription.input?.frameSize != nil)
            }
            point = SpaceMap(transform, toLayer: false).point(point)
        }
        guard (0...1).contains(point.x), (0...1).contains(point.y) else {
            var error = WireError(
                .badValue, "point must lie in the picture, 0…1 on both axes of device space", parameter: "point")
            error.expected = "a point in the picture"
            throw error
        }
        return point
    }
}
