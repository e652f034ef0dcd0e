import Foundation
import OverlaySystem

/// A folder for the length of a test, that nobody else can write to; short enough for sockets in it.
final class Scratch {
    let path: String

    init() throws {
        var template = Array("/tmp/overlayd-e2e.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The path of a file in it.
    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file in it; answers its path.
    @discardableResult
    func write(_ bytes: [UInt8], to name: String, mode: mode_t = 0o644) throws -> String {
        let file = try Descriptor(opening: file(name), flags: O_WRONLY | O_CREAT | O_TRUNC, mode: mode)
        guard Console.write(bytes, to: file.number) else { throw SystemError("write", name) }
        return self.file(name)
    }

    @discardableResult
    func write(_ text: String, to name: String, mode: mode_t = 0o644) throws -> String {
        try write(Array(text.utf8), to: name, mode: mode)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// Something is at a path, be it a socket or a link.
func exists(_ path: String) -> Bool {
    var about = stat()
    return lstat(path, &about) == 0
}
