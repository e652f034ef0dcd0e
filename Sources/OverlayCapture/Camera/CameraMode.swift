/// A pixel format, size and rate that a camera can be set to.
package struct CameraMode: Hashable, Sendable, CustomStringConvertible {
    /// The pixel format.
    package var format: FourCC
    /// Pixels in a row.
    package var width: Int
    /// Rows.
    package var height: Int
    /// The time between frames; nil where the driver tells none.
    package var interval: VideoInterval?

    /// A mode of its members.
    package init(_ format: FourCC, width: Int, height: Int, interval: VideoInterval?) {
        self.format = format
        self.width = width
        self.height = height
        self.interval = interval
    }

    /// Frames a second; nil where the driver tells none.
    package var rate: Double? { interval?.rate }

    package var description: String {
        guard let rate else { return "\(format) \(width)×\(height)" }
        let tenths = Int((rate * 10).rounded())
        return "\(format) \(width)×\(height) at \(tenths / 10)\(tenths % 10 == 0 ? "" : ".\(tenths % 10)")/s"
    }
}

/// What is asked of a camera; what is nil is left to `CameraChoice`.
package struct CameraWish: Hashable, Sendable {
    /// Pixels.
    package var size: Size?
    /// Frames a second.
    package var rate: Double?
    /// The pixel format.
    package var format: FourCC?

    /// A size in pixels.
    package struct Size: Hashable, Sendable {
        /// Pixels in a row.
        package var width: Int
        /// Rows.
        package var height: Int

        /// A size of its members.
        package init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    /// A wish of its members.
    package init(size: Size? = nil, rate: Double? = nil, format: FourCC? = nil) {
        self.size = size
        self.rate = rate
        self.format = format
    }
}
