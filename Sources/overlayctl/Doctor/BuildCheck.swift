import OverlayDevices
import OverlayLink
import OverlayMetadata
import OverlaySystem
import OverlayWire

/// What this build works with and what it lacks: by the daemon's own words, else by those of the worker program.
struct BuildCheck {
    private(set) var findings: [Finding] = []

    /// Of a daemon's description, or else of the worker for pictures and whether the model for faces is there, and of the
    /// worker for clips.
    init(_ description: JSONValue?, worker: String, hasFaceModel: Bool, clips: String) {
        if let description {
            report(
                libraries: (description["libraries"]?.array ?? []).map {
                    LibraryVersion(name: $0["name"]?.string ?? "?", version: $0["version"]?.string ?? "?")
                },
                types: ObjectTypes(
                    (description["types"]?.array ?? []).compactMap { $0.string.flatMap(ObjectType.init) }))
        } else if let capabilities = capabilities(of: worker, variable: WorkerProgram.variable) {
            let faces: ObjectTypes = capabilities.faces && hasFaceModel ? .face : []
            report(libraries: capabilities.libraries, types: capabilities.codes.union(faces))
        }
        if let capabilities = capabilities(of: clips, variable: WorkerProgram.clipVariable) {
            let own = capabilities.libraries.filter { BuildCheck.clipLibraries.contains($0.name) }
            report(own, purpose: "clips and streams: ")
        }
    }

    /// What the worker for clips has and the other has not.
    private static let clipLibraries = ["libavformat", "libavcodec", "libavutil", "libswscale"]

    private mutating func capabilities(of worker: String, variable: String) -> Capabilities? {
        do {
            return try WorkerGreeting.capabilities(of: worker)
        } catch {
            findings.append(
                Finding(
                    .libraries, .problem, "the worker \(worker) does not start: \(error)",
                    advice: "run it by hand to see what it lacks; install what deploy/dependencies lists; "
                        + "\(variable) names another"))
            return nil
        }
    }

    private mutating func report(_ libraries: [LibraryVersion], purpose: String = "") {
        let versions = libraries.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
        findings.append(Finding(.libraries, .ok, purpose + (versions.isEmpty ? "none is told" : versions)))
    }

    private mutating func report(libraries: [LibraryVersion], types: ObjectTypes) {
        report(libraries)
        func names(_ types: ObjectTypes) -> String { types.types.map(\.rawValue).joined(separator: ", ") }
        findings.append(Finding(.types, .ok, "can be detected: \(names(types))"))
        let missing = ObjectTypes.all.subtracting(types)
        guard !missing.isEmpty else { return }
        let others =
            libraries.contains { $0.name == "ZXing-C++" }
            ? "nothing can be done for other types in this version"
            : "for codes, install libzxing-dev and pkgconf and build again"
        findings.append(
            Finding(
                .types, .note, "cannot be detected here: \(names(missing))",
                advice: missing.contains(.face)
                    ? "see the models above for faces; \(others)"
                    : "\(others); subscribers may ask with unavailable: \"ignore\""))
    }
}
