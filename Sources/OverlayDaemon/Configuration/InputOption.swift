import OverlayGeometry
import OverlayMetadata

/// The options of an input: the same words on the command line and in the configuration file.
enum InputOption: String, CaseIterable {
    case loop
    case rate
    case size
    case position
    case mount
    case pixelAspect

    /// What may stand as its value.
    var wanted: String {
        switch self {
        case .loop: "true or false"
        case .rate: "a number of frames a second, greater than 0 and at most 240"
        case .size: "WxH in pixels, each from 1 to 8192, such as 1280x720"
        case .position: "front or rear"
        case .mount: "0, 90, 180 or 270"
        case .pixelAspect: "W:H, two numbers greater than 0, such as 4:3"
        }
    }

    /// Sets what the text says; false when it says nothing sensible.
    func set(_ text: String, in input: inout InputDescription) -> Bool {
        switch self {
        case .loop:
            guard let loop = text.isEmpty ? true : Bool(text) else { return false }
            input.loop = loop
        case .rate:
            guard let rate = Double(text), rate > 0, rate <= 240 else { return false }
            input.rate = rate
        case .size:
            let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
            guard sides.count == 2, sides.allSatisfy({ (1...8192).contains($0) }) else { return false }
            input.size = FrameSize(width: sides[0], height: sides[1])
        case .position:
            guard let position = Position(rawValue: text) else { return false }
            input.position = position
        case .mount:
            guard let degrees = Int(text), let mount = Rotation(rawValue: degrees) else { return false }
            input.mount = mount
        case .pixelAspect:
            let sides = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) ?? 0 }
            guard sides.count == 2, sides.allSatisfy({ $0 > 0 && $0.isFinite }) else { return false }
            guard (0.1...10).contains(sides[0] / sides[1]) else { return false }
            input.pixelAspect = sides[0] / sides[1]
        }
        return true
    }
}
