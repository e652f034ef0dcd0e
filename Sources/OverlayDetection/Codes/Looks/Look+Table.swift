extension Look {
    /// The picture as it is.
    package static let plain = Look("plain")
    /// Uneven light and low contrast.
    static let equalized = Look("equalized", .equalized(4))
    /// Small modules.
    static let doubled = Look("doubled", .scaled(2))
    /// Small modules in low contrast.
    static let doubledEqualized = Look("doubled equalized", .equalized(4), .scaled(2))
    /// Small modules that are blurred.
    static let doubledSharpened = Look("doubled sharpened", .scaled(2), .sharpened(3))
    /// Tiny modules.
    static let quadrupled = Look("quadrupled", .scaled(4))
    /// Tiny modules that are blurred.
    static let tripledSharpened = Look("tripled sharpened", .scaled(3), .sharpened(4))
    /// Tiny modules in shadow.
    static let tripledAdaptive = Look("tripled adaptive", .scaled(3), .adaptive(8))
    /// Noise and screens: large modules.
    static let halved = Look("halved", .scaled(0.5))
    /// Grey that is neither.
    static let thresholded = Look("thresholded", .thresholded)
    /// Shadows.
    static let adaptive = Look("adaptive", .adaptive(8))
    /// Grain.
    static let blurred = Look("blurred", .blurred(1))
    /// Blurred bars.
    static let sharpened = Look("sharpened", .sharpened(2))
    /// Upright bars that are scratched or noisy.
    static let smeared = Look("smeared", .smeared(9))
    /// Tilted codes.
    static let turned = Look("turned", .turned(45))
    /// Bars tilted in whatever way.
    static let straightened = Look("straightened", .straightened, .smeared(9))
    /// Small bars tilted in whatever way.
    static let straightenedDoubled = Look("straightened doubled", .straightened, .smeared(15), .scaled(2))
    /// Tiny bars, tilted and blurred.
    static let straightenedSharpened = Look(
        "straightened sharpened", .scaled(3), .straightened, .smeared(31), .sharpened(4))
    /// Light on dark.
    static let inverted = Look("inverted", .inverted)
    /// Light on dark, unevenly lit.
    static let invertedEqualized = Look("inverted equalized", .inverted, .equalized(4))
    /// Small and light on dark.
    static let invertedDoubled = Look("inverted doubled", .inverted, .scaled(2))
    /// Tilted bars, light on dark.
    static let invertedStraightened = Look("inverted straightened", .inverted, .straightened, .smeared(9))
}
