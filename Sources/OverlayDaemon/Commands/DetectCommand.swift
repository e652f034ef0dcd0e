import Glibc
import OverlayGeometry
import OverlayOptions
import OverlaySystem
import OverlayWire

/// A list that cannot be read, and why.
private struct UnreadableList: Error, CustomStringConvertible {
    let description: String
}

/// `overlayd detect`: finds codes and faces in pictures, without a daemon.
package enum DetectCommand {
    /// Runs the command; answers how the program is to end.
    package static func run(_ invocation: Invocation) throws(UsageError) -> ExitStatus {
        let job = try job(invocation)
        let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        let jobs = try invocation.count(.jobs, in: 1...256) ?? processors
        guard !invocation.operands.isEmpty || invocation.has(.list) else {
            throw invocation.wrong("name at least one picture (- is standard input), or a list of them by --list FILE")
        }
        let standardInputs = invocation.operands.filter { $0 == "-" }.count
        guard standardInputs + (invocation.text(.list) == "-" ? 1 : 0) <= 1 else {
            throw invocation.wrong("- is standard input, which can be given once, as a picture or to --list")
        }
        do {
            let standardInput = standardInputs > 0 ? try StandardInput.content() : nil
            var list = try list(invocation)
            var operands = invocation.operands[...]
            let installation = Installation()
            if let complaint = installation.complaint, job.types.types.contains(.face) {
                Console.complain("overlayd detect: faces are left out: \(complaint)")
            }
            signal(SIGPIPE, SIG_IGN)
            var isRead = true
            var run: DetectRun?
            run = try DetectRun(
                job, installation: installation, jobs: jobs, supply: list?.file, standardInput: standardInput
            ) {
                operands.popFirst().map { $0 == "-" ? .standardInput : .source($0) } ?? list?.next() ?? .end
            } write: { line in
                isRead = isRead && Console.write(line)
                if !isRead { run?.stop() }
            }
            guard let outcome = run?.run() else { return .software }
            if let failure = list?.failure { Console.complain("overlayd detect: \(failure)") }
            return status(outcome, wrote: isRead, list: list)
        } catch {
            Console.complain("overlayd detect: \(error)")
            return error is UnreadableList || error is StandardInput.Unusable ? .noInput : .failure
        }
    }

    private static func list(_ invocation: Invocation) throws -> PathList? {
        guard let path = invocation.text(.list) else { return nil }
        do throws(SystemError) {
            return try PathList(path)
        } catch {
            throw UnreadableList(description: "--list: \(path) cannot be read: \(error.reason)")
        }
    }

    private static func status(_ outcome: DetectRun.Outcome, wrote: Bool, list: PathList?) -> ExitStatus {
        if let broken = outcome.broken {
            Console.complain("overlayd detect: \(broken)")
            return .software
        }
        if !outcome.unavailable.isEmpty {
            let names = outcome.unavailable.joined(separator: ", ")
            Console.complain(
                "overlayd detect: \(names) cannot be detected here; there are: "
                    + outcome.available.joined(separator: ", "))
            return .unavailable
        }
        if !wrote { return .inputOutput }
        if list?.failure != nil { return .noInput }
        return outcome.failed == 0 ? .success : .failure
    }

    private static func job(_ invocation: Invocation) throws(UsageError) -> DetectJob {
        let layer = try LayerOptions(invocation)
        if layer.layer == nil, let option = LayerOptions.firstNeedingLayer(in: invocation) {
            throw invocation.wrong("--\(option.name) says how the picture stands in a layer; give --layer X,Y,W,H too")
        }
        if let bounds = layer.layer, !bounds.size.hasArea {
            throw invocation.wrong(
                .layer, got: invocation.text(.layer) ?? "", wanted: "X,Y,W,H with W and H greater than 0",
                status: .dataError)
        }
        return DetectJob(types: try types(invocation), region: try region(invocation), layer: layer)
    }

    private static func types(_ invocation: Invocation) throws(UsageError) -> TypeSelection {
        guard let names = try invocation.list(.types) else { return .all }
        do throws(WireError) {
            return try TypeSelection(names: names, option: "--types")
        } catch {
            throw invocation.wrong(error.message)
        }
    }

    private static func region(_ invocation: Invocation) throws(UsageError) -> Rect {
        guard let region = try invocation.region() else { return .unit }
        guard !region.isInLayer else {
            throw invocation.wrong("--roi is in 0…1 of the unrotated picture here; ',layer' is not possible")
        }
        guard let cut = region.rect.intersection(.unit) else {
            throw invocation.wrong(
                .roi, got: invocation.text(.roi) ?? "", wanted: "a rectangle that overlaps 0,0,1,1", status: .dataError)
        }
        return cut
    }
}
