import OverlayGeometry
import OverlayWire
import TestVectors
import Testing

/// `overlayctl convert`, run as a process, against vectors made by an independent program.
@Suite(.timeLimit(.minutes(2)))
struct ConvertTests {
    private static let golden = try? TransformVectors.load()
    private static let vectors = golden?.vectors ?? []

    private func manner(of vector: TransformVector) throws -> [String] {
        let golden = try #require(ConvertTests.golden)
        let config = try #require(golden.configs.first { $0.id == vector.config })
        return [
            "convert", "--frame", config.frame.map(\.description).joined(separator: "x"), "--layer", list(config.layer),
            "--gravity", vector.gravity, "--rotation", "\(vector.rotation)", "--mirrored=\(vector.mirrored)",
        ]
    }

    private func list(_ numbers: [Double]) -> String { numbers.map(\.description).joined(separator: ",") }

    private func convert(
        _ vector: TransformVector, _ option: String, _ values: [[Double]], to space: String
    ) throws -> [[Double]] {
        let given = values.flatMap { [option, list($0)] }
        let outcome = try Tool.run(manner(of: vector) + given + ["--to", space])
        #expect(outcome.complaint == "")
        #expect(outcome.status == 0)
        return try outcome.lines.map { line in
            let reply = try JSONReader.read(String(line))
            #expect(reply["space"]?.string == space)
            let object = try #require(reply[option == "--point" ? "point" : "rectangle"])
            let names = option == "--point" ? ["x", "y"] : ["x", "y", "width", "height"]
            return try names.map { try #require(object[$0]?.double) }
        }
    }

    private func expectEqual(_ got: [[Double]], _ wanted: [[Double]], _ what: String) {
        #expect(got.map(\.count) == wanted.map(\.count), "\(what)")
        for (one, other) in zip(got.joined(), wanted.joined()) {
            #expect(abs(one - other) <= TransformVectors.tolerance, "\(what): \(got) instead of \(wanted)")
        }
    }

    @Test("there are 48 golden vectors")
    func count() { #expect(ConvertTests.vectors.count == 48) }

    @Test("points of the picture come out where the golden vectors have them", arguments: vectors)
    func pointsToLayer(_ vector: TransformVector) throws {
        let got = try convert(vector, "--point", vector.points.map(\.uv), to: "layer")
        expectEqual(got, vector.points.map(\.xy), vector.id)
    }

    @Test("points of the layer come out where the golden vectors have them", arguments: vectors)
    func pointsToDevice(_ vector: TransformVector) throws {
        let pairs = vector.inversePoints + vector.points
        expectEqual(try convert(vector, "--point", pairs.map(\.xy), to: "device"), pairs.map(\.uv), vector.id)
    }

    @Test("rectangles of the picture come out where the golden vectors have them", arguments: vectors)
    func rectanglesToLayer(_ vector: TransformVector) throws {
        let rects = [vector.metadataRect.uv] + vector.faces.map(\.in.bounds)
        let wanted = [vector.metadataRect.layer] + vector.faces.map(\.out.bounds)
        expectEqual(try convert(vector, "--rectangle", rects, to: "layer"), wanted, vector.id)
    }

    @Test("rectangles of the layer come out uncut, where the golden vectors have them", arguments: vectors)
    func rectanglesToDevice(_ vector: TransformVector) throws {
        let got = try convert(vector, "--rectangle", [vector.layerRect.layer], to: "device")
        expectEqual(got, [vector.layerRect.uv], vector.id)
    }

    @Test(
        "turns by name, by position and mirrored automatically give the same as in degrees",
        arguments: [
            (["--orientation", "portrait", "--mirrored"], ["--rotation", "90", "--mirrored=true"]),
            (["--orientation", "landscapeLeft", "--position", "front"], ["--rotation", "0", "--mirrored"]),
            (["--orientation", "landscapeLeft", "--position", "rear"], ["--rotation", "180", "--mirrored=false"]),
            (["--rotation", "auto", "--mirrored=auto"], []), (["--to", "layer"], ["--gravity", "resizeAspect"]),
        ])
    func named(_ words: [String], same: [String]) throws {
        let common = ["convert", "--frame", "1600x900", "--layer", "-12,34,300,500", "--point", "-0.25,0.4"]
        let (one, other) = (try Tool.run(common + words), try Tool.run(common + same))
        #expect(one.status == 0)
        #expect(one.output == other.output)
    }

    @Test("numbers come out in full precision")
    func precision() throws {
        let outcome = try Tool.run(["convert", "--frame=3x3", "--layer=0.1,0,3,3", "--point=0.7,0.1"])
        #expect(
            outcome.output == "{\"space\":\"layer\",\"point\":{\"x\":2.1999999999999997,\"y\":0.30000000000000004}}\n")
    }

    @Test(
        "what cannot be converted is refused in a line that says why",
        arguments: [
            (["--frame", "0x900", "--layer", "0,0,9,9", "--point", "0,0"], 65, "--frame: got '0x900'"),
            (["--frame", "-1x900", "--layer", "0,0,9,9", "--point", "0,0"], 65, "--frame: got '-1x900'"),
            (["--frame", "16x9", "--layer", "0,0,0,500", "--point", "0,0"], 65, "--layer: got '0,0,0,500'"),
            (["--frame", "16x9", "--layer", "0,0,300,0", "--point", "0,0"], 65, "--layer: got '0,0,300,0'"),
            (["--frame", "16x9", "--layer", "0,0,-3,1", "--point", "0,0"], 65, "--layer: got '0,0,-3,1'"),
            (
                ["--frame", "16x9", "--layer", "0,0,9e90,9", "--gravity", "resize", "--point", "1e300,0"], 65,
                "--point: its"
            ),
            (["--layer", "0,0,9,9", "--point", "0,0"], 64, "--frame WxH is missing"),
            (["--frame", "16x9", "--point", "0,0"], 64, "--layer X,Y,W,H is missing"),
            (["--frame", "16x9", "--layer", "0,0,9,9"], 64, "there is nothing to convert"),
            (["--frame", "16x9", "--layer", "0,0,9,9", "--point", "0"], 64, "--point: got '0'"),
            (["--frame", "16x9", "--layer", "0,0,9,9", "--point", "0,nan"], 64, "--point: got '0,nan'"),
        ] as [([String], Int32, String)])
    func refusals(_ words: [String], status: Int32, complaint: String) throws {
        let outcome = try Tool.run(["convert"] + words)
        #expect(outcome.status == status)
        #expect(outcome.output == "")
        #expect(outcome.complaint.contains(complaint), "\(outcome.complaint)")
    }
}
