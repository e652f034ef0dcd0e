/// What counts as a picture in a folder, and how many may be there.
package enum PictureFolder {
    /// So many pictures of a folder are listed at most.
    package static let longest = 100_000
    /// The kinds of pictures that are read, in words.
    package static let formats = "PNG, JPEG, WebP, BMP and TIFF"
    /// What is wrong with a folder that holds none.
    package static let emptiness =
        "the folder holds no pictures; \(formats) are read, by the endings of their names"
    /// What is wrong with a folder that holds too many.
    package static let excess = "the folder holds more than \(longest) pictures; at most so many are read"

    /// The name is that of a picture by its ending, and not hidden.
    package static func isPicture(_ name: [UInt8]) -> Bool {
        guard name.first != UInt8(ascii: "."), let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
        let ending = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
        return ["png", "jpg", "jpeg", "webp", "bmp", "tif", "tiff"].contains(ending)
    }
}
