import Glibc
import OverlaySystem

/// Where the worker program is.
package enum WorkerProgram {
    /// The variable that names it.
    package static let variable = "OVERLAYD_INPUT"

    /// Where OVERLAYD_INPUT says, else beside a program, else in a `libexec/overlayd` folder beside its folder.
    package static func path(
        beside program: String, environment: (String) -> String? = SocketLocation.environment
    ) -> String {
        if let named = environment(variable), !named.isEmpty { return named }
        let folder = FilePath.folder(of: program)
        let places = [folder + "/overlayd-input", FilePath.folder(of: folder) + "/libexec/overlayd/overlayd-input"]
        return places.first { access($0, X_OK) == 0 } ?? places[0]
    }
}
