import OverlayCapture
import OverlaySystem

/// Clips of the drawn scene, made by ffmpeg.
enum Clip {
    /// How wide and high the scene is drawn.
    static let size = (width: 640, height: 480)
    /// Frames a second, where no others are asked for.
    static let rate = 10

    /// A container and a codec: the ending that ffmpeg knows it by, and what else it is to be told.
    struct Kind: Sendable, CustomStringConvertible {
        let ending: String
        var words: [String] = []

        var description: String { ([ending] + words).joined(separator: " ") }
    }

    /// The usual ones, and some that carry their index at another place or none at all.
    static let kinds: [Kind] = [
        Kind(ending: "mp4", words: ["-c:v", "libx264", "-pix_fmt", "yuv420p"]),
        Kind(ending: "mkv", words: ["-c:v", "libx264", "-pix_fmt", "yuv444p"]),
        Kind(ending: "ts", words: ["-c:v", "mpeg2video", "-q:v", "2"]),
        Kind(ending: "webm", words: ["-c:v", "libvpx", "-b:v", "2M", "-pix_fmt", "yuv420p"]),
        Kind(ending: "avi", words: ["-c:v", "mjpeg", "-q:v", "2", "-pix_fmt", "yuvj422p"]),
        Kind(ending: "nut", words: ["-c:v", "ffv1", "-pix_fmt", "yuv420p10le"]),
        Kind(ending: "y4m", words: ["-pix_fmt", "yuv420p"]),
        Kind(ending: "gif"),
    ]

    /// Draws the scene's frames of these numbers into a folder, and makes a clip of them there; answers its path.
    static func make(
        _ kind: Kind, of scenes: ClosedRange<UInt64> = 1...5, size: (width: Int, height: Int) = Clip.size,
        rate: Int = Clip.rate, face: Picture? = nil, named name: String = "clip", in scratch: Scratch
    ) throws -> String {
        for (index, scene) in scenes.enumerated() {
            let picture = try Bitmap.scene(scene, width: size.width, height: size.height, face: face)
            try scratch.write(picture, to: "\(name)-\(index + 1).bmp")
        }
        let path = scratch.file("\(name).\(kind.ending)")
        let pictures = ["-framerate", "\(rate)", "-i", scratch.file("\(name)-%d.bmp"), "-frames:v", "\(scenes.count)"]
        try ffmpeg(pictures + kind.words + [path])
        return path
    }

    /// Runs ffmpeg to its end.
    static func ffmpeg(_ words: [String]) throws {
        let outcome = try Spawned.run("ffmpeg", ["-v", "error", "-nostdin", "-y"] + words)
        guard outcome.status == .exited(0) else { throw Failure(description: "ffmpeg: \(outcome.complaint)") }
    }

    /// A program that makes test material could not.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
