import OverlayLink
import Testing

@testable import OverlayDaemon

@Suite("The log of faults", .timeLimit(.minutes(1)))
struct FaultLogTests {
    private let fault = Fault(name: "unreachable", message: "nobody serves at this host and port")
    private let other = Fault(name: "timeout", message: "the server gave no picture")

    @Test("a source that is tried again and again tells its fault once, and another one too")
    func retries() {
        var log = FaultLog()
        var lines: [String?] = []
        for fault in [fault, fault, fault, other, other, fault] {
            log.opened()
            lines.append(log.line(for: fault))
        }
        let (first, second) = ("\(fault.name): \(fault.message)", "\(other.name): \(other.message)")
        #expect(lines == [first, nil, nil, second, nil, first])
    }

    @Test("after a frame, or when nobody has wanted any, the same fault is news")
    func recovery() {
        var log = FaultLog()
        for _ in 0..<3 {
            log.opened()
            #expect(log.line(for: fault) != nil)
            log.forget()
        }
        log.opened()
        #expect(log.line(for: fault) != nil)
    }

    @Test("the first faults of an opening are told, though they be the same; the last of them says that more may come")
    func many() {
        var log = FaultLog()
        log.opened()
        let lines = (0..<25).map { _ in log.line(for: fault) }
        let told = lines.compactMap { $0 }
        #expect(told.count == FaultLog.most)
        #expect(told.last?.hasSuffix("only counted") == true)
        #expect(lines.prefix(FaultLog.most).allSatisfy { $0 != nil })
    }
}
