import Glibc
import OverlayCapture
import OverlayDaemon
import OverlayFrame
import OverlaySystem
import Testing

/// What was built with these tests: the programs beside the test program, and the models where they were fetched.
enum Built {
    static let overlayd = program("overlayd")
    static let worker = program("overlayd-input")
    static let overlayctl = program("overlayctl")
    static let example = program("WatchLayer")

    /// The package's own folder.
    static let package = FilePath.folder(of: FilePath.folder(of: tests))
    /// The folder of this test target.
    static let tests = FilePath.folder(of: FilePath.folder(of: #filePath))

    /// Faces can be detected, and the drawn scene has one.
    static let hasFaces = ["centerface.onnx", "astronaut.png"].allSatisfy {
        access("\(package)/models/cache/\($0)", R_OK) == 0
    }

    /// Why a test of faces is skipped.
    static let noFaces: Comment = "models/cache has no face model or no sample picture: run models/fetch"

    /// The face model and the sample picture, for a daemon within the test.
    static func models() throws -> (faceModel: Descriptor?, sample: Descriptor?) {
        let installation = Installation(models: "\(package)/models")
        return (installation.faceModel, installation.sample)
    }

    /// The face of the drawn scene; nil where the models were not fetched.
    static func face() throws -> Picture? {
        guard hasFaces, let sample = try models().sample else { return nil }
        let content = try FileContent(of: sample).withBytes { FrameStorage(copying: $0) }
        return try PictureDecoder.frame(of: content, limits: PictureLimits())
    }

    private static func program(_ name: String) -> String {
        FilePath.folder(of: FilePath.ofThisProgram()) + "/" + name
    }
}
