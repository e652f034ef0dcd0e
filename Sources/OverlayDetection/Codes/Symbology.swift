import CZBar
import OverlayMetadata

/// A symbology that ZBar reads.
struct Symbology {
    /// ZBar's name for it.
    let symbol: zbar_symbol_type_t
    /// Ours.
    let type: ObjectType

    /// All that this reader knows.
    static let all = [
        Symbology(ZBAR_QRCODE, .qrCode), Symbology(ZBAR_EAN13, .ean13), Symbology(ZBAR_EAN8, .ean8),
        Symbology(ZBAR_UPCE, .upcE), Symbology(ZBAR_CODE39, .code39), Symbology(ZBAR_CODE93, .code93),
        Symbology(ZBAR_CODE128, .code128), Symbology(ZBAR_CODABAR, .codabar),
        Symbology(ZBAR_I25, .itf), Symbology(ZBAR_DATABAR, .databar),
        Symbology(ZBAR_DATABAR_EXP, .databarExpanded),
    ]

    private init(_ symbol: zbar_symbol_type_t, _ type: ObjectType) {
        self.symbol = symbol
        self.type = type
    }

    /// EAN-13, EAN-8, UPC-A and UPC-E share their digits' patterns: asked for one alone, ZBar reports another as that
    /// one (a UPC-E as its EAN-13), so all are read and the unwanted dropped.
    static let european: ObjectTypes = [.init(.ean13), .init(.ean8), .init(.upcE)]

    /// ZBar's name for a type; nil for what it cannot read.
    static func of(_ type: ObjectType) -> Symbology? { all.first { $0.type == type } }

    /// The symbology of a symbol that ZBar found; nil for what is none (a partial symbol, an add-on).
    static func of(_ symbol: zbar_symbol_type_t) -> Symbology? { all.first { $0.symbol == symbol } }
}
