import OverlayGeometry

/// In what coordinates stand in a message.
package enum Space: String, CaseIterable, Sendable {
    /// Metadata space: 0…1 of the unrotated, unmirrored picture.
    case device
    /// Metadata space in pixels.
    case pixels
    /// The client's layer.
    case layer
}

/// How many decimals coordinates carry.
package enum Decimals {
    /// Metadata space, and every matrix.
    package static let device = 6
    /// Pixels.
    package static let pixels = 3
    /// Confidences.
    package static let confidence = 3

    /// A layer's own coordinates: 3, or 6 when one of its sides is under 10.
    package static func layer(_ bounds: Rect) -> Int { min(bounds.width, bounds.height) < 10 ? 6 : 3 }
}
