import CPNG
import CTIFF
import CTurboJPEG
import CWebP

/// The libraries by which pictures are decoded.
package enum PictureLibraries {
    /// Their names and versions, as they say them themselves.
    package static var versions: [(name: String, version: String)] {
        let jpeg = Int(cturbojpeg_version())
        let webp = Int(WebPGetDecoderVersion())
        let png = Int(png_access_version_number())
        return [
            ("libjpeg-turbo", jpeg == 0 ? "unknown" : "\(jpeg / 1_000_000).\(jpeg / 1000 % 1000).\(jpeg % 1000)"),
            ("libpng", "\(png / 10_000).\(png / 100 % 100).\(png % 100)"),
            ("libwebp", "\(webp >> 16).\(webp >> 8 & 255).\(webp & 255)"),
            ("libtiff", tiff),
        ]
    }

    /// The number in `LIBTIFF, Version 4.5.0` and a copyright.
    private static var tiff: String {
        let text = TIFFGetVersion().map { String(cString: $0) } ?? ""
        let words = text.split(whereSeparator: \.isWhitespace)
        return words.first { $0.first?.isNumber == true }.map(String.init) ?? "unknown"
    }
}
