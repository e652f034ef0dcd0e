import CWebP

/// WebP by libwebp: one picture, lossy or lossless; alpha over white.
enum WebPDecoder {
    static func picture(in bytes: UnsafeRawBufferPointer, limits: PictureLimits) throws(SourceError) -> Picture {
        let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        var configuration = WebPDecoderConfig()
        guard WebPInitDecoderConfig(&configuration) != 0 else {
            throw .undecodable("libwebp is of another version than the one this was built for")
        }
        try check(WebPGetFeatures(base, bytes.count, &configuration.input))
        guard configuration.input.has_animation == 0 else {
            throw .unsupported("this is an animated WebP; WebP pictures are read, animations are not")
        }
        let width = Int(configuration.input.width)
        let height = Int(configuration.input.height)
        try limits.check(width: width, height: height)

        let channels = configuration.input.has_alpha != 0 ? 4 : 3
        let picture = Picture(unwritten: .rgb24, width: width, height: height)
        let decoded = channels == 3 ? nil : PixelBuffer(byteCount: width * height * 4)
        configuration.output.colorspace = channels == 3 ? MODE_RGB : MODE_RGBA
        configuration.output.is_external_memory = 1
        configuration.output.u.RGBA.rgba = decoded?.base ?? picture.pixels
        configuration.output.u.RGBA.stride = Int32(width * channels)
        configuration.output.u.RGBA.size = width * height * channels
        try check(WebPDecode(base, bytes.count, &configuration))
        if let decoded, let pixels = picture.pixels {
            PixelConversion.compose(decoded.base, overWhite: pixels, count: width * height)
        }
        return picture
    }

    private static func check(_ status: VP8StatusCode) throws(SourceError) {
        switch status {
        case VP8_STATUS_OK: return
        case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED:
            throw .truncated("the WebP ends before its picture does")
        case VP8_STATUS_UNSUPPORTED_FEATURE: throw .unsupported("the WebP has a feature that libwebp does not read")
        default: throw .undecodable("the WebP is damaged")
        }
    }
}
