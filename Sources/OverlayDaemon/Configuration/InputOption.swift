import OverlayGeometry
import OverlayMetadata

/// The options of an input: the same words on the command line and in the configuration file.
package enum InputOption: String, CaseIterable, Sendable {
    case loop
    case rate
    case size
    case position
    case mount
    case pixelAspect
    case timeout

    /// What may stand as its value.
    package var wanted: String {
        switch self {
        case .loop: "true or false"
        case .rate: "a number of frames a second, greater than 0 and at most 240"
        case .size: "WxH in pixels, each from 1 to 8192, such as 1280x720"
        case .position: "front or rear"
        case .mount: "0, 90, 180 or 270"
        case .pixelAspect: "W:H, two numbers greater than 0, such as 4:3"
        case .timeout: "a number of seconds from 0.5 to 60"
        }
    }

    /// What it is for, in sentences.
    package var help: String {
        switch self {
        case .loop: "Begin again after the end."
        case .rate: "Frames a second. A live stream comes at its own pace."
        case .size: "The size of the frames, where the source can choose."
        case .position: "Where the camera stands. A front camera is mirrored unless a client says otherwise."
        case .mount: "How the camera is mounted: the clockwise turn that puts its picture upright."
        case .pixelAspect: "The shape of a pixel; 1:1 leaves it to a clip or stream to say."
        case .timeout: "How long a network stream may take to open, and may go on without a picture."
        }
    }

    /// What holds without it.
    package var defaultText: String {
        switch self {
        case .loop: "false"
        case .rate: "15 for test:, 10 for pictures, a clip's own"
        case .size: "1280x720 for test:"
        case .position: "neither, which is taken as rear"
        case .mount: "0"
        case .pixelAspect: "1:1"
        case .timeout: "8"
        }
    }

    /// A value for the example file, as the file writes it.
    package var example: String {
        switch self {
        case .loop: "true"
        case .rate: "15"
        case .size: "\"1280x720\""
        case .position: "\"front\""
        case .mount: "90"
        case .pixelAspect: "\"4:3\""
        case .timeout: "5"
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
        case .timeout:
            guard let timeout = Double(text), (0.5...60).contains(timeout) else { return false }
            input.timeout = timeout
        }
        return true
    }
}
