import OverlayOptions
import OverlayWire

/// One thing that the doctor looked at: how it is, and what to do about it.
struct Finding: Hashable {
    /// How it is.
    enum State: String {
        /// As it should be.
        case ok
        /// Worth knowing; nothing is broken.
        case note
        /// It keeps something from working.
        case problem
    }

    /// What was looked at.
    enum Area: String {
        case socket, groups, devices, models, libraries, types
    }

    let area: Area
    let state: State
    /// What was found.
    let text: String
    /// What to do; nil when there is nothing to do.
    let advice: String?

    init(_ area: Area, _ state: State, _ text: String, advice: String? = nil) {
        self.area = area
        self.state = state
        self.text = text
        self.advice = advice
    }

    /// The finding for people: a line, and one for the advice.
    var lines: [String] {
        let head = Format.left(area.rawValue, 10) + Format.left(state.rawValue, 9)
        let indent = String(repeating: " ", count: 19)
        return [head + Terminal.safe(text)] + (advice.map { [indent + "→ " + Terminal.safe($0)] } ?? [])
    }

    /// The finding for programs.
    var json: JSONValue {
        var members: JSONObject = [
            "area": .string(area.rawValue), "state": .string(state.rawValue), "text": .string(text),
        ]
        if let advice { members["advice"] = .string(advice) }
        return .object(members)
    }
}
