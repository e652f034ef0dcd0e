import Foundation
import Testing

@Suite("The models of these tests", .timeLimit(.minutes(1)))
struct FaceModelTests {
    @Test(
        "where CI runs the tests the models are there, so that no test of faces is skipped",
        .enabled(if: ProcessInfo.processInfo.environment["CI"] != nil, "CI is not set: tests of faces may be skipped"))
    func models() {
        #expect(Built.hasFaces, Built.noFaces)
    }
}
