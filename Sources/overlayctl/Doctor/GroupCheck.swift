import OverlaySystem

/// Whether a user is in the groups that open sockets and cameras.
enum GroupCheck {
    /// What a group is for; its raw value is its name.
    enum Purpose: String, CaseIterable {
        case connecting = "overlayd"
        case cameras = "video"

        /// What the group gives.
        var meaning: String {
            switch self {
            case .connecting: "the system's daemon lets its members connect"
            case .cameras: "the kernel gives it the cameras"
            }
        }

        /// What a machine without the group means.
        var absence: String {
            switch self {
            case .connecting: "only an installed service needs it; a daemon of your own is yours alone"
            case .cameras: "cameras are then root's alone, or there are none"
            }
        }
    }

    /// Looks at the groups of a user, by itself those of this process.
    static func findings(
        user: UInt32 = Accounts.user, groups: Set<UInt32> = Accounts.groups,
        for purposes: [Purpose] = Purpose.allCases, number: (String) -> UInt32? = Accounts.group(named:)
    ) -> [Finding] {
        let name = Accounts.userName(user)
        return purposes.map { purpose in
            let group = purpose.rawValue
            guard let id = number(group) else {
                return Finding(
                    .groups, .note, "there is no group \(group): \(purpose.meaning)", advice: purpose.absence)
            }
            if user == 0 || groups.contains(id) { return Finding(.groups, .ok, "\(name) may do what \(group) may") }
            return Finding(
                .groups, .note, "\(name) is not in the group \(group): \(purpose.meaning)",
                advice: advice(user, joins: group))
        }
    }

    /// How a user comes into a group, and what must begin anew for it.
    static func advice(_ user: UInt32, joins group: String) -> String {
        "sudo usermod -aG \(group) \(Accounts.userName(user)), then "
            + (user == Accounts.user ? "log in again" : "start the daemon anew")
    }
}
