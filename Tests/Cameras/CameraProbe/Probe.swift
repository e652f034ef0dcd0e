import Glibc
import OverlayCapture
import OverlayFrame
import OverlaySystem

/// One run on one camera.
struct Probe {
    private let options: ProbeOptions

    init(_ options: ProbeOptions) { self.options = options }

    /// The exit status.
    func run() -> Int32 {
        do {
            let node = try Descriptor(opening: options.device, flags: O_RDWR | O_NONBLOCK)
            let device = KernelVideoDevice(node)
            if options.listsModes {
                let modes = CameraChoice.ranked(
                    try CameraModes.all(of: device, for: options.wish), for: options.wish)
                for mode in modes { print(mode) }
                return 0
            }
            return try capture(from: device)
        } catch {
            let fault = error as? SourceError
            print("{\"fault\":\(text(fault?.name ?? "system")),\"message\":\(text(fault?.message ?? "\(error)"))}")
            return 1
        }
    }

    private func capture(from device: KernelVideoDevice) throws -> Int32 {
        var settings = CameraSource.Options()
        settings.wish = options.wish
        let start = SystemClock().monotonic
        let source = try CameraSource(device, options: settings)
        defer { source.cancel() }
        var last: Frame?
        var first: Int64?
        var faults: [String] = []
        while source.counts.frames < options.frames {
            do throws(SourceError) {
                guard let frame = try source.next() else { break }
                first = first ?? SystemClock().monotonic
                last = frame
            } catch {
                // Nothing comes after a fault that ends the stream.
                if source.mode == nil { throw error }
                faults.append(error.name)
            }
        }
        let end = SystemClock().monotonic
        guard let frame = last, let mode = source.mode else { return 1 }
        let identity = try device.identity()
        let decoding = try write(frame)
        let counts = source.counts
        let members = [
            ("driver", text(identity.driver)), ("card", text(identity.card)), ("bus", text(identity.bus)),
            ("format", text(mode.format.description)), ("width", "\(frame.width)"), ("height", "\(frame.height)"),
            ("stride", "\(frame.planes.first?.stride ?? 0)"), ("rate", mode.rate.map { "\($0)" } ?? "null"),
            ("frames", "\(counts.frames)"), ("skipped", "\(counts.stale + counts.spare)"),
            ("lost", "\(counts.lost)"), ("copied", "\(counts.copied)"), ("stamped", "\(counts.stamped)"),
            ("faults", "[" + faults.map(text).joined(separator: ",") + "]"),
            ("firstMs", milliseconds((first ?? end) - start)), ("ms", milliseconds(end - start)),
            ("lumaMs", milliseconds(decoding)),
        ]
        print("{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}")
        return 0
    }

    /// Writes the luma, where that is asked for; how long it took from frame to luma, in microseconds.
    private func write(_ frame: Frame) throws -> Int64 {
        let start = SystemClock().monotonic
        return try PictureMaker().luma(frame) { luma in
            let took = SystemClock().monotonic - start
            guard let path = options.luma else { return took }
            guard let file = fopen(path, "w") else { throw SystemError("fopen", path) }
            defer { fclose(file) }
            for row in 0..<luma.height { fwrite(luma.base + row * luma.stride, 1, luma.width, file) }
            return took
        }
    }

    private func milliseconds(_ microseconds: Int64) -> String { "\(Double(microseconds) / 1_000)" }

    /// A string of JSON.
    private func text(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where scalar.value < 0x20: " "
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}
