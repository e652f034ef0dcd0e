import OverlayMetadata

/// Which objects a client asked for by the names of their types, groups and aliases.
package struct TypeSelection: Hashable, Sendable {
    /// Types that were asked for one by one.
    package var named: ObjectTypes = []
    /// Groups that were asked for: of these, what is available counts.
    package var grouped: ObjectTypes = []
    /// `itf` only as ITF-14: fourteen digits with a right check digit.
    package var onlyITF14 = false
    /// `ean_13` only as UPC-A.
    package var onlyUPCA = false
    /// Names known to AVFoundation or W3C that no build of overlayd detects.
    package var undetectable: [String] = []

    /// Nothing selected.
    package init() {}

    /// Everything that is available.
    package static var all: TypeSelection {
        var selection = TypeSelection()
        selection.grouped = .all
        return selection
    }

    /// Every type that was asked for, available or not.
    package var types: ObjectTypes { named.union(grouped) }

    /// The names that were asked for one by one and are not available.
    package func unavailable(given available: ObjectTypes) -> [String] {
        named.subtracting(available).types.map(\.rawValue) + undetectable
    }

    /// The object is one of those asked for.
    package func admits(_ object: MetadataObject) -> Bool {
        guard types.contains(object.type) else { return false }
        guard case .code(let code) = object.kind else { return true }
        switch object.type {
        case .itf where onlyITF14: return TypeSelection.isITF14(code.payload)
        case .ean13 where onlyUPCA: return code.upc != nil
        default: return true
        }
    }

    /// Fourteen digits, the last of which is GS1's check digit (weights 3 and 1 in turn).
    static func isITF14(_ digits: [UInt8]) -> Bool {
        guard digits.count == 14, digits.allSatisfy(Ascii.isDigit) else { return false }
        let sum = digits.enumerated().reduce(0) { sum, digit in
            sum + Int(digit.element - Ascii.zero) * (digit.offset.isMultiple(of: 2) ? 3 : 1)
        }
        return sum.isMultiple(of: 10)
    }
}

extension TypeSelection {
    /// The selection of a list of names; a name that nobody knows is the error `unknownType`.
    ///
    /// It names the parameter, with the name's place in an array unless an `option` of a command line is named.
    package init(names: [String], option: String? = nil, available: ObjectTypes = .all) throws(WireError) {
        var plain: ObjectTypes = []
        var narrowed: ObjectTypes = []
        for (place, name) in names.enumerated() {
            switch name {
            case "all": grouped.formUnion(.all)
            case "codes": grouped.formUnion(.codes)
            case "upc_a": narrowed.insert(ObjectTypes(.ean13))
            case "org.gs1.ITF14": narrowed.insert(ObjectTypes(.itf))
            default:
                if let type = ObjectType(rawValue: name) ?? TypeSelection.aliases[name] {
                    plain.insert(ObjectTypes(type))
                } else if TypeSelection.undetectableNames.contains(name) {
                    if !undetectable.contains(name) { undetectable.append(name) }
                } else {
                    throw TypeSelection.unknown(name, option ?? "types[\(place)]", available: available)
                }
            }
        }
        named = plain.union(narrowed)
        let whole = plain.union(grouped)
        onlyUPCA = narrowed.contains(.ean13) && !whole.contains(.ean13)
        onlyITF14 = narrowed.contains(.itf) && !whole.contains(.itf)
    }

    private static func unknown(_ name: String, _ parameter: String, available: ObjectTypes) -> WireError {
        let words = ["all", "codes"] + available.types.map(\.rawValue)
        let further = ObjectType.allCases.map(\.rawValue) + ["upc_a"] + aliases.keys.sorted()
        let prefix = "AVMetadataObjectType"
        let plain = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
        let hint = Spelling.hint(for: plain, among: words, further: further)
        let shown = JSONValue.string(name).quotable?.text ?? ""
        var error = WireError(
            .unknownType, "\(parameter) names no known type: \(shown)\(hint)", parameter: parameter, available: words)
        error.got = JSONValue.string(name).quotable
        error.expected = "the name of an object type or group"
        return error
    }

    /// AVFoundation's constants; `upc_a` and `org.gs1.ITF14`, which narrow their type, are not among them.
    package static let aliases: [String: ObjectType] = [
        "org.iso.QRCode": .qrCode, "org.iso.MicroQR": .microQRCode, "org.gs1.EAN-13": .ean13, "org.gs1.EAN-8": .ean8,
        "org.gs1.UPC-E": .upcE, "org.iso.Code39": .code39, "org.iso.Code39Mod43": .code39,
        "com.intermec.Code93": .code93, "org.iso.Code128": .code128, "Codabar": .codabar,
        "org.ansi.Interleaved2of5": .itf, "org.gs1.GS1DataBar": .databar,
        "org.gs1.GS1DataBarExpanded": .databarExpanded, "org.gs1.GS1DataBarLimited": .databarLimited,
        "org.iso.DataMatrix": .dataMatrix, "org.iso.PDF417": .pdf417, "org.iso.Aztec": .aztec,
    ]

    /// What AVFoundation has and overlayd's protocol has no type for.
    static let undetectableNames: Set<String> = [
        "org.iso.MicroPDF417", "micro_pdf417", "humanBody", "humanFullBody", "catBody", "catHead", "dogBody", "dogHead",
        "salientObject",
    ]
}

extension TypeSelection {
    /// The selection without what is not among `available`, groups and single types as one.
    package func restricted(to available: ObjectTypes) -> TypeSelection {
        var result = TypeSelection()
        result.named = types.intersection(available)
        result.onlyITF14 = onlyITF14 && result.named.contains(.itf)
        result.onlyUPCA = onlyUPCA && result.named.contains(.ean13)
        return result
    }
}
