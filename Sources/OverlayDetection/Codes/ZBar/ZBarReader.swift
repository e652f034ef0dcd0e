import CZBar
import OverlayFrame
import OverlayGeometry
import OverlayMetadata

/// Reads barcodes with ZBar.
///
/// One thread at a time.
final class ZBarReader {
    /// What ZBar can read.
    static let types = ObjectTypes(Symbology.all.map(\.type))
    /// ZBar leaks about 1 kB for each picture with a QR code: its scanner is made anew after so many pictures.
    private static let scansOfOneScanner = 256

    private var scanner: OpaquePointer?
    private var scans = 0
    private var configured: ObjectTypes = []
    private var buffer: [UInt8] = []

    /// A reader that has read nothing yet.
    init() { zbar_set_verbosity(0) }

    deinit {
        if let scanner { zbar_image_scanner_destroy(scanner) }
    }

    /// The codes in an area of a picture of one channel, in the picture's pixels and its order from top to bottom.
    ///
    /// Bars are followed beyond the area. What shares its digits' patterns with a wanted type may be among them.
    func read(_ area: SearchArea, of luma: PictureView, types: ObjectTypes) -> [CodeReading] {
        let wanted = types.intersection(ZBarReader.types)
        guard !wanted.isEmpty, let scanner = scanner(for: wanted) else { return [] }
        let symbols = ScanPicture.with(area, of: luma, buffer: &buffer) { picture in
            scan(picture, with: scanner).flatMap { $0.placed(in: picture, of: luma) }
        }
        return AddOns.joined(symbols ?? []).compactMap { CodeReading($0) }
    }
}

extension ZBarReader {
    /// The codes in a picture of one channel.
    func read(_ luma: PictureView, types: ObjectTypes) -> [CodeReading] {
        guard luma.width > 0, luma.height > 0 else { return [] }
        return read(SearchArea(whole: luma), of: luma, types: types)
    }

    /// The scanner, set for the wanted types, and made anew before its leak shows.
    private func scanner(for wanted: ObjectTypes) -> OpaquePointer? {
        if let scanner, scans >= ZBarReader.scansOfOneScanner {
            zbar_image_scanner_destroy(scanner)
            self.scanner = nil
        }
        if scanner == nil {
            scanner = zbar_image_scanner_create()
            scans = 0
            configured = []
        }
        scans += 1
        if let scanner, configured != wanted {
            configure(scanner, for: wanted)
            configured = wanted
        }
        return scanner
    }

    /// Only the wanted symbologies; no cache, which aborts on a lone symbol of a set; QR bytes as they are; every line.
    private func configure(_ scanner: OpaquePointer, for wanted: ObjectTypes) {
        func set(_ symbol: zbar_symbol_type_t, _ key: zbar_config_t, _ value: Int32) {
            zbar_image_scanner_set_config(scanner, symbol, key, value)
        }
        zbar_image_scanner_enable_cache(scanner, 0)
        set(ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
        set(ZBAR_NONE, ZBAR_CFG_X_DENSITY, 1)
        set(ZBAR_NONE, ZBAR_CFG_Y_DENSITY, 1)
        set(ZBAR_NONE, ZBAR_CFG_POSITION, 1)
        set(ZBAR_QRCODE, ZBAR_CFG_BINARY, 1)
        let european = !wanted.isDisjoint(with: Symbology.european)
        for symbology in Symbology.all {
            let isNeeded = wanted.contains(symbology.type) || european && Symbology.european.contains(symbology.type)
            set(symbology.symbol, ZBAR_CFG_ENABLE, isNeeded ? 1 : 0)
        }
        set(ZBAR_EAN2, ZBAR_CFG_ENABLE, european ? 1 : 0)
        set(ZBAR_EAN5, ZBAR_CFG_ENABLE, european ? 1 : 0)
    }

    private func scan(_ picture: ScanPicture, with scanner: OpaquePointer) -> [ReadSymbol] {
        guard let image = zbar_image_create() else { return [] }
        defer { zbar_image_destroy(image) }
        zbar_image_set_format(image, ZBarReader.luma)
        zbar_image_set_size(image, UInt32(picture.columns), UInt32(picture.height))
        // Without a clean-up function the bytes stay ours.
        zbar_image_set_data(image, picture.base, UInt(picture.columns * picture.height), nil)
        zbar_image_set_crop(image, 0, 0, UInt32(picture.width), UInt32(picture.height))
        guard zbar_scan_image(scanner, image) > 0 else { return [] }
        var symbols: [ReadSymbol] = []
        var next = zbar_image_first_symbol(image)
        while let symbol = next {
            symbols.append(ReadSymbol(symbol))
            next = zbar_symbol_next(symbol)
        }
        return symbols
    }

    /// The format code `Y800`, one byte of luma a pixel.
    private static let luma = "Y800".utf8.reversed().reduce(0) { $0 << 8 | UInt($1) }
}
