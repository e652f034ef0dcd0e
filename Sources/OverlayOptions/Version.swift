/// The version of this build, one for all programs.
package enum Version {
    /// Major, minor and patch, as `--version` prints it.
    package static let current = "0.1.0"
}
