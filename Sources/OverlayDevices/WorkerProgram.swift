import Glibc
import OverlaySystem

/// Where the worker programs are.
package enum WorkerProgram {
    /// The variable that names the one for pictures.
    package static let variable = "OVERLAYD_INPUT"
    /// The variable that names the one for clips and streams.
    package static let clipVariable = "OVERLAYD_CLIPS"

    /// Where OVERLAYD_INPUT says, else beside a program, else in a `libexec/overlayd` folder beside its folder.
    package static func path(
        beside program: String, environment: (String) -> String? = SocketLocation.environment
    ) -> String {
        path(of: "overlayd-input", variable, beside: program, environment)
    }

    /// The same for the worker that reads clips and streams, and OVERLAYD_CLIPS.
    package static func clipPath(
        beside program: String, environment: (String) -> String? = SocketLocation.environment
    ) -> String {
        path(of: "overlayd-clips", clipVariable, beside: program, environment)
    }

    private static func path(
        of name: String, _ variable: String, beside program: String, _ environment: (String) -> String?
    ) -> String {
        if let named = environment(variable), !named.isEmpty { return named }
        let folder = FilePath.folder(of: program)
        let places = [folder + "/" + name, FilePath.folder(of: folder) + "/libexec/overlayd/" + name]
        return places.first { access($0, X_OK) == 0 } ?? places[0]
    }
}
