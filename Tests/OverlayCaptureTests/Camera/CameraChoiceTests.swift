import Testing

@testable import OverlayCapture

@Suite("The choice of a camera's mode", .timeLimit(.minutes(1)))
struct CameraChoiceTests {
    /// `MJPG 1280x720 30,15`: a format and size, and its rates.
    private static func modes(_ lines: [String]) -> [CameraMode] {
        lines.flatMap { line -> [CameraMode] in
            let words = line.split(separator: " ")
            let sides = words[1].split(separator: "x").compactMap { Int($0) }
            let rates = words.count > 2 ? words[2].split(separator: ",").compactMap { Double($0) } : []
            let format = FourCC(letters: String(words[0])) ?? "GREY"
            let intervals = rates.isEmpty ? [nil] : rates.map { Optional(VideoInterval(rate: $0)) }
            return intervals.map { CameraMode(format, width: sides[0], height: sides[1], interval: $0) }
        }
    }

    private static func wish(_ text: String) -> CameraWish {
        var wish = CameraWish()
        for word in text.split(separator: " ") {
            let sides = word.split(separator: "x").compactMap { Int($0) }
            if sides.count == 2 {
                wish.size = CameraWish.Size(width: sides[0], height: sides[1])
            } else if let rate = Double(word) {
                wish.rate = rate
            } else {
                wish.format = FourCC(letters: String(word))
            }
        }
        return wish
    }

    static let webcam = [
        "YUYV 640x480 30,15", "YUYV 1280x720 10", "YUYV 1920x1080 5", "MJPG 640x480 30", "MJPG 1280x720 60,30",
        "MJPG 1920x1080 30",
    ]
    static let chip = ["NV12 1280x720 30", "YUYV 1280x720 30", "GREY 640x480 60", "RGB3 1280x720 30"]
    static let slow = ["YUYV 640x480 5", "YUYV 320x240 10"]
    static let silent = ["YUYV 640x480", "NV12 640x480"]
    static let odd = ["BA81 1280x720 30", "YUYV 1280x720 30", "H264 1920x1080 30"]

    /// A camera, what is asked of it, and the mode that it is set to.
    static let table: [([String], String, String)] = [
        (webcam, "", "MJPG 1280×720 at 30/s"),
        (webcam, "640x480", "YUYV 640×480 at 30/s"),
        (webcam, "1280x720", "MJPG 1280×720 at 30/s"),
        (webcam, "1280x720 10", "YUYV 1280×720 at 10/s"),
        (webcam, "1280x720 60", "MJPG 1280×720 at 60/s"),
        (webcam, "1920x1080", "MJPG 1920×1080 at 30/s"),
        (webcam, "1920x1080 YUYV", "YUYV 1920×1080 at 5/s"),
        (webcam, "YUYV", "YUYV 640×480 at 30/s"),
        (webcam, "10", "YUYV 1280×720 at 10/s"),
        (webcam, "15 640x480", "YUYV 640×480 at 15/s"),
        (webcam, "1000x700", "MJPG 1280×720 at 30/s"),
        (webcam, "4000x3000", "MJPG 1920×1080 at 30/s"),
        (webcam, "100 640x480", "YUYV 640×480 at 30/s"),
        (chip, "", "NV12 1280×720 at 30/s"),
        (chip, "YUYV", "YUYV 1280×720 at 30/s"),
        (chip, "60", "NV12 1280×720 at 30/s"),
        (slow, "", "YUYV 320×240 at 10/s"),
        (slow, "640x480", "YUYV 640×480 at 5/s"),
        (silent, "", "NV12 640×480"),
        (odd, "", "YUYV 1280×720 at 30/s"),
        (odd, "BA81", "BA81 1280×720 at 30/s"),
        (["GREY 1920x1080 30", "GREY 3840x2160 30"], "", "GREY 1920×1080 at 30/s"),
        (["GREY 160x120 30", "GREY 1920x1080 30"], "", "GREY 1920×1080 at 30/s"),
    ]

    @Test("a camera is set to the mode that serves best", arguments: 0..<table.count)
    func choice(which: Int) {
        let (lines, wish, expected) = Self.table[which]
        let ranked = CameraChoice.ranked(Self.modes(lines), for: Self.wish(wish))
        #expect(ranked.first?.description == expected, "\(lines), \(wish)")
    }

    @Test("nothing is left where nothing can be read, or not in the format that is asked for")
    func none() {
        #expect(CameraChoice.ranked(Self.modes(["H264 640x480 30"]), for: CameraWish()) == [])
        #expect(CameraChoice.ranked(Self.modes(Self.webcam), for: Self.wish("NV12")) == [])
        #expect(CameraChoice.ranked([], for: CameraWish()) == [])
    }

    @Test("each format and size is ranked once")
    func once() {
        let ranked = CameraChoice.ranked(Self.modes(Self.webcam), for: CameraWish())
        #expect(ranked.count == Self.webcam.count)
    }

    @Test(
        "modes are read from the driver in its own order, of one format where one is asked for")
    func enumeration() throws {
        let device = SimulatedDevice(VideoFormat(code: "YUYV", width: 640, height: 480, stride: 0, byteCount: 0))
        device.set { $0.modes = Self.modes(Self.webcam) }
        #expect(try CameraModes.all(of: device, for: CameraWish()) == Self.modes(Self.webcam))
        #expect(try CameraModes.all(of: device, for: Self.wish("MJPG")).count == 4)
    }

    @Test("a driver that lists nothing has the mode that is set")
    func unlisted() throws {
        let device = SimulatedDevice(VideoFormat(code: "YUYV", width: 640, height: 480, stride: 0, byteCount: 0))
        device.set { $0.modes = [] }
        #expect(try CameraModes.all(of: device, for: CameraWish()).map(\.description) == ["YUYV 640×480"])
    }
}
