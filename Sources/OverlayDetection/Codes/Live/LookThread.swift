import OverlaySystem

/// Looks at patches on a thread of its own: a reader cannot be stopped, so a frame does not wait for it beyond its time.
final class LookThread: Sendable {
    private enum Work: Sendable {
        case idle
        case wanted([LiveLook], deadline: Int64)
        case running
        case done([LiveFinding])
        case ended

        /// What is done, nil inside while nothing is to come; nil while something is.
        mutating func taken() -> [LiveFinding]?? {
            switch self {
            case .done(let findings):
                self = .idle
                return .some(findings)
            case .idle, .ended: return .some(nil)
            case .wanted, .running: return nil
            }
        }
    }

    private let work = Monitor(Work.idle)
    private let counted = Monitor(LookCounters())

    /// What the looks that have ended cost and gave.
    var counters: LookCounters { counted.update { $0 } }

    /// Starts the thread, which reads by what `makeReader` makes on it.
    init(_ makeReader: @escaping @Sendable () -> any LookReader) throws(SystemError) {
        let (work, counted) = (work, counted)
        let clock = SystemClock()
        _ = try Thread(named: "looks") {
            let reader = makeReader()
            var pace = LookPace()
            while let (looks, deadline) = LookThread.next(work) {
                var findings: [LiveFinding] = []
                for look in looks {
                    // The first one always: what is always too long, or a machine always too busy, would never be read.
                    guard findings.isEmpty || pace.expected(look) < deadline - clock.monotonic else { continue }
                    let finding = reader.read(look)
                    pace.add(finding)
                    findings.append(finding)
                }
                let counters = reader.counters
                counted.update { $0 = counters }
                work.update { if case .running = $0 { $0 = .done(findings) } }
            }
        }
    }

    deinit { work.update { $0 = .ended } }

    /// Hands looks over, to be taken in their order until `deadline`, a moment of the machine's monotonic clock; false while earlier ones
    /// are under way.
    func start(_ looks: [LiveLook], deadline: Int64) -> Bool {
        work.update { work in
            guard case .idle = work else { return false }
            work = .wanted(looks, deadline: deadline)
            return true
        }
    }

    /// What the looks gave, when they end before `deadline`; those that take longer are asked for later.
    func finish(by deadline: Int64) -> [LiveFinding]? {
        work.wait(until: deadline) { $0.taken() } ?? nil
    }

    private static func next(_ work: Monitor<Work>) -> ([LiveLook], Int64)? {
        work.wait { work -> ([LiveLook], Int64)?? in
            switch work {
            case .wanted(let looks, let deadline):
                work = .running
                return .some((looks, deadline))
            case .ended: return .some(nil)
            case .idle, .running, .done: return nil
            }
        }
    }
}

/// How long looks take, by their kind and size.
struct LookPace {
    /// Microseconds a pixel, at first those of a slow machine.
    private var costs = [Double](repeating: 0.1, count: LiveLook.Kind.allCases.count)
    /// How much the last one counts.
    private static let freshness = 0.2

    /// About how many microseconds the look takes.
    func expected(_ look: LiveLook) -> Int64 { Int64(costs[look.kind.rawValue] * Double(look.patch.pixels)) }

    /// Learns from a look.
    mutating func add(_ finding: LiveFinding) {
        let cost = Double(finding.microseconds) / Double(max(finding.look.patch.pixels, 1))
        costs[finding.look.kind.rawValue] += LookPace.freshness * (cost - costs[finding.look.kind.rawValue])
    }
}
