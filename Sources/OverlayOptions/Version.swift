/// The version of this build, one for all programs.
package enum Version {
    /// Major, minor and patch, as `--version` prints it.
    package static let current = "0.1.0"

    /// The day of its manual pages, as they write it.
    package static let day = "November 30, 2026"
}
