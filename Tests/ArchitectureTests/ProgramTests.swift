import Foundation
import Testing

/// The programs that were built with these tests, and the libraries that they ask the loader for.
@Suite("Programs", .timeLimit(.minutes(1)))
struct ProgramTests {
    /// Libraries of pictures, detection and Foundation: what a program without them never maps.
    static let heavy = [
        "libzbar", "libopencv", "libpng", "libtiff", "libwebp", "libturbojpeg", "libjpeg", "libFoundation",
        "libav", "libswscale", "libv4l", "libZXing",
    ]

    @Test(
        "the daemon, the tool for people and a client's program link no vision library",
        arguments: ["overlayd", "overlayctl", "WatchLayer"])
    func light(program: String) throws {
        let needed = try libraries(of: program)
        #expect(needed.contains { $0.hasPrefix("libc.so") })
        for library in needed {
            #expect(!Self.heavy.contains { library.hasPrefix($0) }, "\(program) needs \(library)")
        }
    }

    @Test("the worker links OpenCV's three modules and none that pulls in a hundred others")
    func worker() throws {
        let needed = try libraries(of: "overlayd-input")
        let openCV = needed.filter { $0.hasPrefix("libopencv_") }.compactMap { $0.split(separator: ".").first }
        #expect(needed.contains { $0.hasPrefix("libzbar.") })
        #expect(Set(openCV) == ["libopencv_core", "libopencv_imgproc", "libopencv_dnn"])
        #expect(!needed.contains { $0.hasPrefix("libFoundation") })
    }

    @Test("FFmpeg is linked by the worker for clips, and by no other program")
    func clips() throws {
        let own = try libraries(of: "overlayd-clips")
        for library in ["libavformat.", "libavcodec.", "libavutil.", "libswscale."] {
            #expect(own.contains { $0.hasPrefix(library) }, "overlayd-clips lacks \(library)")
        }
        #expect(!(try libraries(of: "overlayd-input")).contains { $0.hasPrefix("libav") || $0.hasPrefix("libswscale") })
    }

    private func libraries(of program: String) throws -> [String] {
        let tests = URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        return try DynamicSection(of: tests.deletingLastPathComponent().appendingPathComponent(program)).needed
    }
}
