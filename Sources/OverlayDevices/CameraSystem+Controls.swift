import Glibc
import OverlaySystem

/// A control that could not be set, and what may be set instead.
package struct ControlRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The control's name.
    package var name: String
    /// What is wrong.
    package var reason: Reason
    /// A sentence, with what would be right.
    package var description: String
    /// The names that there are, where the name is wrong.
    package var available: [String]

    /// What is wrong.
    package enum Reason: Hashable, Sendable {
        /// The camera has none of that name.
        case unknown
        /// It has, and does not take that value.
        case badValue(wanted: String)
        /// The camera refuses now.
        case refused
    }

    init(_ name: String, _ reason: Reason, _ description: String, available: [String] = []) {
        self.name = name
        self.reason = reason
        self.description = description
        self.available = available
    }
}

/// A control and what it is set to; nil where it cannot be read.
package struct ControlState: Hashable, Sendable {
    package var control: VideoControl
    package var value: Int64?

    /// A state of its members.
    package init(control: VideoControl, value: Int64?) {
        self.control = control
        self.value = value
    }
}

extension CameraSystem {
    /// What an open camera lets one set, and how it stands.
    package func controls(of device: Descriptor) -> [ControlState] {
        calls.controls(of: device).map { control in
            let isReadable = !control.isWriteOnly && control.kind != .button && control.kind != .rectangle
            return ControlState(control: control, value: isReadable ? try? calls.value(of: control, device) : nil)
        }
    }

    /// The names of those that do something when they are pressed, and keep no value.
    package func buttons(of device: Descriptor) -> Set<String> {
        Set(calls.controls(of: device).filter { $0.kind == .button }.map(\.name))
    }

    /// Sets controls; answers those that could not be.
    ///
    /// What decides whether others have effect goes first: an exposure can be set only once it is no longer automatic.
    package func set(_ values: [String: VideoControl.Value], _ device: Descriptor) -> [ControlRefusal] {
        guard !values.isEmpty else { return [] }
        let controls = calls.controls(of: device)
        func isSwitch(_ name: String) -> Bool {
            controls.first { $0.name == name }.map { $0.kind == .boolean || $0.kind == .menu } ?? false
        }
        let ordered = values.sorted { (isSwitch($0.key) ? 0 : 1, $0.key) < (isSwitch($1.key) ? 0 : 1, $1.key) }
        return ordered.compactMap { name, value in
            do throws(ControlRefusal) {
                try set(name, to: value, controls, device)
                return nil
            } catch {
                return error
            }
        }
    }

    private func set(
        _ name: String, to asked: VideoControl.Value, _ controls: [VideoControl], _ device: Descriptor
    ) throws(ControlRefusal) {
        guard let control = controls.first(where: { $0.name == name }) else {
            let names = controls.map(\.name)
            throw ControlRefusal(
                name, .unknown,
                "the camera has no control '\(name)'"
                    + (names.isEmpty ? ", and none at all" : "; it has \(names.joined(separator: ", "))"),
                available: names)
        }
        guard !control.isReadOnly else { throw ControlRefusal(name, .refused, "\(name) can be read only") }
        guard let value = control.value(for: asked) else {
            throw ControlRefusal(
                name, .badValue(wanted: control.wanted), "\(name) must be \(control.wanted), got \(asked)")
        }
        do throws(SystemError) {
            _ = try calls.set(control, to: value, device)
        } catch {
            let hint =
                control.isInactive && error.code != ENODEV
                ? "; another control, an automatic one, stands against it: switch that off first" : ""
            throw ControlRefusal(name, .refused, "\(name) cannot be set to \(asked): \(error.reason)\(hint)")
        }
    }
}

extension VideoControl.Value: CustomStringConvertible {
    package var description: String {
        switch self {
        case .number(let number): String(number)
        case .flag(let flag): String(flag)
        case .text(let text): text
        }
    }
}
