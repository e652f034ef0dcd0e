import OverlayGeometry
import OverlayOptions
import OverlayWire

/// `overlayctl convert`: points and rectangles between device and layer space, without a daemon.
struct ConvertCommand {
    private let layer: PreviewLayer
    private let target: Space
    private let points: [Point]
    private let rectangles: [Rect]
    private let invocation: Invocation

    /// The spaces between which is converted.
    enum Space: String, CaseIterable {
        case layer
        case device
    }

    /// Reads the command's options; a picture or layer without area is a `dataError`.
    init(_ invocation: Invocation) throws(UsageError) {
        self.invocation = invocation
        points = try invocation.points(.point)
        rectangles = try invocation.rectangles(.rectangle)
        target = try invocation.choice(.to) ?? .layer
        guard points.isEmpty != rectangles.isEmpty else {
            throw invocation.wrong(
                points.isEmpty
                    ? "there is nothing to convert: give --point X,Y or --rectangle X,Y,W,H"
                    : "--point and --rectangle do not go together")
        }
        layer = try ConvertCommand.layer(invocation)
    }

    private static func layer(_ invocation: Invocation) throws(UsageError) -> PreviewLayer {
        let options = try LayerOptions(invocation)
        guard let frame = try invocation.size(.frame) else {
            throw invocation.wrong("--frame WxH is missing: the size of the unrotated picture")
        }
        guard let bounds = options.layer else {
            throw invocation.wrong("--layer X,Y,W,H is missing: the layer in its own units")
        }
        guard frame.hasArea else {
            throw wrong(
                invocation, .frame, wanted: "a width and a height greater than 0: without them nothing converts")
        }
        guard bounds.size.hasArea else {
            throw wrong(invocation, .layer, wanted: "W and H greater than 0: a layer without area has no conversion")
        }
        guard let layer = options.previewLayer(frame: frame) else {
            throw wrong(invocation, .layer, wanted: "a layer whose size is nearer to the picture's")
        }
        return layer
    }

    private static func wrong(_ invocation: Invocation, _ option: Option, wanted: String) -> UsageError {
        invocation.wrong(option, got: invocation.text(option) ?? "", wanted: wanted, status: .dataError)
    }

    /// Prints one line for each point or rectangle.
    func run() throws -> ExitStatus {
        try Output.write(lines())
        return .success
    }

    private func lines() throws(UsageError) -> [UInt8] {
        var writer = JSONWriter()
        for point in points {
            let converted = target == .layer ? layer.layerPoint(fromDevice: point) : layer.devicePoint(fromLayer: point)
            try write("point", [("x", converted.x), ("y", converted.y)], to: &writer)
        }
        for rect in rectangles {
            let converted = target == .layer ? layer.layerRect(fromDevice: rect) : layer.deviceRect(fromLayer: rect)
            let members = [
                ("x", converted.x), ("y", converted.y), ("width", converted.width), ("height", converted.height),
            ]
            try write("rectangle", members, to: &writer)
        }
        return writer.bytes
    }

    private func write(_ kind: String, _ members: [(String, Double)], to writer: inout JSONWriter) throws(UsageError) {
        guard members.allSatisfy(\.1.isFinite) else {
            throw UsageError(
                command: invocation.command, "--\(kind): its numbers are too large to convert", status: .dataError)
        }
        writer.openObject()
        writer.name("space")
        writer.string(target.rawValue)
        writer.name(kind)
        writer.openObject()
        for (name, value) in members {
            writer.name(name)
            writer.double(value)
        }
        writer.closeObject()
        writer.closeObject()
        writer.endLine()
    }
}
