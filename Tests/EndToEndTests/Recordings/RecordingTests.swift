import Foundation
import OverlayWire
import Testing

/// Each scenario of `Tests/Recordings` has a twin with the daemon's exact words: UPDATE_GOLDEN=1 writes them anew, and
/// `deploy/record` makes a new one.
@Suite("Recordings", .serialized, .timeLimit(.minutes(2)))
struct RecordingTests {
    @Test("the daemon answers what was recorded", arguments: Scenario.names(withFaces: false))
    func recording(_ name: String) throws {
        try compare(try Scenario(named: name))
    }

    @Test(
        "the daemon answers what was recorded, with faces", .enabled(if: Built.hasFaces, Built.noFaces),
        arguments: Scenario.names(withFaces: true))
    func faceRecording(_ name: String) throws {
        try compare(try Scenario(named: name))
    }

    @Test("the recordings of faces are known as such")
    func kinds() throws {
        #expect(try Scenario(named: "several-faces").tolerance != nil)
        #expect(try Scenario(named: "several-codes").tolerance == nil)
    }

    private func compare(_ scenario: Scenario) throws {
        let said = try ScenarioRun(scenario).lines
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            let text = said.joined(separator: "\n") + "\n"
            try text.write(toFile: scenario.expectation, atomically: true, encoding: .utf8)
        }
        let recorded = try String(contentsOfFile: scenario.expectation, encoding: .utf8)
            .split(separator: "\n").map(String.init)
        #expect(recorded.count == said.count)
        for (recorded, said) in zip(recorded, said) {
            guard let tolerance = scenario.tolerance else {
                #expect(recorded == said)
                continue
            }
            #expect(tolerance.differences(try JSONReader.read(recorded), try JSONReader.read(said)) == [])
        }
    }

    @Test("every recording is complete, and nothing else stands among them")
    func folder() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Scenario.folder)
        let twins = Set(files.filter { $0.hasSuffix(".jsonl") })
        #expect(twins.contains("upright.scenario.jsonl"))
        for file in twins {
            let name = file.split(separator: ".").first ?? ""
            for kind in ["scenario", "expected"] { #expect(twins.contains("\(name).\(kind).jsonl"), "\(file)") }
        }
    }

    @Test("a number of a face may be a hair away, and nothing else")
    func tolerance() throws {
        let tolerance = try Tolerance(try JSONReader.read(#"{"coordinates":0.5,"degrees":1,"confidence":0.02}"#))
        let recorded = #"{"objects":[{"type":"face","id":1,"bounds":{"x":1},"roll":0.2}],"time":5}"#
        func differences(_ said: String) throws -> Int {
            tolerance.differences(try JSONReader.read(recorded), try JSONReader.read(said)).count
        }
        #expect(try differences(recorded) == 0)
        #expect(try differences(recorded.replacingOccurrences(of: "\"x\":1", with: "\"x\":1.5")) == 0)
        #expect(try differences(recorded.replacingOccurrences(of: "0.2", with: "359.5")) == 0)
        for (part, other) in [
            ("\"x\":1", "\"x\":1.6"), ("0.2", "358"), ("\"id\":1", "\"id\":2"), ("\"time\":5", "\"time\":6"),
            ("roll", "yaw"), ("face", "qr_code"), ("\"time\":5", "\"time\":5,\"more\":1"),
        ] { #expect(try differences(recorded.replacingOccurrences(of: part, with: other)) == 1, "\(other)") }
    }
}
