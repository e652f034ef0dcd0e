import Glibc
import OverlaySystem
import OverlayWire

/// The folder of models: a manifest that says what each file must be, and the files where `models/fetch` put them.
package struct ModelStore: Sendable {
    /// The folder that holds the manifest.
    package let folder: String

    /// A store in the given folder.
    package init(folder: String) { self.folder = folder }

    /// What the manifest calls its files.
    package enum Name: String, CaseIterable, Sendable {
        /// The face detector's model.
        case faceModel = "centerface.onnx"
        /// The sample picture with a face.
        case sample = "astronaut.png"
    }

    /// A model that cannot be used, and what to do about it.
    package struct Unusable: Error, Hashable, Sendable, CustomStringConvertible {
        /// A sentence that ends with what to run.
        package let description: String
    }

    /// The store that belongs to an executable: the one named by OVERLAYD_MODELS, else the nearest `models` folder
    /// with a manifest in its folder or one above (also below `share/overlayd`).
    package static func nearest(to executable: String, environment: [String: String]) -> ModelStore? {
        if let named = environment["OVERLAYD_MODELS"], !named.isEmpty { return ModelStore(folder: named) }
        var parts = executable.split(separator: "/").dropLast()
        while true {
            let base = "/" + parts.joined(separator: "/")
            for folder in [base + "/models", base + "/share/overlayd/models"]
            where access(folder + "/manifest.json", R_OK) == 0 {
                return ModelStore(folder: folder)
            }
            if parts.popLast() == nil { return nil }
        }
    }

    /// The file's content in a sealed memory file, after its size and SHA-256 were compared with the manifest: what a
    /// worker then reads is what was checked, whatever happens to the file.
    package func verified(_ name: Name) throws(Unusable) -> Descriptor {
        let entry = try entry(name)
        let path = folder + "/cache/" + name.rawValue
        let copy = try sealed(path, name, atMost: entry.size)
        guard copy.digest == entry.sha256 else {
            throw ModelStore.unusable(path, "is altered: its SHA-256 is \(copy.digest), right is \(entry.sha256)")
        }
        return copy.descriptor
    }

    /// The SHA-256 that the manifest asks of a file, in small hexadecimal digits.
    package func digest(of name: Name) throws(Unusable) -> String { try entry(name).sha256 }

    private func sealed(_ path: String, _ name: Name, atMost size: Int) throws(Unusable) -> SealedCopy {
        do throws(SystemError) {
            let file = try Descriptor(opening: path, flags: O_RDONLY | O_NONBLOCK)
            return try SealedCopy(of: file, named: name.rawValue, atMost: size)
        } catch {
            throw ModelStore.unusable(path, error.code == ENOENT ? "is missing" : "cannot be read: \(error)")
        }
    }

    private struct Entry {
        var size: Int
        var sha256: String
    }

    private func entry(_ name: Name) throws(Unusable) -> Entry {
        let path = folder + "/manifest.json"
        guard let text = try? FileText.read(path, atMost: 1 << 20), let manifest = try? JSONReader.read(text) else {
            throw Unusable(description: "the model manifest \(path) cannot be read; restore it from the sources")
        }
        let entry = manifest["files"]?.array?.first { $0["file"]?.string == name.rawValue }
        guard let size = entry?["size"]?.integer, let sha256 = entry?["sha256"]?.string, size > 0 else {
            throw Unusable(description: "the model manifest \(path) says nothing about \(name.rawValue)")
        }
        return Entry(size: Int(size), sha256: sha256)
    }

    private static func unusable(_ path: String, _ what: String) -> Unusable {
        Unusable(description: "\(path) \(what); run 'models/fetch'")
    }
}
