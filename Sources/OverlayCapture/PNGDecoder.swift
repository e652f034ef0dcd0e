import CPNG

/// PNG by libpng: any depth, palettes, interlaced; alpha over white.
///
/// Grey stays grey.
enum PNGDecoder {
    static func picture(in bytes: UnsafeRawBufferPointer, limits: PictureLimits) throws(SourceError) -> Picture {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
            throw failure(image)
        }
        let width = Int(image.width)
        let height = Int(image.height)
        try limits.check(width: width, height: height)

        let isColour = image.format & png_uint_32(PNG_FORMAT_FLAG_COLOR) != 0
        image.format = isColour ? png_uint_32(PNG_FORMAT_FLAG_COLOR) : 0
        image.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
        let picture = Picture(unwritten: isColour ? .rgb24 : .gray8, width: width, height: height)
        var white = png_color(red: 255, green: 255, blue: 255)
        guard png_image_finish_read(&image, &white, picture.pixels, 0, nil) != 0 else { throw failure(image) }
        return picture
    }

    private static func failure(_ image: png_image) -> SourceError {
        let message = withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let isShort = ["read beyond end", "Not enough", "Read Error", "too short"].contains { message.contains($0) }
        return isShort
            ? .truncated("the PNG ends before its picture does") : .undecodable("the PNG is damaged (\(message))")
    }
}
