import OverlayWire

/// How far a model's numbers may be from those that were recorded; everything else must be the same.
struct Tolerance: Sendable {
    /// Coordinates of faces, in units of their space.
    let coordinates: Double
    /// Their angles, in degrees.
    let degrees: Double
    /// Their confidence.
    let confidence: Double

    /// The members of a scenario's `tolerance`.
    init(_ value: JSONValue) throws {
        guard let coordinates = value["coordinates"]?.double, let degrees = value["degrees"]?.double,
            let confidence = value["confidence"]?.double
        else { throw Scenario.Mistake(description: "'tolerance' needs 'coordinates', 'degrees' and 'confidence'") }
        self.coordinates = coordinates
        self.degrees = degrees
        self.confidence = confidence
    }

    /// Where two values differ by more than is allowed; empty when nowhere.
    func differences(_ recorded: JSONValue, _ said: JSONValue, at path: String = "$") -> [String] {
        switch (recorded, said) {
        case (.object(let first), .object(let second)):
            guard first.members.map(\.name) == second.members.map(\.name) else {
                return ["\(path): \(first.members.map(\.name)) and \(second.members.map(\.name))"]
            }
            let isFace = recorded["type"] == "face"
            return zip(first.members, second.members).flatMap { pair -> [String] in
                let place = path + "." + pair.0.name
                if isFace, let slack = slack(of: pair.0.name) {
                    return near(pair.0.value, pair.1.value, slack, at: place)
                }
                return differences(pair.0.value, pair.1.value, at: place)
            }
        case (.array(let first), .array(let second)) where first.count == second.count:
            return zip(first, second).enumerated().flatMap { differences($1.0, $1.1, at: "\(path)[\($0)]") }
        default: return recorded == said ? [] : ["\(path): \(recorded.text) and \(said.text)"]
        }
    }

    private func slack(of member: String) -> Double? {
        switch member {
        case "bounds", "landmarks": coordinates
        case "roll", "yaw", "pitch": degrees
        case "confidence": confidence
        default: nil
        }
    }

    /// Numbers within the slack, wherever they stand in a value; angles the short way round.
    private func near(_ recorded: JSONValue, _ said: JSONValue, _ slack: Double, at path: String) -> [String] {
        if let first = recorded.double, let second = said.double {
            let apart = abs(first - second)
            let isNear = apart <= slack || (slack == degrees && 360 - apart <= slack)
            return isNear ? [] : ["\(path): \(first) and \(second), which is more than \(slack) apart"]
        }
        guard let first = recorded.object?.members, let second = said.object?.members,
            first.map(\.name) == second.map(\.name)
        else { return ["\(path): \(recorded.text) and \(said.text)"] }
        return zip(first, second).flatMap { near($0.value, $1.value, slack, at: path + "." + $0.name) }
    }
}
