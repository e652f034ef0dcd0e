import OverlayClient
import OverlayDevices
import OverlayOptions
import OverlaySystem
import OverlayWire

/// `overlayctl doctor`: what is right and wrong with overlayd on this machine, and what to do.
struct DoctorCommand {
    private let socket: String?
    private let printsJSON: Bool

    /// Reads the command's options.
    init(_ invocation: Invocation) {
        socket = invocation.text(.socket)
        printsJSON = invocation.has(.json)
    }

    /// Looks at everything and prints it; `failure` when there is a problem.
    func run() throws -> ExitStatus {
        let findings = findings()
        let problems = findings.count { $0.state == .problem }
        try Output.write(printsJSON ? json(findings, problems) : text(findings, problems))
        return problems == 0 ? .success : .failure
    }

    private func findings() -> [Finding] {
        let program = FilePath.ofThisProgram()
        let daemon = SocketCheck(socket)
        let store = ModelStore.nearest(
            to: program,
            environment: SocketLocation.environment("OVERLAYD_MODELS").map { ["OVERLAYD_MODELS": $0] } ?? [:])
        let build = BuildCheck(
            daemon.description, worker: WorkerProgram.path(beside: program),
            hasFaceModel: (try? store?.verified(.faceModel)) != nil, clips: WorkerProgram.clipPath(beside: program))
        // Cameras are opened by the daemon: where another user's answers, that user's rights count.
        let other = daemon.owner.flatMap { $0 == Accounts.user ? nil : $0 }
        let groups =
            GroupCheck.findings(for: other == nil ? GroupCheck.Purpose.allCases : [.connecting])
            + (other.map { GroupCheck.findings(user: $0, groups: Accounts.groups(of: $0), for: [.cameras]) } ?? [])
        let devices = DeviceCheck.findings(CameraSystem().reports(for: other), user: other ?? Accounts.user)
        return daemon.findings + groups + devices
            + ModelCheck.findings(store) + build.findings
    }

    private func text(_ findings: [Finding], _ problems: Int) -> String {
        let verdict = problems == 0 ? "no problem found" : problems == 1 ? "1 problem" : "\(problems) problems"
        return (findings.flatMap(\.lines) + [verdict]).joined(separator: "\n") + "\n"
    }

    private func json(_ findings: [Finding], _ problems: Int) -> String {
        JSONValue.object(["findings": .array(findings.map(\.json)), "problems": .integer(Int64(problems))]).text + "\n"
    }
}
