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
    case format
    case timeout
    case closeAfter

    /// What may stand as its value.
    package var wanted: String {
        switch self {
        case .loop: "true or false"
        case .rate: "a number of frames a second, greater than 0 and at most 240"
        case .size: "WxH in pixels, each from 1 to 8192, such as 1280x720"
        case .position: "front or rear"
        case .mount: "0, 90, 180 or 270"
        case .pixelAspect: "W:H, two numbers greater than 0, such as 4:3"
        case .format: "the four characters of a pixel format, such as MJPG, YUYV or NV12"
        case .timeout: "a number of seconds from 0.5 to 60"
        case .closeAfter: "a number of seconds from 0 to 86400, or never"
        }
    }

    /// What it is for, in sentences.
    package var help: String {
        switch self {
        case .loop: "Begin again after the end."
        case .rate: "Frames a second; of a camera the nearest that it has. A live stream comes at its own pace."
        case .size: "The size of the frames, where the source can choose; of a camera the nearest that it has."
        case .position: "Where the camera stands. A front camera is mirrored unless a client says otherwise."
        case .mount: "How the camera is mounted: the clockwise turn that puts its picture upright."
        case .pixelAspect: "The shape of a pixel; 1:1 leaves it to a clip or stream to say."
        case .format:
            "The pixel format that a camera gives. 'overlayctl inputs --devices' lists what it has; best is left to "
                + "overlayd."
        case .closeAfter:
            "How long this source stays open when nobody wants anything of it any more, in the place of the "
                + "configuration's closeAfter. With never a camera's light does not flicker when clients come and go."
        case .timeout: "How long a network stream may take to open, and may go on without a picture."
        }
    }

    /// What holds without it.
    package var defaultText: String {
        switch self {
        case .loop: "false"
        case .rate: "15 for test:, 10 for pictures, a clip's own, a camera's best"
        case .size: "1280x720 for test:, a camera's best"
        case .position: "neither, which is taken as rear"
        case .mount: "0"
        case .pixelAspect: "1:1"
        case .format: "the one that costs least"
        case .timeout: "8"
        case .closeAfter: "the configuration's"
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
        case .format: "\"MJPG\""
        case .timeout: "5"
        case .closeAfter: "\"never\""
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
        case .format:
            guard text.utf8.count == 4, text.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else { return false }
            input.format = text
        case .closeAfter:
            if text == "never" {
                input.closing = .never
                return true
            }
            guard let seconds = Double(text), (0...86_400).contains(seconds) else { return false }
            input.closing = .after(seconds)
        case .timeout:
            guard let timeout = Double(text), (0.5...60).contains(timeout) else { return false }
            input.timeout = timeout
        }
        return true
    }
}
