import CZXing
import OverlayFrame
import OverlayGeometry
import OverlayMetadata

/// Reads barcodes with ZXing-C++, where this was built with it.
///
/// Any number of threads may read at once.
final class ZXingReader {
    /// What a look may cost.
    struct Effort: OptionSet, Hashable, Sendable {
        let rawValue: UInt32

        /// More lines, and more places where a symbol may begin.
        static let harder = Effort(CZXING_HARDER)
        /// One-dimensional codes also across the columns, others in all quarter turns.
        static let turned = Effort(CZXING_TURNED)
        /// Also light on dark.
        static let inverted = Effort(CZXING_INVERTED)
        /// Also at a part of the size, where the picture is large.
        static let reduced = Effort(CZXING_REDUCED)
        /// Dark and light told apart by one threshold for all instead of one for each place.
        static let oneThreshold = Effort(CZXING_ONE_THRESHOLD)

        /// What a quick look does.
        static let plain: Effort = []
        /// All that finds more.
        static let thorough: Effort = [.harder, .turned, .inverted, .reduced]

        init(rawValue: UInt32) { self.rawValue = rawValue }

        private init(_ effort: czxing_effort) { self.init(rawValue: UInt32(effort.rawValue)) }
    }

    /// This build has the library.
    static var isAvailable: Bool { version != nil }
    /// The library's version.
    static var version: String? { czxing_version().map { String(cString: $0) } }
    /// What this version of the library may be asked for.
    ///
    /// 1.4 is never asked for DataBar: its reader ends the process on ordinary pictures.
    static let types = ObjectTypes(formats.filter { czxing_formats() & $0.format.bit != 0 }.map(\.type))

    private static let formats: [(format: czxing_format, type: ObjectType)] = [
        (CZXING_QR_CODE, .qrCode), (CZXING_MICRO_QR_CODE, .microQRCode), (CZXING_RMQR_CODE, .rmqrCode),
        (CZXING_EAN_13, .ean13), (CZXING_EAN_8, .ean8), (CZXING_UPC_E, .upcE), (CZXING_CODE_39, .code39),
        (CZXING_CODE_93, .code93), (CZXING_CODE_128, .code128), (CZXING_CODABAR, .codabar), (CZXING_ITF, .itf),
        (CZXING_DATABAR, .databar), (CZXING_DATABAR_EXPANDED, .databarExpanded),
        (CZXING_DATABAR_LIMITED, .databarLimited), (CZXING_DATA_MATRIX, .dataMatrix), (CZXING_PDF417, .pdf417),
        (CZXING_AZTEC, .aztec), (CZXING_MAXI_CODE, .maxiCode), (CZXING_DX_FILM_EDGE, .dxFilmEdge),
    ]

    /// The codes of the wanted types in a picture of one channel; their corners are in its pixels.
    ///
    /// A picture that is not one gives no codes.
    func read(_ luma: PictureView, types: ObjectTypes, effort: Effort) -> [ZXingReading] {
        guard luma.channels == 1, let width = Int32(exactly: luma.width), let height = Int32(exactly: luma.height),
            let stride = Int(exactly: luma.stride), stride >= 0
        else { return [] }
        let formats = ZXingReader.formats.reduce(UInt32(0)) { types.contains($1.type) ? $0 | $1.format.bit : $0 }
        var picture = czxing_picture(pixels: luma.base, width: width, height: height, stride: stride)
        guard let readings = czxing_read(&picture, formats, effort.rawValue) else { return [] }
        defer { czxing_readings_destroy(readings) }
        return (0..<czxing_readings_count(readings)).compactMap { index in
            var reading = czxing_reading()
            czxing_readings_get(readings, index, &reading)
            let type = ZXingReader.formats.first { $0.format == reading.format }?.type
            return type.map { ZXingReading(reading, type: $0).onBars(of: luma) }
        }
    }
}

extension czxing_format {
    fileprivate var bit: UInt32 { UInt32(rawValue) }
}
