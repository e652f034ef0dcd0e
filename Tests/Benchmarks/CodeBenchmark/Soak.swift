import Glibc
import OverlayDetection
import OverlayFrame
import OverlayGeometry
import OverlayMetadata
import TestVideo

/// Very many small pictures with QR codes, as live video and one by one: memory stays as it is.
struct Soak {
    /// Kilobytes that memory may grow by after the first tenth.
    private static let mostGrowth = 1_024
    private static let (width, height) = (160, 120)

    private let frames: Int
    private let pictures: [[UInt8]]

    init(frames: Int) throws {
        self.frames = frames
        var codes: [MovingCode] = []
        for (place, name) in ["qr_text", "qr_digits", "qr_utf8_french", "qr_nul"].enumerated() {
            var code = MovingCode(
                try PrintedCode(name), frames: place * 25..<place * 25 + 20, start: Point(x: 60, y: 50),
                step: Point(x: 1, y: 0.5), module: 2.4)
            code.turn = Double(place * 10)
            codes.append(code)
        }
        let video = CodeVideo(width: Self.width, height: Self.height, codes: codes)
        pictures = (0..<100).map { video.luma($0) }
    }

    /// Runs both; false when memory grew.
    func run() throws -> Bool {
        let (live, reader) = (try LiveCodes(), CodeReader())
        let isLiveFlat = run("live video") { live.read($0, region: .unit, types: .codes, time: $1, budget: nil) }
        let isReaderFlat = run("pictures") { view, _ in reader.read(view, region: .unit, types: .codes) }
        return isLiveFlat && isReaderFlat
    }

    private func run(_ name: String, _ read: (PictureView, Int64) -> [CodeSighting]) -> Bool {
        var (first, most, codes) = (0, 0, 0)
        for frame in 0..<frames {
            pictures[frame % pictures.count].withUnsafeBufferPointer { luma in
                guard let base = luma.baseAddress else { return }
                let view = PictureView(
                    base: base, width: Self.width, height: Self.height, stride: Self.width, channels: 1)
                codes += read(view, Int64(frame) * 33_333).count
            }
            if frame == frames / 10 { first = Self.residentKilobytes }
            if frame > frames / 10, frame % 1_000 == 0 || frame == frames - 1 {
                most = max(most, Self.residentKilobytes)
            }
        }
        print(
            "\(frames) \(name) of \(Self.width)×\(Self.height): \(codes) codes; \(first) kB after a tenth, then \(most) kB at most"
        )
        return codes > frames / 2 && most - first <= Self.mostGrowth
    }

    private static var residentKilobytes: Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
        let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            .split(separator: " ")
        return words.count > 1 ? (Int(words[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) / 1_024 : 0
    }
}
