import OverlayDevices
import OverlayOptions
import OverlayWire

/// The machine's cameras as `overlayctl inputs --devices` lists them.
enum DeviceList {
    /// A paragraph for each camera, with a line of the configuration at its end; what is none is told in one line.
    static func lines(_ reports: [DeviceReport]) -> [String] {
        guard !reports.isEmpty else { return ["no video device is there; plug a camera in, or load its driver"] }
        var lines: [String] = []
        var names: Set<String> = []
        for report in reports { lines += paragraph(report, &names) }
        return lines.map(Terminal.safe)
    }

    /// The same for programs.
    static func json(_ reports: [DeviceReport]) -> JSONValue {
        var names: Set<String> = []
        return .object(["devices": .array(reports.map { .object(members($0, &names)) })])
    }

    private static func paragraph(_ report: DeviceReport, _ names: inout Set<String>) -> [String] {
        var about = [report.camera?.title ?? report.node.name]
        about += [report.node.driver.map { "driver \($0)" }, report.node.usb.map { "usb:\($0)" }].compactMap { $0 }
        if let bus = report.camera?.bus ?? report.node.bus { about.append("bus:\(bus)") }
        var lines = ["\(report.node.path)  \(about.joined(separator: " · "))"]
        lines += report.formats.map { "    \($0.summary)" }
        if !report.holders.isEmpty {
            lines.append(
                "    open in " + report.holders.map { "\($0.program) (pid \($0.pid))" }.joined(separator: ", "))
        }
        if let obstacle = report.obstacle { lines.append("    \(obstacle.kind.rawValue): \(obstacle.description)") }
        if let selector = report.selector {
            let source = selector.description
            let text = JSONValue.string(source).text
            // Behind a comma an option may stand, unless the source is a value of its own.
            lines.append("    \(name(report, &names)): \(source.contains(",") ? "{ source: \(text) }" : text),")
        }
        return lines
    }

    private static func members(_ report: DeviceReport, _ names: inout Set<String>) -> JSONObject {
        var members: JSONObject = [
            "path": .string(report.node.path), "name": .string(report.camera?.title ?? report.node.name),
            "driver": report.node.driver.map(JSONValue.string) ?? .null,
            "bus": (report.camera?.bus ?? report.node.bus).map(JSONValue.string) ?? .null,
            "usb": report.node.usb.map { .string($0.description) } ?? .null,
            "isCamera": .bool(report.selector != nil),
        ]
        if let selector = report.selector {
            members["source"] = .string(selector.description)
            members["input"] = .string(name(report, &names))
        }
        if let obstacle = report.obstacle {
            members["reason"] = .string(obstacle.kind.rawValue)
            members["detail"] = .string(obstacle.description)
        }
        members["formats"] = .array(report.formats.map { .object(DeviceList.members($0)) })
        members["holders"] = .array(
            report.holders.map { .object(["pid": .integer(Int64($0.pid)), "program": .string($0.program)]) })
        return members
    }

    private static func members(_ format: VideoFormat) -> JSONObject {
        [
            "format": .string(format.code), "title": .string(format.title), "range": .bool(format.isRange),
            "sizes": .array(
                format.sizes.map { size in
                    .object([
                        "width": .integer(Int64(size.width)), "height": .integer(Int64(size.height)),
                        "rates": .array(size.rates.map(JSONValue.number)),
                    ])
                }),
        ]
    }

    /// A name for an input of the camera, of its own first word, that no other has.
    private static func name(_ report: DeviceReport, _ names: inout Set<String>) -> String {
        let words = VideoControl.name(of: report.camera?.title ?? "").split(separator: "_")
        let base = words.first { $0.first?.isLetter ?? false }.map { String($0.prefix(24)) } ?? "camera"
        var name = base
        var number = 2
        while !names.insert(name).inserted {
            name = "\(base)\(number)"
            number += 1
        }
        return name
    }
}
