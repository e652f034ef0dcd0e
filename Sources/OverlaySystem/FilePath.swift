import Glibc

/// Paths as text.
package enum FilePath {
    /// The folder in which a path's last part stands.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The file of the running program, with every link followed.
    package static func ofThisProgram() -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let base = buffer.baseAddress else { return "" }
            let length = readlink("/proc/self/exe", base, buffer.count - 1)
            guard length > 0 else { return "" }
            buffer[length] = 0
            return String(cString: base)
        }
    }
}
