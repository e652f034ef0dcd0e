import OverlayFrame

/// How the pixels of a camera's format are read, and what their luma costs.
package enum CameraPixels: Hashable, Sendable {
    /// As they lie in the driver's buffer.
    case raw
    /// Each buffer is a JPEG.
    case jpeg
    /// By libv4lconvert.
    case foreign

    /// The formats that are read without libv4lconvert, and nanoseconds a pixel from buffer to luma.
    ///
    /// The costs say which of two formats is the cheaper one, not how long it takes.
    private static let own: [FourCC: (pixels: CameraPixels, cost: Double)] = [
        "GREY": (.raw, 0), "NV12": (.raw, 0), "NV21": (.raw, 0), "YU12": (.raw, 0), "YV12": (.raw, 0),
        "NV16": (.raw, 0), "422P": (.raw, 0),
        "YUYV": (.raw, 0.3), "UYVY": (.raw, 0.3), "Y10": (.raw, 0.3), "Y12": (.raw, 0.3), "Y16": (.raw, 0.3),
        "RGB3": (.raw, 1), "BGR3": (.raw, 1),
        "MJPG": (.jpeg, 3), "JPEG": (.jpeg, 3),
    ]
    private static let foreignCost = 12.0

    /// How a format is read; nil when it cannot be.
    package static func of(_ format: FourCC) -> CameraPixels? {
        if let known = own[format] { return known.pixels }
        return ForeignConversion.knows(format) ? .foreign : nil
    }

    /// What the luma of a pixel costs.
    static func cost(of format: FourCC) -> Double { own[format]?.cost ?? foreignCost }
}
