/// A library that a program works with, and its version.
package struct LibraryVersion: Hashable, Sendable {
    /// The name by which people know it.
    package var name: String
    /// The version, as the library says it.
    package var version: String

    /// A library of its members.
    package init(name: String, version: String) {
        self.name = name
        self.version = version
    }
}
