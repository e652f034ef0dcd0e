import OverlayLink
import OverlayMetadata

/// Why symbologies of the protocol cannot be read here.
enum MissingTypes {
    /// What only ZXing-C++ reads.
    private static let zxingTypes = ObjectTypes([
        .microQRCode, .rmqrCode, .databarLimited, .dataMatrix, .pdf417, .aztec, .maxiCode, .dxFilmEdge,
    ])

    /// A reason for each that a worker of these capabilities lacks.
    static func reasons(_ capabilities: Capabilities) -> [ObjectType: String] {
        let version = capabilities.libraries.first { $0.name == "ZXing-C++" }?.version
        let reason =
            version.map { "ZXing-C++ \($0) does not read it; version 2.3 reads all" }
            ?? "built without ZXing-C++: install libzxing-dev and pkgconf, and build again"
        let missing = zxingTypes.subtracting(capabilities.codes).types
        return Dictionary(missing.map { ($0, reason) }) { first, _ in first }
    }
}
