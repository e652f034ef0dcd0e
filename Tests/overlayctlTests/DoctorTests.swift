import OverlayDevices
import OverlaySystem
import OverlayWire
import Testing

@testable import overlayctl

@Suite("The doctor", .timeLimit(.minutes(1)))
struct DoctorTests {
    @Test("without a daemon it looks at everything else, names the problem and what to do, and ends with 1")
    func noDaemon() throws {
        let outcome = try Tool.run(["doctor", "--json", "--socket", "/nonexistent/overlayd.sock"])
        #expect(outcome.status == 1)
        let report = try JSONReader.read(outcome.output)
        let findings = report["findings"]?.array ?? []
        let areas = Set(findings.compactMap { $0["area"]?.string })
        #expect(areas == ["socket", "groups", "devices", "models", "libraries", "types"])
        #expect(findings.first?["state"] == "problem")
        #expect(findings.first?["text"]?.string?.contains("/nonexistent/overlayd.sock") == true)
        let toDo = findings.filter { $0["state"] != "ok" }
        #expect(toDo.allSatisfy { $0["advice"]?.string?.isEmpty == false })
        #expect(report["problems"]?.integer == Int64(findings.count { $0["state"] == "problem" }))
        let libraries = findings.filter { $0["area"] == "libraries" }.compactMap { $0["text"]?.string }.joined()
        for name in [
            "ZBar", "OpenCV", "libjpeg-turbo", "libpng", "libwebp", "libtiff", "clips and streams: libavformat",
        ] {
            #expect(libraries.contains(name), "\(libraries)")
        }
    }

    @Test("with a daemon the versions and types are the daemon's")
    func daemon() throws {
        let description =
            #"{"server":"overlayd 9","protocol":"7","types":["face"],"libraries":[{"name":"ZBar","version":"1\u001b"}]}"#
        let daemon = try FakeDaemon(["describe": [#"{"jsonrpc":"2.0","id":ID,"result":\#(description)}"#]])
        let outcome = try Tool.run(["doctor", "--socket", daemon.path])
        daemon.finish()
        #expect(outcome.output.contains("socket    ok       overlayd 9, protocol 7, answers at "))
        #expect(outcome.output.contains("libraries ok       ZBar 1\\u{1b}\n"))
        #expect(outcome.output.contains("types     note     cannot be detected here: qr_code, "))
    }

    @Test(
        "a worker that does not start is a problem, in the words of whoever says why",
        arguments: ["/bin/false", "/none"])
    func brokenWorker(path: String) {
        let check = BuildCheck(nil, worker: path, hasFaceModel: true, clips: path)
        #expect(check.findings.map(\.state) == [.problem, .problem])
        #expect(check.findings.allSatisfy { $0.text.contains(path) })
        #expect(check.findings.first?.advice?.contains("OVERLAYD_INPUT") == true)
        #expect(check.findings.last?.advice?.contains("OVERLAYD_CLIPS") == true)
    }

    @Test("a group that one is not in is told with the command that helps")
    func groups() {
        let findings = GroupCheck.findings(user: 4_000_000, groups: [7]) { $0 == "video" ? 44 : 7 }
        #expect(findings.map(\.state) == [.ok, .note])
        #expect(findings.last?.advice == "sudo usermod -aG video 4000000, then start the daemon anew")
        #expect(GroupCheck.advice(Accounts.user, joins: "video").hasSuffix(", then log in again"))
        #expect(
            GroupCheck.findings(user: 5, groups: [7]) { _ in nil }.allSatisfy { $0.state == .note && $0.advice != nil })
    }

    @Test("a camera that may not be opened is a problem, and none at all is not")
    func devices() {
        let node = DeviceReport(
            node: VideoNode(path: "/dev/video3", name: "Cam", driver: "uvcvideo", isAccessible: false),
            obstacle: CameraObstacle(.notPermitted, "join the group"))
        let finding = DeviceCheck.findings([node]).first
        #expect(finding?.state == .problem)
        #expect(finding?.advice == "join the group")
        #expect(finding?.text.hasPrefix("/dev/video3 is Cam, driver uvcvideo, and may not be opened") == true)
        #expect(DeviceCheck.findings([]).map(\.state) == [.note])
    }

    @Test("a device without a node is a problem of its own")
    func missingNode() {
        let report = DeviceReport(
            node: VideoNode(path: "/dev/video3", name: "Cam", isAccessible: false),
            obstacle: CameraObstacle(.notFound, "pass it into the container"))
        let finding = DeviceCheck.findings([report]).first
        #expect(finding?.state == .problem)
        #expect(finding?.text.contains("may not") == false)
        #expect(finding?.advice == "pass it into the container")
    }

    @Test("the line for a configuration keeps options and a serial number with a comma apart")
    func lines() {
        func line(_ serial: String) -> String? {
            let identity = USBIdentity(vendor: "046d", product: "0825", serial: serial)
            let report = DeviceReport(
                node: VideoNode(path: "/dev/video3", name: "Cam", usb: identity), selector: .usb(identity))
            return DeviceList.lines([report]).last
        }
        #expect(line("A1") == "    camera: \"usb:046d:0825:A1\",")
        #expect(line(",rate=5") == "    camera: { source: \"usb:046d:0825:,rate=5\" },")
    }

    @Test("models that are missing are named, and only the detector's is a problem")
    func models() {
        #expect(ModelCheck.findings(nil).map(\.state) == [.problem])
        let folder = "\(#filePath)".split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/models"
        let findings = ModelCheck.findings(ModelStore(folder: folder))
        #expect(findings.count == 2)
        #expect(findings.allSatisfy { $0.state == .ok || $0.text.hasSuffix("run 'models/fetch'") })
        #expect(ModelCheck.findings(ModelStore(folder: "/nonexistent")).map(\.state) == [.problem, .note])
    }
}
