import Glibc
import OverlaySystem
import Testing

/// What processes hold, over time.
struct SoakRecord: CustomStringConvertible {
    /// What a process holds at one time.
    private struct Sample {
        /// Memory of its own, in kB.
        let memory: Int
        let descriptors: Int
        let threads: Int
    }

    /// How long to look; nil: not at all.
    static let minutes = Spawned.variable("OVERLAYD_SOAK").flatMap(Double.init)
    /// Microseconds between samples.
    private static let interval: Int64 = 1_000_000
    private let processes: [String: Int32]
    private var samples: [String: [Sample]] = [:]
    private var next: Int64 = 0

    init(of processes: [String: Int32]) { self.processes = processes }

    /// Looks at the processes, when it is time.
    mutating func sample() throws {
        let now = SystemClock().monotonic
        guard now >= next else { return }
        next = now + SoakRecord.interval
        for (name, pid) in processes { samples[name, default: []].append(try SoakRecord.look(at: pid)) }
    }

    /// In the last quarter no process holds more than in the second: neither descriptors nor threads, and memory but for
    /// what an allocator's chance makes of it.
    func expectFlat() throws {
        for (name, samples) in samples {
            try #require(samples.count >= 40, "too short to tell")
            let quarter = samples.count / 4
            let (early, late) = (samples[quarter..<2 * quarter], samples.suffix(quarter))
            let (before, after) = (median(early.map(\.memory)), median(late.map(\.memory)))
            #expect(after <= before + max(1_024, before / 50), "\(name): \(before) kB, then \(after) kB")
            #expect(median(late.map(\.descriptors)) <= median(early.map(\.descriptors)), "\(name): descriptors")
            #expect(median(late.map(\.threads)) <= median(early.map(\.threads)), "\(name): threads")
        }
    }

    /// A line for each process and tenth of the time.
    var description: String {
        var lines: [String] = []
        for (name, samples) in samples.sorted(by: { $0.key < $1.key }) {
            for index in stride(from: 0, to: samples.count, by: max(1, samples.count / 10)) {
                let sample = samples[index]
                lines.append(
                    "\(name) after \(index) s: \(sample.memory) kB, \(sample.descriptors) descriptors, "
                        + "\(sample.threads) threads")
            }
        }
        return lines.joined(separator: "\n")
    }

    private func median(_ values: [Int]) -> Int { values.sorted()[values.count / 2] }

    private static func look(at pid: Int32) throws -> Sample {
        let text = String(decoding: try FileText.read("/proc/\(pid)/status", atMost: 1 << 16), as: UTF8.self)
        func number(_ key: String) -> Int {
            let line = text.split(separator: "\n").first { $0.hasPrefix(key + ":") }
            return line?.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0
        }
        return Sample(
            memory: number("RssAnon"), descriptors: try entries(of: "/proc/\(pid)/fd"), threads: number("Threads"))
    }

    private static func entries(of folder: String) throws -> Int {
        guard let opened = opendir(folder) else { throw SystemError("opendir", folder) }
        defer { closedir(opened) }
        var count = -2
        while readdir(opened) != nil { count += 1 }
        return count
    }
}
