import OverlaySystem
import Testing

/// What workers at work have in memory: also what a library loads later, which no table of a program says.
@Suite("Libraries of workers at work", .serialized, .timeLimit(.minutes(2)))
struct WorkerMapsTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Libraries by the beginning of their file's name.
    private static let codecs = ["libav", "libswscale", "libswresample", "libopencv_imgcodecs", "libopencv_videoio"]

    @Test(
        "a worker that searches drawn scenes or pictures maps neither OpenCV's codecs nor FFmpeg",
        arguments: [true, false])
    func light(scene: Bool) throws {
        let picture = try scratch.write(try Bitmap.scene(1, width: 640, height: 480), to: "picture.bmp")
        let libraries = try libraries(ofWorkerFor: scene ? "test:" : "\(picture),loop")
        #expect(libraries.contains { $0.hasPrefix("libopencv_dnn.") })
        #expect(libraries.contains { $0.hasPrefix("libzbar.") })
        #expect(!libraries.contains { library in Self.codecs.contains { library.hasPrefix($0) } })
    }

    @Test("a worker that reads a clip maps FFmpeg, and still none of OpenCV's codecs")
    func clips() throws {
        let clip = try Clip.make(Clip.kinds[0], in: scratch)
        let libraries = try libraries(ofWorkerFor: "\(clip),loop")
        #expect(libraries.contains { $0.hasPrefix("libavcodec.") })
        #expect(!libraries.contains { $0.hasPrefix("libopencv_imgcodecs") || $0.hasPrefix("libopencv_videoio") })
    }

    /// The names of the mapped libraries, once objects were found; faces too where there is a model.
    private func libraries(ofWorkerFor source: String) throws -> Set<String> {
        let daemon = try DaemonProcess(["eye=\(source)"], in: scratch)
        let client = try daemon.client()
        let types = Built.hasFaces ? #"["codes","face"]"# : #"["codes"]"#
        try client.request("subscribe", #"{"types":\#(types)}"#)
        _ = try client.metadata { !$0.objects.isEmpty }
        let worker = try #require(try client.status(of: "eye")["worker"]?.integer)
        let maps = String(decoding: try FileText.read("/proc/\(worker)/maps", atMost: 1 << 22), as: UTF8.self)
        return Set(maps.split(separator: "\n").compactMap { $0.split(separator: "/").last.map(String.init) })
    }
}
