import Glibc
import OverlayClient

// Codes and faces of the first input, where a filled portrait screen shows them; goes on when overlayd is restarted.
let client = try await Client.connect(to: CommandLine.arguments.dropFirst().first)
let screen = Rect(x: 0, y: 0, width: 1080, height: 1920)
let options = SubscriptionOptions(types: .all, layer: screen, gravity: .resizeAspectFill)
let subscription = try await client.subscribe(options)
for try await metadata in subscription.metadata {
    if metadata.absence == .daemon { print("the daemon is gone; waiting for the next") }
    for object in metadata.objects {
        let bounds = object.bounds
        let place = "\(bounds.width)×\(bounds.height) at \(bounds.x), \(bounds.y)"
        switch object.kind {
        case .code(let code): print(object.type.rawValue, code.value ?? "(no text)", place)
        case .face(let face): print("face", object.id, place, face.roll.map { "rolled by \($0)°" } ?? "")
        }
    }
    fflush(nil)
}
