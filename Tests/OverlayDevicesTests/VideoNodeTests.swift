import Foundation
import OverlayDevices
import Testing

@Suite("Video devices", .timeLimit(.minutes(1)))
struct VideoNodeTests {
    @Test("nodes are listed by number, with their names and drivers, and nothing else is")
    func listing() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "overlayd-nodes-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (node, name) in [("video10", "Tenth"), ("video2", "Second: camera\nmore"), ("v4l-subdev0", "no")] {
            let place = folder.appending(path: node)
            try FileManager.default.createDirectory(
                at: place.appending(path: "device"), withIntermediateDirectories: true)
            try name.write(to: place.appending(path: "name"), atomically: true, encoding: .utf8)
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder.appending(path: "video2/device/driver").path, withDestinationPath: "/bus/drivers/uvcvideo")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "videox"), withIntermediateDirectories: false)
        let nodes = VideoNode.all(listedIn: folder.path, devices: folder.path)
        #expect(nodes.map(\.name) == ["Second: camera", "Tenth"])
        #expect(nodes.map(\.driver) == ["uvcvideo", nil])
        #expect(nodes.map(\.path) == [folder.path + "/video2", folder.path + "/video10"])
        #expect(VideoNode.all(listedIn: folder.path, devices: "/nonexistent").allSatisfy { !$0.isAccessible })
        #expect(VideoNode.all(listedIn: "/nonexistent") == [])
    }

    @Test("whether another user may open a node is told by its mode", arguments: [(0o600, false), (0o606, true)])
    func otherUser(mode: Int, may: Bool) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(
            at: folder.appending(path: "video0"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: folder.appending(path: "video0").path)
        let nodes = VideoNode.all(for: 4_000_000, listedIn: folder.path, devices: folder.path)
        #expect(nodes.map(\.isAccessible) == [may])
        #expect(VideoNode.all(for: 0, listedIn: folder.path, devices: folder.path).map(\.isAccessible) == [true])
    }
}
