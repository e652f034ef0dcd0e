import OverlayGeometry
import OverlayMetadata
import OverlayWire
import Testing

@testable import OverlayClient

@Suite("AVFoundation's names", .timeLimit(.minutes(1)))
struct PortingTests {
    /// What a port must find, whatever else the page has.
    static let seed = [
        "initWithSession:", "layerWithSession:", "initWithSessionWithNoConnection:",
        "layerWithSessionWithNoConnection:", "videoGravity", "connection", "session", "setSessionWithNoConnection:",
        "addConnection:", "captureDevicePointOfInterestForPoint:", "pointForCaptureDevicePointOfInterest:",
        "transformedMetadataObjectForMetadataObject:", "metadataOutputRectOfInterestForRect:",
        "rectForMetadataOutputRectOfInterest:",
    ]

    @Test("the page has a row for each name that is tried here, and no other; the seed's names are among them")
    func rows() throws {
        let rows = try PortingPage().rows
        #expect(rows.map(\.avFoundation).sorted() == PortingCase.all.map(\.name).sorted())
        #expect(Set(Self.seed).isSubset(of: rows.map(\.avFoundation)))
    }

    @Test("each name does in Swift what its row says", arguments: PortingCase.all)
    func row(_ porting: PortingCase) async throws {
        let rows = try PortingPage().rows
        let row = try #require(rows.first { $0.avFoundation == porting.name })
        // The names of the row are those that the case uses: it would not compile with others.
        let names = PortingPage.Row.quoted(row.swift)
        #expect(names == porting.swift)
        let stage = try await Stage()
        defer { stage.server.stop() }
        try await porting.check(stage)
    }

    @Test("what the page calls protocol is in the protocol")
    func words() throws {
        let messages = [
            "hello", "metadata", "geometry", "input", "inputs", "name", "position", "mount", "state", "session",
            "connection", "point", "rectangle", "object", "type", "id", "bounds", "time", "duration", "roll", "yaw",
            "corners", "value",
        ]
        let known = Set(messages + Method.allCases.map(\.rawValue) + SubscriptionChange.parameters)
        for row in try PortingPage().rows {
            for word in PortingPage.Row.quoted(row.wire) {
                #expect(known.contains(word), "\(row.avFoundation): \(word) is not of the protocol")
            }
        }
    }
}
