import OverlayLink
import OverlayMetadata
import OverlaySystem
import OverlayWire

/// What this build works with and what it lacks: by the daemon's own words, else by those of the worker program.
struct BuildCheck {
    private(set) var findings: [Finding] = []

    init(_ description: JSONValue?, worker: String) {
        if let description {
            report(
                libraries: (description["libraries"]?.array ?? []).map {
                    LibraryVersion(name: $0["name"]?.string ?? "?", version: $0["version"]?.string ?? "?")
                },
                types: ObjectTypes(
                    (description["types"]?.array ?? []).compactMap { $0.string.flatMap(ObjectType.init) }))
            return
        }
        do {
            let capabilities = try WorkerGreeting.capabilities(of: worker)
            report(libraries: capabilities.libraries, types: capabilities.codes.union(capabilities.faces ? .face : []))
        } catch {
            findings.append(
                Finding(
                    .libraries, .problem, "the worker \(worker) does not start: \(error)",
                    advice: "run it by hand to see what it lacks; install what deploy/dependencies lists; "
                        + "OVERLAYD_INPUT names another"))
        }
    }

    private mutating func report(libraries: [LibraryVersion], types: ObjectTypes) {
        let versions = libraries.map { "\($0.name) \($0.version)" }
        findings.append(Finding(.libraries, .ok, versions.isEmpty ? "none is told" : versions.joined(separator: ", ")))
        func names(_ types: ObjectTypes) -> String { types.types.map(\.rawValue).joined(separator: ", ") }
        findings.append(Finding(.types, .ok, "can be detected: \(names(types))"))
        let missing = ObjectTypes.all.subtracting(types)
        guard !missing.isEmpty else { return }
        findings.append(
            Finding(
                .types, .note, "cannot be detected here: \(names(missing))",
                advice: missing.contains(.face)
                    ? "see the models above for faces; nothing can be done for the others in this version"
                    : "nothing can be done in this version; subscribers may ask with unavailable: \"ignore\""))
    }

}
