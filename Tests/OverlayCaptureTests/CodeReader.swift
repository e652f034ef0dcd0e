import CZBar
import OverlayFrame

/// ZBar, for what the scene's codes say.
enum CodeReader {
    /// A code's text, and the middle of its points in pixels.
    struct Found: Hashable {
        let text: String
        let x: Int
        let y: Int
    }

    static func codes(in view: PictureView) -> [Found] {
        let scanner = zbar_image_scanner_create()
        defer { zbar_image_scanner_destroy(scanner) }
        let image = zbar_image_create()
        defer { zbar_image_destroy(image) }
        let length = view.stride * view.height
        zbar_image_set_format(image, 0x3030_3859)
        zbar_image_set_size(image, UInt32(view.width), UInt32(view.height))
        zbar_image_set_data(image, view.base, UInt(length), nil)
        guard zbar_scan_image(scanner, image) > 0 else { return [] }
        var found: [Found] = []
        var symbol = zbar_image_first_symbol(image)
        while let current = symbol {
            let text = zbar_symbol_get_data(current).map { String(cString: $0) } ?? ""
            let count = zbar_symbol_get_loc_size(current)
            let x = (0..<count).reduce(0) { $0 + Int(zbar_symbol_get_loc_x(current, $1)) } / max(Int(count), 1)
            let y = (0..<count).reduce(0) { $0 + Int(zbar_symbol_get_loc_y(current, $1)) } / max(Int(count), 1)
            found.append(Found(text: text, x: x, y: y))
            symbol = zbar_symbol_next(current)
        }
        return found
    }
}
