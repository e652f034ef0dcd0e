/// What an opening has done so far, as `status` shows it.
package struct Counters: Hashable, Sendable {
    /// Frames that the source gave.
    package var captured: UInt64 = 0
    /// Frames that a newer one replaced before detection took them.
    package var dropped: UInt64 = 0
    /// Pictures that could not be read.
    package var faulty: UInt64 = 0
    /// The code reader's work.
    package var codes = Detector()
    /// The face detector's work.
    package var faces = Detector()
    /// The code reader's work by looks, in the order in which they are taken.
    package var looks: [Look] = []

    /// What one look of one code reader has done so far.
    package struct Look: Hashable, Sendable {
        /// Reader and look.
        package var name: String
        /// How often it was taken.
        package var runs: UInt64
        /// How long it took in all, in microseconds.
        package var total: UInt64
        /// How many codes that were told it was the first to read.
        package var found: UInt64

        /// The work of a look.
        package init(name: String, runs: UInt64, total: UInt64, found: UInt64) {
            self.name = name
            self.runs = runs
            self.total = total
            self.found = found
        }
    }

    /// What one detector has done so far.
    package struct Detector: Hashable, Sendable {
        /// How often it ran.
        package var runs: UInt64 = 0
        /// How long it ran in all, in microseconds.
        package var total: UInt64 = 0
        /// How long it ran last, in microseconds.
        package var last: UInt64 = 0

        /// A detector that never ran.
        package init() {}

        /// Counts one more run.
        package mutating func count(microseconds: Int64) {
            last = UInt64(max(0, microseconds))
            total &+= last
            runs &+= 1
        }
    }

    /// Counters at zero.
    package init() {}

    /// The sum of what two openings did; `last` is the later one's.
    package func adding(_ later: Counters) -> Counters {
        var sum = later
        sum.captured &+= captured
        sum.dropped &+= dropped
        sum.faulty &+= faulty
        sum.codes.add(codes)
        sum.faces.add(faces)
        sum.looks = looks
        for look in later.looks { sum.add(look) }
        return sum
    }
}

extension Counters {
    private mutating func add(_ look: Look) {
        guard let known = looks.firstIndex(where: { $0.name == look.name }) else {
            looks.append(look)
            return
        }
        looks[known].runs &+= look.runs
        looks[known].total &+= look.total
        looks[known].found &+= look.found
    }
}

extension Counters.Detector {
    fileprivate mutating func add(_ earlier: Counters.Detector) {
        if runs == 0 { last = earlier.last }
        runs &+= earlier.runs
        total &+= earlier.total
    }
}
