/// How luma and colour differences stand for red, green and blue.
package struct ColourEncoding: Hashable, Sendable {
    /// Which weights luma has.
    package enum Matrix: Hashable, Sendable {
        /// ITU-R BT.601: pictures of standard definition, JPEG.
        case bt601
        /// ITU-R BT.709: high definition.
        case bt709
    }

    /// The weights.
    package var matrix: Matrix
    /// Luma has all of 0…255; else 16 is black and 235 white.
    package var isFullRange: Bool

    /// An encoding of its members.
    package init(matrix: Matrix = .bt601, isFullRange: Bool = false) {
        self.matrix = matrix
        self.isFullRange = isFullRange
    }
}
