/// A clockwise turn of the picture for display, in degrees.
public enum Rotation: Int, CaseIterable, Sendable {
    /// As captured.
    case none = 0
    /// A quarter turn clockwise.
    case quarter = 90
    /// Upside down.
    case half = 180
    /// A quarter turn counter-clockwise.
    case threeQuarters = 270

    /// The turn in degrees, 0, 90, 180 or 270.
    public var degrees: Double { Double(rawValue) }

    /// Width and height change places.
    public var swapsSides: Bool { self == .quarter || self == .threeQuarters }
}

/// Where a camera stands: front cameras look at the viewer and are mirrored by default.
public enum Position: String, CaseIterable, Sendable {
    /// Looks at the viewer.
    case front
    /// Looks away from the viewer.
    case rear
}

/// A turn named by the side on which the device is held, as AVFoundation has it.
public enum Orientation: String, CaseIterable, Sendable {
    case portrait
    case portraitUpsideDown
    case landscapeRight
    case landscapeLeft

    /// The turn for a sensor that is natively landscapeRight (rear, and the default) or landscapeLeft (front).
    public func rotation(for position: Position?) -> Rotation {
        switch (self, position) {
        case (.portrait, _): .quarter
        case (.portraitUpsideDown, _): .threeQuarters
        case (.landscapeRight, .front), (.landscapeLeft, .rear), (.landscapeLeft, nil): .half
        case (.landscapeRight, .rear), (.landscapeRight, nil), (.landscapeLeft, .front): .none
        }
    }
}

/// How the picture fills the layer.
public enum Gravity: String, CaseIterable, Sendable {
    /// Stretched to the layer, sides apart.
    case resize
    /// Whole picture visible, bars beside it (the default).
    case resizeAspect
    /// Whole layer covered, the picture's overhang hidden.
    case resizeAspectFill
}
