import OverlayLink
import OverlayMetadata

extension InputLife {
    /// Why a source could not be opened.
    package struct Obstacle: Error, Hashable, Sendable {
        /// The state that it means.
        package var state: InputState
        /// A symbolic word.
        package var reason: String
        /// A sentence for people.
        package var detail: String
        /// How its end shows.
        package var ending: Ending

        /// How the end of an obstacle shows.
        package enum Ending: Hashable, Sendable {
            /// An event tells of it: it need not be looked for often.
            case told
            /// By looking, which costs next to nothing.
            case seen
            /// By trying it with a worker.
            case tried
        }

        /// An obstacle of its members.
        package init(state: InputState, reason: String, detail: String, ending: Ending = .tried) {
            self.state = state
            self.reason = reason
            self.detail = detail
            self.ending = ending
        }
    }

    /// Times, in microseconds.
    package struct Times: Hashable, Sendable {
        /// How long a source stays open when nobody wants anything of it; nil: for ever.
        package var closeAfter: Int64?
        /// How long a frame may be overdue before the worker counts as stuck.
        package var patience: Int64
        /// The same for the first frame of an opening, at most: twice as long after each opening without one.
        package var firstPatience: Int64
        /// How long the source itself takes from one frame to the next.
        package var period: Int64
        /// The longest wait between two tries, where no event tells that a try is worth it.
        package var longestWait: Int64
        /// The source is a device: pictures that cannot be read are no sign of its life, and what was unplugged may be
        /// back at once.
        package var isDevice: Bool

        /// Times of their members.
        package init(
            closeAfter: Int64? = 1_000_000, patience: Int64 = 10_000_000, firstPatience: Int64? = nil,
            period: Int64 = 0, longestWait: Int64 = 5_000_000, isDevice: Bool = false
        ) {
            self.closeAfter = closeAfter
            self.patience = patience
            self.firstPatience = firstPatience ?? patience
            self.period = period
            self.longestWait = longestWait
            self.isDevice = isDevice
        }
    }
}

extension InputLife.Obstacle {
    /// What a worker's fault means for its input.
    package init(_ fault: Fault) {
        switch fault.name {
        case "unplugged":
            self.init(state: .absent, reason: fault.name, detail: fault.message, ending: .told)
        case "busy": self.init(state: .busy, reason: fault.name, detail: fault.message)
        default: self.init(state: .failed, reason: fault.name, detail: fault.message)
        }
    }
}
