import OverlayCapture
import OverlayLink
import OverlayMetadata
import OverlaySystem
import Testing

@testable import OverlayInput

@Suite("Openings of cameras", .timeLimit(.minutes(1)))
struct CameraOpeningTests {
    private func fault(_ opening: Opening, _ path: String?) throws -> String? {
        var attached: [Opening.Attachment: Descriptor] = [:]
        if let path { attached[.source] = try Descriptor(opening: path) }
        do {
            let source = try Sources().open(opening, attached, pacer: Pace(opening).pacer) { _ in }
            #expect(source.isEndless)
            #expect(!source.waitsForConsumer)
            return try source.next().map { _ in "a frame" }
        } catch let error as SourceError {
            return error.name
        }
    }

    @Test(
        "what is no camera is refused, as is an opening without a device", arguments: ["/dev/null", "/dev/zero", "/"])
    func noCamera(path: String) throws {
        let opening = Opening(source: .camera, rate: nil, size: nil, attachments: [.source])
        #expect(try fault(opening, path) == "unsupported")
        #expect(try fault(opening, nil) == "unreadable")
    }

    @Test("a pixel format is one to four letters", arguments: ["", "NV12é", "YUYV2", "\u{7}"])
    func formats(letters: String) throws {
        let opening = Opening(source: .camera, rate: 30, size: nil, pixelFormat: letters, attachments: [.source])
        #expect(try fault(opening, "/dev/null") == "unsupported")
    }
}
