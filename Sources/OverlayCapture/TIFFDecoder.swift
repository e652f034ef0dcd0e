import CTIFF

/// TIFF by libtiff: the first picture of the file, every compression that the library has; alpha over white.
enum TIFFDecoder {
    static func picture(in bytes: UnsafeRawBufferPointer, limits: PictureLimits) throws(SourceError) -> Picture {
        silence
        let source = UnsafeMutablePointer<ctiff_source>.allocate(capacity: 1)
        source.initialize(to: ctiff_source())
        source.pointee.bytes = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        source.pointee.length = UInt64(bytes.count)
        defer { source.deallocate() }
        let largest = limits.pixels.multipliedReportingOverflow(by: 8)
        guard let tiff = ctiff_open(source, largest.overflow ? .max : tmsize_t(largest.partialValue)) else {
            throw failure(source)
        }
        defer { TIFFClose(tiff) }

        var width: UInt32 = 0
        var height: UInt32 = 0
        var orientation: UInt16 = 1
        guard ctiff_shape(tiff, &width, &height, &orientation) != 0 else {
            throw .undecodable("the TIFF does not say its size")
        }
        try limits.check(width: Int(width), height: Int(height))
        var reason = [CChar](repeating: 0, count: 1024)
        guard TIFFRGBAImageOK(tiff, &reason) != 0 else {
            throw .unsupported("this kind of TIFF is not read (\(text(reason)))")
        }
        return try decode(tiff, width: width, height: height, orientation: orientation, source: source)
    }

    /// The library turns a picture from its own orientation to the one asked for: asked for its own, it turns nothing.
    private static func decode(
        _ tiff: OpaquePointer, width: UInt32, height: UInt32, orientation: UInt16,
        source: UnsafeMutablePointer<ctiff_source>
    ) throws(SourceError) -> Picture {
        let count = Int(width) * Int(height)
        let raster = PixelBuffer(byteCount: count * 4)
        let decoded = raster.base.withMemoryRebound(to: UInt32.self, capacity: count) {
            TIFFReadRGBAImageOriented(tiff, width, height, $0, Int32(orientation), 1)
        }
        guard decoded != 0 else { throw failure(source) }
        let picture = Picture(unwritten: .rgb24, width: Int(width), height: Int(height))
        if let pixels = picture.pixels {
            PixelConversion.compose(premultiplied: raster.base, overWhite: pixels, count: count)
        }
        return picture
    }

    /// Errors are reported for each file; the library's own voice is standard error.
    private static let silence: Void = {
        TIFFSetErrorHandler(nil)
        TIFFSetWarningHandler(nil)
    }()

    private static func failure(_ source: UnsafeMutablePointer<ctiff_source>) -> SourceError {
        let message = withUnsafeBytes(of: &source.pointee.message) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        let isShort = ["ead error", "got ", "annot read", "Can not read", "EOF", "premature", "Not enough data"]
            .contains { message.contains($0) }
        return isShort
            ? .truncated("the TIFF ends before its picture does (\(message))")
            : .undecodable("the TIFF is damaged (\(message.isEmpty ? "no reason given" : message))")
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
