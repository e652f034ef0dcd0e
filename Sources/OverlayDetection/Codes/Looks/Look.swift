import CVision

/// How luma is prepared before a code reader sees it.
package struct Look: Hashable, Sendable {
    /// Its name in `status`.
    package let name: String
    /// What is done to the luma, one after another; nothing is the picture as it is.
    let steps: [Step]

    /// The picture as it is.
    var isPlain: Bool { steps.isEmpty }

    /// One operation on luma.
    enum Step: Hashable, Sendable {
        /// Local contrast evened out, with this limit of amplification.
        case equalized(Double)
        /// So many times as wide and as high.
        case scaled(Double)
        /// Black and white, by one threshold for all.
        case thresholded
        /// Black and white, by the mean of a window of the shorter side divided by this.
        case adaptive(Double)
        /// Turned counter-clockwise by so many degrees.
        case turned(Double)
        /// Turned so that most bars stand upright.
        case straightened
        /// Blurred by a Gaussian of so many pixels.
        case blurred(Double)
        /// Edges raised that a Gaussian of so many pixels would blur.
        case sharpened(Double)
        /// So many pixels of a column averaged: upright bars lose their noise.
        case smeared(Double)
        /// Dark and light exchanged.
        case inverted
        /// Left and right exchanged.
        case mirrored
        /// So many white pixels around.
        case framed(Double)
    }

    /// A look of its steps.
    init(_ name: String, _ steps: Step...) {
        self.name = name
        self.steps = steps
    }

    /// The look shows dark as light.
    var isInverted: Bool { steps.count { $0 == .inverted } % 2 == 1 }
    /// The look shows left as right.
    var isMirrored: Bool { steps.count { $0 == .mirrored } % 2 == 1 }
}

extension Look.Step {
    /// The step as C knows it.
    var cValue: cvision_step {
        switch self {
        case .equalized(let amount): cvision_step(kind: cvision_step_equalize, amount: amount)
        case .scaled(let amount): cvision_step(kind: cvision_step_scale, amount: amount)
        case .thresholded: cvision_step(kind: cvision_step_otsu, amount: 0)
        case .adaptive(let amount): cvision_step(kind: cvision_step_adaptive, amount: amount)
        case .turned(let amount): cvision_step(kind: cvision_step_turn, amount: amount)
        case .straightened: cvision_step(kind: cvision_step_straighten, amount: 0)
        case .blurred(let amount): cvision_step(kind: cvision_step_blur, amount: amount)
        case .sharpened(let amount): cvision_step(kind: cvision_step_sharpen, amount: amount)
        case .smeared(let amount): cvision_step(kind: cvision_step_smear, amount: amount)
        case .inverted: cvision_step(kind: cvision_step_invert, amount: 0)
        case .mirrored: cvision_step(kind: cvision_step_mirror, amount: 0)
        case .framed(let amount): cvision_step(kind: cvision_step_frame, amount: amount)
        }
    }
}
