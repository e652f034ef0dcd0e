import OverlayGeometry

/// How a picture stands in a layer, as a command line says it: what `--layer`, `--gravity`, `--rotation`,
/// `--orientation`, `--position` and `--mirrored` mean together, for every command that has them.
package struct LayerOptions: Hashable, Sendable {
    /// The layer in its own units; nil when none was given.
    package var layer: Rect?
    /// How the picture fills it; nil when that was not said.
    package var gravity: Gravity?
    /// How the picture is turned.
    package var turn: Turn
    /// Where the camera stands; nil when that was not said.
    package var position: Position?
    /// Mirrored or not; nil for "auto": mirrored when the position is front.
    package var mirrored: Bool?

    /// The turn as it was said.
    package enum Turn: Hashable, Sendable {
        /// As the input is mounted.
        case auto
        /// In degrees.
        case rotation(Rotation)
        /// By the side on which the device is held.
        case orientation(Orientation)
    }

    /// Reads the layer's options, of which the command's table may hold all or some.
    package init(_ invocation: Invocation) throws(UsageError) {
        layer = try invocation.rectangle(.layer)
        gravity = try invocation.choice(.gravity)
        position = try invocation.choice(.position)
        mirrored = try LayerOptions.mirrored(invocation)
        turn = try LayerOptions.turn(invocation)
    }

    /// The turn with nothing left open: "auto" is the mount, which is 0 where no input says otherwise.
    package func rotation(mount: Rotation = .none) -> Rotation {
        switch turn {
        case .auto: mount
        case .rotation(let rotation): rotation
        case .orientation(let orientation): orientation.rotation(for: position)
        }
    }

    /// The mirroring with nothing left open: "auto" mirrors what stands in front.
    package var isMirrored: Bool { mirrored ?? (position == .front) }

    /// The layer's transform for pictures of a size; nil when no layer was given, or when it or the picture has no area.
    package func previewLayer(frame: Size, mount: Rotation = .none) -> PreviewLayer? {
        guard let layer else { return nil }
        return PreviewLayer(
            frame: frame, bounds: layer, gravity: gravity ?? .resizeAspect, rotation: rotation(mount: mount),
            mirrored: isMirrored)
    }

    /// The first option that says how a picture stands in a layer; without a layer it means nothing.
    package static func firstNeedingLayer(in invocation: Invocation) -> Option? {
        [.gravity, .rotation, .orientation, .mirrored].first { invocation.has($0) }
    }

    private static func turn(_ invocation: Invocation) throws(UsageError) -> Turn {
        if invocation.has(.rotation), invocation.has(.orientation) {
            throw invocation.wrong("--rotation and --orientation both name the turn; give one of them")
        }
        if let orientation: Orientation = try invocation.choice(.orientation) { return .orientation(orientation) }
        guard let text = invocation.text(.rotation), text != "auto" else { return .auto }
        guard let rotation = Rotation.allCases.first(where: { String($0.rawValue) == text }) else {
            let hint = Orientation(rawValue: text).map { "; did you mean --orientation \($0.rawValue)?" } ?? ""
            throw invocation.wrong(.rotation, got: text, wanted: "one of 0, 90, 180, 270, auto\(hint)")
        }
        return .rotation(rotation)
    }

    private static func mirrored(_ invocation: Invocation) throws(UsageError) -> Bool? {
        switch invocation.text(.mirrored) {
        case nil, "auto": nil
        case "true": true
        case "false": false
        case let text?: throw invocation.wrong(.mirrored, got: text, wanted: "one of true, false, auto")
        }
    }
}
