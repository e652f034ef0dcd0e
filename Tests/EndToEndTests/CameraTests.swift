import OverlaySystem
import OverlayWire
import Testing

/// Cameras as far as they go without any.
@Suite("Cameras that are not there", .timeLimit(.minutes(2)))
struct CameraTests {
    private func ctl(_ words: [String], _ daemon: DaemonProcess) throws -> Spawned.Outcome {
        try Spawned.run(Built.overlayctl, ["--socket", daemon.socket] + words)
    }

    @Test("a camera that is not there is idle with its reason, absent once it is wanted, and others are served")
    func absent() throws {
        let daemon = try DaemonProcess(["cam=usb:dead:beef", "test=test:,size=320x240"])
        let client = try daemon.client()
        let before = try client.status(of: "cam")
        #expect(before["state"] == .string("idle"))
        #expect(before["reason"] == .string("notFound"))
        try client.request("subscribe", #"{"input":"cam","types":["codes"]}"#)
        let message = try client.awaitState(.absent)
        #expect(message.status.reason == "notFound")
        #expect(message.status.detail?.contains("there is no camera usb:dead:beef") == true)
        try client.request("subscribe", #"{"input":"test","types":["codes"]}"#)
        #expect(try client.metadata().input == "test")
    }

    @Test("a node that is a file is no camera, and the state says what it is")
    func file() throws {
        let daemon = try DaemonProcess(["cam=/dev/null"])
        let client = try daemon.client()
        try client.request("subscribe", #"{"types":["codes"]}"#)
        let message = try client.awaitState(.failed)
        #expect(message.status.reason == "notACamera")
        #expect(message.status.detail?.contains("no video device") == true)
    }

    @Test("controls go over the control socket, and what has none says so")
    func controls() throws {
        let daemon = try DaemonProcess(["test=test:,size=320x240", "cam=usb:dead:beef"])
        let test = try ctl(["controls", "--input", "test"], daemon)
        #expect(test.status == .exited(69))
        #expect(test.complaint.contains("test is no camera"))
        let absent = try ctl(["controls", "--input", "cam", "gain=1"], daemon)
        #expect(absent.status == .exited(69))
        #expect(absent.complaint.contains("there is no camera usb:dead:beef"))
        #expect(try ctl(["controls", "gain"], daemon).status == .exited(64))
        #expect(try ctl(["focus", "--input", "test", "0.5,0.5"], daemon).status == .exited(69))
        #expect(try daemon.stop().status == .exited(0))
    }
}
