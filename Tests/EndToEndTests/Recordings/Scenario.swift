import Foundation
import OverlaySystem
import OverlayWire

/// What happens in a recording, step by step: a file `NAME.scenario.jsonl`, described in `Tests/Recordings/README.md`.
struct Scenario: Sendable, CustomStringConvertible {
    /// One thing that happens.
    enum Step: Sendable {
        /// A client comes.
        case connect(String)
        /// A client goes without a word.
        case leave(String)
        /// A client's request.
        case ask(client: String, method: String, params: JSONValue)
        /// So many frames of an input, one after the other; with the last the input comes to be in a state, if one is
        /// named.
        case frames(Int, of: String, until: String?)
        /// A picture of an input that cannot be read.
        case lost(String)
        /// Time goes by, in microseconds.
        case pass(Int64)
        /// The input comes to be in this state.
        case await(String, of: String)
    }

    /// A mistake in a scenario's file.
    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    /// The file's name without its ending.
    let name: String
    /// The inputs as the command line writes them.
    let inputs: [String]
    /// The model finds faces, and numbers in them are compared with a tolerance.
    let tolerance: Tolerance?
    let steps: [Step]

    var description: String { name }
}

extension Scenario {
    /// The folder of the recordings.
    static let folder = FilePath.folder(of: Built.tests) + "/Recordings"
    private static let ending = ".scenario.jsonl"

    /// The names of all recordings; only that of the variable RECORDING where it is set.
    static let names: [String] = {
        let wanted = ProcessInfo.processInfo.environment["RECORDING"]
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }
            .filter { wanted == nil || wanted == $0 }.sorted()
    }()

    /// The recordings in which the face model works, or those in which it does not.
    ///
    /// One that cannot be read is among the latter, whose test tells of it.
    static func names(withFaces: Bool) -> [String] {
        names.filter { ((try? Scenario(named: $0))?.tolerance != nil) == withFaces }
    }

    /// Reads a scenario.
    init(named name: String) throws {
        let path = "\(Scenario.folder)/\(name)\(Scenario.ending)"
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
        guard let first = lines.first else { throw Mistake(description: "\(path) is empty") }
        let head = try JSONReader.read(first)
        guard let inputs = head["inputs"]?.array?.compactMap(\.string), !inputs.isEmpty,
            head["shows"]?.string?.isEmpty == false
        else { throw Mistake(description: "\(path):1 has no 'shows' or no 'inputs'") }
        self.name = name
        self.inputs = inputs.map { $0.replacingOccurrences(of: "RECORDINGS", with: Scenario.folder) }
        tolerance = try head["tolerance"].map { try Tolerance($0) }
        steps = try lines.dropFirst().enumerated().map { number, line in
            guard let step = try Step(try JSONReader.read(line)) else {
                throw Mistake(description: "\(path):\(number + 2) is no step: \(line)")
            }
            return step
        }
    }

    /// The path of its twin.
    var expectation: String { "\(Scenario.folder)/\(name).expected.jsonl" }
}

extension Scenario.Step {
    init?(_ line: JSONValue) throws {
        if let client = line["connect"]?.string {
            self = .connect(client)
        } else if let client = line["leave"]?.string {
            self = .leave(client)
        } else if let client = line["client"]?.string, let method = line["method"]?.string {
            self = .ask(client: client, method: method, params: line["params"] ?? .object([:]))
        } else if let count = line["frames"]?.integer, let input = line["of"]?.string {
            self = .frames(Int(clamping: count), of: input, until: line["until"]?.string)
        } else if let input = line["lost"]?.string {
            self = .lost(input)
        } else if let microseconds = line["pass"]?.integer {
            self = .pass(microseconds)
        } else if let state = line["await"]?.string, let input = line["of"]?.string {
            self = .await(state, of: input)
        } else {
            return nil
        }
    }
}
