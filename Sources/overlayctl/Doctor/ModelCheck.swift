import OverlayDevices

/// Whether the models are there, and are what the manifest says.
enum ModelCheck {
    /// Looks at every file of a store.
    static func findings(_ store: ModelStore?) -> [Finding] {
        guard let store else {
            return [
                Finding(
                    .models, .problem, "there is no folder of models near this program: faces cannot be detected",
                    advice: "name it by OVERLAYD_MODELS, and run its 'fetch'")
            ]
        }
        return ModelStore.Name.allCases.map { name in
            do throws(ModelStore.Unusable) {
                _ = try store.verified(name)
                let digest = try store.digest(of: name)
                return Finding(.models, .ok, "\(store.folder)/cache/\(name.rawValue) is right: SHA-256 \(digest)")
            } catch {
                let needed = name == .faceModel
                return Finding(
                    .models, needed ? .problem : .note, error.description,
                    advice: needed ? "without it no faces are found; codes are" : "without it test: shows no face")
            }
        }
    }
}
