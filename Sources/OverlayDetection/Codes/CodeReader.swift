import CZBar
import OverlayFrame
import OverlayGeometry
import OverlayMetadata

/// Reads barcodes with ZBar, and with ZXing-C++ those that ZBar lacks.
///
/// One thread at a time.
package final class CodeReader {
    /// What this reader can read.
    package static let types = zbarTypes.union(ZXingReader.types)
    private static let zbarTypes = ObjectTypes(Symbology.all.map(\.type))
    /// How much of the picture's width and height is scanned around the region at least.
    ///
    /// Where that still cuts through something like a code, it is more: a code that only touches the region is read.
    package static let margin = 0.1
    /// ZBar leaks about 1 kB for each picture with a QR code: its scanner is made anew after so many pictures.
    private static let scansOfOneScanner = 256

    private var scanner: OpaquePointer?
    private var scans = 0
    private var configured: ObjectTypes = []
    private var buffer: [UInt8] = []
    private let zxing = ZXingReader()
    private let text = CodeText()

    /// A reader that has read nothing yet.
    package init() { zbar_set_verbosity(0) }

    deinit {
        if let scanner { zbar_image_scanner_destroy(scanner) }
    }

    /// The codes of the wanted types that meet `region` (metadata space) in a picture of one channel, in the picture's
    /// order from top to bottom.
    ///
    /// A picture that is not one gives no codes.
    package func read(_ luma: PictureView, region: Rect, types: ObjectTypes) -> [CodeSighting] {
        let wanted = types.intersection(CodeReader.types)
        guard luma.channels == 1, !wanted.isEmpty,
            let wantedArea = SearchArea(region, margin: 0, least: 0, in: luma),
            let area = SearchArea(region, margin: CodeReader.margin, in: luma)?
                .clearOfCodes(touching: wantedArea, in: luma)
        else { return [] }
        let sightings = ScanPicture.with(area, of: luma, buffer: &buffer) { picture in
            scanned(picture, of: luma, types: wanted.intersection(CodeReader.zbarTypes))
                + read(picture, of: luma, types: wanted.subtracting(CodeReader.zbarTypes))
        }
        return (sightings ?? []).filter { wanted.contains($0.type) && region.meets($0.corners.bounds) }
    }

    /// What ZBar reads.
    private func scanned(_ picture: ScanPicture, of luma: PictureView, types: ObjectTypes) -> [CodeSighting] {
        guard !types.isEmpty, let scanner = scanner(for: types) else { return [] }
        let symbols = scan(picture, with: scanner).flatMap { $0.placed(in: picture, of: luma) }
        return AddOns.joined(symbols).compactMap { symbol in
            sighting(symbol, width: Double(luma.width), height: Double(luma.height))
        }
    }

    /// What ZXing-C++ reads.
    private func read(_ picture: ScanPicture, of luma: PictureView, types: ObjectTypes) -> [CodeSighting] {
        guard !types.isEmpty else { return [] }
        let (width, height) = (Double(luma.width), Double(luma.height))
        return zxing.read(picture.view, types: types, effort: .thorough).compactMap { reading in
            reading.sighting(text: text) { corner in
                let place = picture.whole(corner)
                return Point(x: place.x / width, y: place.y / height)
            }
        }
    }

    /// The symbol in metadata space; nil when it is no code of its own, or too weakly read.
    private func sighting(_ placed: PlacedSymbol, width: Double, height: Double) -> CodeSighting? {
        let read = placed.read
        guard let symbology = Symbology.of(read.symbol), placed.quality >= symbology.leastQuality,
            placed.corners.isFinite
        else { return nil }
        let value = text.text(of: read.payload)
        let upc = symbology.type == .ean13 && value?.first == "0" ? value.map { String($0.dropFirst()) } : nil
        return CodeSighting(
            type: symbology.type, payload: read.payload, value: value,
            corners: placed.corners.mapped { Point(x: $0.x / width, y: $0.y / height) }, quality: placed.quality,
            gs1: read.gs1, upc: upc, addOn: placed.addOn)
    }
}

extension CodeReader {
    /// The scanner, set for the wanted types, and made anew before its leak shows.
    private func scanner(for wanted: ObjectTypes) -> OpaquePointer? {
        if let scanner, scans >= CodeReader.scansOfOneScanner {
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
        zbar_image_set_format(image, CodeReader.luma)
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
