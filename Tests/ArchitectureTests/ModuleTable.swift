/// Which of the package's modules each module may import: the table of `docs/architecture.md`.
///
/// A module imports only what stands above it.
struct ModuleTable {
    /// A module, its layer, and what it may import of the package.
    struct Row: Sendable, CustomStringConvertible {
        let name: String
        let layer: Layer
        let imports: Set<String>

        var description: String { name }
    }

    /// What a module of a layer may import of the system.
    enum Layer {
        /// Plain values: neither Foundation nor C.
        case values
        /// Everything that touches the machine, and the programs.
        case effects

        var systemModules: Set<String> {
            switch self {
            case .values: ["Synchronization"]
            case .effects: ["Synchronization", "Glibc"]
            }
        }
    }

    /// System libraries and own C, which hold no Swift.
    static let leaves: Set<String> = [
        "CZBar", "CTurboJPEG", "CPNG", "CWebP", "CTIFF", "CDigest", "CFFmpeg", "CSystemd", "CV4L2", "CLinux",
        "CV4LConvert", "CVision", "CZXing", "CZXingLibrary",
    ]

    /// Every Swift module of `Sources`.
    static let rows: [Row] = [
        values("OverlayGeometry"),
        values("OverlayMetadata", "OverlayGeometry"),
        values("OverlayFrame", "OverlayGeometry"),
        values("OverlayWire", "OverlayMetadata", "OverlayGeometry"),
        values("OverlayLink", "OverlayMetadata", "OverlayGeometry"),
        values("OverlayOptions", "OverlayWire", "OverlayGeometry"),
        effects("OverlaySystem", "CLinux"),
        effects("OverlayDevices", "OverlayWire", "OverlaySystem", "CDigest", "CV4L2"),
        effects(
            "OverlayCapture", "OverlayFrame", "OverlayGeometry", "OverlaySystem", "CTurboJPEG", "CPNG", "CWebP",
            "CTIFF", "CV4L2", "CV4LConvert"),
        effects("OverlayClips", "OverlayCapture", "OverlayFrame", "OverlaySystem", "CFFmpeg"),
        effects(
            "OverlayDetection", "OverlayFrame", "OverlayMetadata", "OverlayGeometry", "OverlaySystem", "CZBar",
            "CVision", "CZXing"),
        effects(
            "OverlayInput", "OverlayCapture", "OverlayDetection", "OverlayLink", "OverlayMetadata", "OverlayFrame",
            "OverlayGeometry", "OverlaySystem"),
        effects("OverlayServer", "OverlayWire", "OverlayMetadata", "OverlayGeometry", "OverlaySystem"),
        effects("OverlayClient", "OverlayWire", "OverlayMetadata", "OverlayGeometry", "OverlaySystem"),
        effects(
            "OverlayDaemon", "OverlayServer", "OverlayLink", "OverlayDevices", "OverlayOptions", "OverlayWire",
            "OverlayFrame", "OverlayMetadata", "OverlayGeometry", "OverlaySystem", "CSystemd"),
        effects("overlayd", "OverlayDaemon", "OverlayOptions"),
        effects(
            "overlayd-clips", "OverlayInput", "OverlayClips", "OverlayCapture", "OverlayLink", "OverlayMetadata",
            "OverlayOptions", "OverlaySystem"),
        effects("overlayd-input", "OverlayInput", "OverlayOptions", "OverlaySystem"),
        effects(
            "overlayctl", "OverlayClient", "OverlayLink", "OverlayDevices", "OverlayOptions", "OverlayWire",
            "OverlayMetadata", "OverlayGeometry", "OverlaySystem"),
    ]

    private static func values(_ name: String, _ imports: String...) -> Row {
        Row(name: name, layer: .values, imports: Set(imports))
    }

    private static func effects(_ name: String, _ imports: String...) -> Row {
        Row(name: name, layer: .effects, imports: Set(imports))
    }
}
