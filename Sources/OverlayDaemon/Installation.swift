import Glibc
import OverlayDevices
import OverlayLink
import OverlaySystem

/// What stands beside the running program: the worker, and the models that were checked.
package struct Installation: Sendable {
    /// The worker program.
    package var worker: String
    /// The worker program for clips and streams.
    package var clipWorker: String
    /// The face model, sealed in memory; nil when it cannot be used.
    package var faceModel: Descriptor?
    /// The sample picture, likewise.
    package var sample: Descriptor?
    /// Why faces cannot be detected, and what to run.
    package var complaint: String?

    /// An installation of a worker, with the one for clips beside it, without models.
    package init(worker: String) {
        self.worker = worker
        clipWorker = FilePath.folder(of: worker) + "/overlayd-clips"
    }

    /// Finds the workers: beside the program, else in a `libexec/overlayd` folder beside its folder, else where
    /// OVERLAYD_INPUT and OVERLAYD_CLIPS say; and the models, in `models` or where they belong.
    package init(models folder: String? = nil) {
        let program = FilePath.ofThisProgram()
        let environment = Installation.environment(["OVERLAYD_MODELS"])
        self.init(worker: WorkerProgram.path(beside: program))
        clipWorker = WorkerProgram.clipPath(beside: program)
        guard let store = folder.map(ModelStore.init(folder:)) ?? .nearest(to: program, environment: environment) else {
            complaint =
                "there is no folder of models near \(program); name it by OVERLAYD_MODELS and run 'models/fetch'"
            return
        }
        do throws(ModelStore.Unusable) {
            faceModel = try store.verified(.faceModel)
        } catch {
            complaint = error.description
        }
        sample = try? store.verified(.sample)
    }

    /// The worker that an opening needs.
    func worker(for source: Opening.Source) -> String {
        switch source {
        case .stills, .test, .y4m, .camera: worker
        case .clip, .stream: clipWorker
        }
    }

    private static func environment(_ names: [String]) -> [String: String] {
        var values: [String: String] = [:]
        for name in names { values[name] = getenv(name).map { String(cString: $0) } }
        return values
    }
}
