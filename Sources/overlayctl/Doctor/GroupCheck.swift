import OverlaySystem

/// Whether this user is in the groups that open sockets and cameras.
enum GroupCheck {
    private static let purposes = [
        ("overlayd", "the system's daemon lets its members connect"), ("video", "the kernel gives it the cameras"),
    ]

    /// Looks at the groups of this process.
    static func findings(
        user: UInt32 = Accounts.user, groups: Set<UInt32> = Accounts.groups,
        number: (String) -> UInt32? = Accounts.group(named:)
    ) -> [Finding] {
        let name = Accounts.userName(user)
        return purposes.map { group, purpose in
            guard let id = number(group) else {
                return Finding(
                    .groups, .note, "there is no group \(group): \(purpose)",
                    advice: group == "overlayd"
                        ? "only an installed service needs it; a daemon of your own is yours alone"
                        : "cameras are then root's alone, or there are none")
            }
            if user == 0 || groups.contains(id) { return Finding(.groups, .ok, "\(name) may do what \(group) may") }
            return Finding(
                .groups, .note, "\(name) is not in the group \(group): \(purpose)",
                advice: "sudo usermod -aG \(group) \(name), then log in again")
        }
    }
}
