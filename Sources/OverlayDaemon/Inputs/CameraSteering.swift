import OverlayDevices
import OverlayGeometry
import OverlayWire

/// What a camera is asked to do, in the words of the protocol.
enum CameraSteering {
    /// What came of setting controls.
    struct Answer: Sendable {
        /// What is set now and stays so, of what was asked: what was pressed was meant for once.
        var set: [String: VideoControl.Value]
        /// The reply.
        var result: Result<JSONObject, WireError>
    }

    /// The values that somebody asks for.
    static func values(_ members: JSONObject) throws(WireError) -> [String: VideoControl.Value] {
        var values: [String: VideoControl.Value] = [:]
        for member in members.members {
            switch member.value {
            // 16.0 is 16 to JSON, and some libraries write it so.
            case .number(let number) where Int64(exactly: number) != nil:
                values[member.name] = Int64(exactly: number).map { .number($0) }
            case .bool(let flag): values[member.name] = .flag(flag)
            case .integer(let number): values[member.name] = .number(number)
            case .string(let text): values[member.name] = .text(text)
            default:
                throw WireError(
                    .badType, "set.\(member.name.prefix(64))", got: member.value,
                    expected: "a whole number, true, false or the word of a menu")
            }
        }
        return values
    }

    /// Sets controls, and lists all.
    static func controls(
        _ wanted: [String: VideoControl.Value], _ selector: CameraSelector, _ cameras: CameraSystem
    ) -> Answer {
        do throws(CameraObstacle) {
            let opened = try cameras.open(selector, steered: true)
            // Before anything is set: a button may make the camera go.
            let buttons = cameras.buttons(of: opened.device)
            let refusals = cameras.set(wanted, opened.device)
            let passing = buttons.union(refusals.map(\.name))
            let set = wanted.filter { !passing.contains($0.key) }
            if let first = refusals.first { return Answer(set: set, result: .failure(WireError(first))) }
            let states = cameras.controls(of: opened.device)
            let reply: JSONObject = [
                "camera": .string(opened.camera.title), "path": .string(opened.camera.node.path),
                "controls": .array(states.map { .object($0.members) }),
            ]
            return Answer(set: set, result: .success(reply))
        } catch {
            return Answer(set: [:], result: .failure(WireError(error)))
        }
    }

    /// Points focus and exposure.
    static func focus(
        _ point: Point, _ selector: CameraSelector, _ cameras: CameraSystem
    ) -> Result<JSONObject, WireError> {
        do throws(CameraObstacle) {
            let opened = try cameras.open(selector, steered: true)
            switch cameras.focus(x: point.x, y: point.y, opened.device) {
            case .set(let uses):
                return .success([
                    "point": .object(["x": .number(point.x), "y": .number(point.y)]),
                    "uses": .array(uses.map(JSONValue.string)),
                ])
            case .notSupported(let names):
                let has = names.isEmpty ? "nothing of focus or exposure" : names.joined(separator: ", ")
                return .failure(
                    WireError(
                        .notSupported, "the camera \(opened.camera.title) has no region of interest; it has \(has)",
                        available: names))
            case .refused(let why):
                return .failure(WireError(.notReady, "the camera \(opened.camera.title) refuses: \(why)"))
            }
        } catch {
            return .failure(WireError(error))
        }
    }
}

extension WireError {
    /// A camera that cannot be opened, to somebody who would set something.
    fileprivate init(_ obstacle: CameraObstacle) {
        self.init(.notReady, obstacle.description)
        retryIn = 1
    }

    /// A control that cannot be set.
    fileprivate init(_ refusal: ControlRefusal) {
        switch refusal.reason {
        case .unknown:
            self.init(.badValue, refusal.description, parameter: "set.\(refusal.name)", available: refusal.available)
        case .badValue(let wanted):
            self.init(.badValue, refusal.description, parameter: "set.\(refusal.name)")
            expected = wanted
        case .refused: self.init(.notReady, refusal.description, parameter: "set.\(refusal.name)")
        }
    }
}

extension ControlState {
    /// The control as a reply has it.
    fileprivate var members: JSONObject {
        var members: JSONObject = ["name": .string(control.name), "kind": .string(control.kind.rawValue)]
        if control.kind == .integer || control.kind == .menu || control.kind == .bitmask {
            members["minimum"] = .integer(control.minimum)
            members["maximum"] = .integer(control.maximum)
            members["step"] = .integer(control.step)
        }
        let isFlag = control.kind == .boolean
        if control.kind != .button, control.kind != .rectangle {
            members["default"] = isFlag ? .bool(control.usual != 0) : .integer(control.usual)
        }
        if let value { members["value"] = isFlag ? .bool(value != 0) : .integer(value) }
        if control.isReadOnly { members["readOnly"] = .bool(true) }
        if control.isInactive { members["inactive"] = .bool(true) }
        if !control.choices.isEmpty {
            members["choices"] = .array(
                control.choices.map { .object(["value": .integer($0.value), "title": .string($0.title)]) })
        }
        return members
    }
}
