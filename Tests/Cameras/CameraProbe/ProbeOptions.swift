import OverlayCapture

/// The command line.
struct ProbeOptions {
    var device = ""
    var wish = CameraWish()
    var frames = 30
    var luma: String?
    var listsModes = false

    /// Nil for a mistaken line.
    init?(_ arguments: ArraySlice<String>) {
        var rest = arguments
        while let argument = rest.popFirst() {
            switch argument {
            case "--size":
                let sides = rest.popFirst()?.split(separator: "x").compactMap { Int($0) } ?? []
                guard sides.count == 2 else { return nil }
                wish.size = CameraWish.Size(width: sides[0], height: sides[1])
            case "--rate":
                guard let rate = rest.popFirst().flatMap(Double.init) else { return nil }
                wish.rate = rate
            case "--format":
                guard let format = rest.popFirst().flatMap({ FourCC(letters: $0) }) else { return nil }
                wish.format = format
            case "--frames":
                guard let count = rest.popFirst().flatMap({ Int($0) }), count > 0 else { return nil }
                frames = count
            case "--luma": luma = rest.popFirst()
            case "--modes": listsModes = true
            default:
                guard device.isEmpty, !argument.hasPrefix("-") else { return nil }
                device = argument
            }
        }
        if device.isEmpty { return nil }
    }
}
