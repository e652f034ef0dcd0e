import OverlayLink
import OverlayMetadata
import Testing

@testable import OverlayDaemon

@Suite("Symbologies that cannot be read", .timeLimit(.minutes(1)))
struct MissingTypesTests {
    private static let zbar = ObjectTypes([.qrCode, .ean13, .databar])

    @Test("a worker built without ZXing-C++ says so for each that only that reads, and for no other")
    func withoutLibrary() throws {
        let reasons = MissingTypes.reasons(Capabilities(codes: Self.zbar, faces: false))
        #expect(
            Set(reasons.keys) == [
                .microQRCode, .rmqrCode, .databarLimited, .dataMatrix, .pdf417, .aztec, .maxiCode, .dxFilmEdge,
            ])
        let reason = try #require(reasons[.aztec])
        #expect(reason.contains("libzxing-dev"))
    }

    @Test("of an old version only what it does not read is missing, and its version is told")
    func oldVersion() throws {
        let codes = Self.zbar.union([.init(.dataMatrix), .init(.pdf417), .init(.aztec), .init(.microQRCode)])
        let library = LibraryVersion(name: "ZXing-C++", version: "1.4.0")
        let reasons = MissingTypes.reasons(Capabilities(codes: codes, faces: true, libraries: [library]))
        #expect(Set(reasons.keys) == [.rmqrCode, .databarLimited, .maxiCode, .dxFilmEdge])
        #expect(reasons.values.allSatisfy { $0.contains("1.4.0") })
    }

    @Test("nothing is missing where all is read")
    func complete() {
        #expect(MissingTypes.reasons(Capabilities(codes: .codes, faces: true)).isEmpty)
    }
}
