/// Which camera is meant; never by a number alone, as numbers change from one plugging in to the next.
package enum CameraSelector: Hashable, Sendable, CustomStringConvertible {
    /// The node that a path leads to.
    case path(String)
    /// The USB device of these; without a serial number whichever is the only one.
    case usb(USBIdentity)
    /// Whatever is plugged in there.
    case bus(String)
    /// The one of this name; if none has exactly this one, the one whose name contains it.
    case name(String)

    /// The kinds that are written with a word and a colon, as a person would write them.
    package static let forms = ["usb:VENDOR:PRODUCT[:SERIAL]", "bus:PATH", "name:TEXT"]

    /// The selector that a text of one of the `forms` means, or a path below `/dev`; nil for any other text.
    package init?(_ text: String) {
        if text.hasPrefix("/dev/") {
            self = .path(text)
            return
        }
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let rest = String(text[text.index(after: colon)...])
        guard !rest.isEmpty, rest.utf8.count <= 512 else { return nil }
        switch text[..<colon] {
        case "usb":
            guard let identity = USBIdentity(rest) else { return nil }
            self = .usb(identity)
        case "bus": self = .bus(rest)
        case "name": self = .name(rest)
        default: return nil
        }
    }

    package var description: String {
        switch self {
        case .path(let path): path
        case .usb(let identity): "usb:\(identity)"
        case .bus(let path): "bus:\(path)"
        case .name(let text): "name:\(text)"
        }
    }
}

extension USBIdentity: CustomStringConvertible {
    /// `VENDOR:PRODUCT[:SERIAL]`, two numbers of four hexadecimal digits; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 2, parts.prefix(2).allSatisfy({ $0.utf8.count == 4 && UInt16($0, radix: 16) != nil }),
            parts.count < 3 || !parts[2].isEmpty, !parts[0].hasPrefix("+"), !parts[1].hasPrefix("+")
        else { return nil }
        self.init(
            vendor: parts[0].lowercased(), product: parts[1].lowercased(), serial: parts.count == 3 ? parts[2] : nil)
    }

    package var description: String { "\(vendor):\(product)" + (serial.map { ":\($0)" } ?? "") }
}

extension CameraSelector {
    /// Whether a node may be meant, as far as sysfs tells: only such a one needs to be opened.
    func mayMean(_ node: VideoNode) -> Bool {
        switch self {
        case .path(let path): node.path == path
        case .usb(let wanted): node.usb.map { CameraSelector.fits($0, wanted) } ?? false
        // Drivers of other buses choose their own words for the path.
        case .bus(let path): node.bus == path || (node.usb == nil && !path.hasPrefix("usb-"))
        case .name: true
        }
    }

    /// The cameras that are meant, of those that may be.
    func choose(_ cameras: [Camera]) -> [Camera] {
        switch self {
        case .path, .usb: return cameras
        case .bus(let path): return cameras.filter { $0.bus == path || $0.node.bus == path }
        case .name(let text):
            let exact = cameras.filter { $0.names.contains(text) }
            let folded = text.lowercased()
            return exact.isEmpty
                ? cameras.filter { $0.names.contains { $0.lowercased().contains(folded) } } : exact
        }
    }

    private static func fits(_ found: USBIdentity, _ wanted: USBIdentity) -> Bool {
        found.vendor == wanted.vendor && found.product == wanted.product
            && (wanted.serial == nil || wanted.serial == found.serial)
    }
}
