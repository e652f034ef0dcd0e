import OverlayDevices
import OverlaySystem

/// Which video devices there are.
enum DeviceCheck {
    /// What is to be said about the devices of this machine, which `user` is to open.
    static func findings(_ reports: [DeviceReport], user: UInt32 = Accounts.user) -> [Finding] {
        guard !reports.isEmpty else {
            return [
                Finding(
                    .devices, .note, "no video device is listed in /sys/class/video4linux",
                    advice: "plug a camera in, or load its driver; pictures, folders and test: need none")
            ]
        }
        return reports.map { finding($0, user) }
    }

    private static func finding(_ report: DeviceReport, _ user: UInt32) -> Finding {
        let node = report.node
        let title = report.camera?.title ?? node.name
        let text =
            "\(node.path) is \(title)" + (node.driver.map { ", driver \($0)" } ?? "")
            + ((report.camera?.bus ?? node.bus).map { ", at \($0)" } ?? "")
        guard node.isAccessible || report.obstacle?.kind == .notFound else {
            return Finding(
                .devices, .problem, text + ", and may not be opened by \(Accounts.userName(user))",
                advice: report.obstacle?.description)
        }
        switch report.obstacle?.kind {
        case nil:
            let codes = report.formats.map(\.code)
            let more = codes.count > 8 ? " and \(codes.count - 8) more" : ""
            let largest = report.formats.flatMap(\.sizes).max { $0.width * $0.height < $1.width * $1.height }
            let size = largest.map { " up to \($0.width)x\($0.height)" } ?? ""
            let formats = codes.isEmpty ? "no formats" : codes.prefix(8).joined(separator: ", ") + more + size
            let selector = report.selector.map { "; source \($0)" } ?? ""
            return Finding(
                .devices, .ok,
                text + ": " + formats + selector + held(report))
        case .busy:
            // The daemon's own worker is no stranger.
            let isOurs = report.holders.contains { $0.program.hasPrefix("overlayd") }
            return Finding(
                .devices, isOurs ? .ok : .problem, text + ", in use" + held(report),
                advice: isOurs ? nil : "end that process, and the camera is taken by itself" + unseen(report))
        case .notACamera: return Finding(.devices, .ok, text + ", no camera")
        case .noProducer: return Finding(.devices, .note, text, advice: report.obstacle?.description)
        case .needsLibcamera:
            return Finding(.devices, .note, text + ": needsLibcamera", advice: report.obstacle?.description)
        default: return Finding(.devices, .problem, text, advice: report.obstacle?.description)
        }
    }

    private static func held(_ report: DeviceReport) -> String {
        guard !report.holders.isEmpty else { return "" }
        return "; open in " + report.holders.map { "\($0.program) (pid \($0.pid))" }.joined(separator: ", ")
    }

    private static func unseen(_ report: DeviceReport) -> String {
        report.holders.isEmpty ? "; run this as root to see which it is" : ""
    }
}
