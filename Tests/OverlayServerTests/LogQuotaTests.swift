@testable import OverlayServer
import Testing

@Suite(.timeLimit(.minutes(1)))
struct LogQuotaTests {
    @Test("of a flood of lines twenty a minute are told, and then how many were not")
    func flood() {
        var quota = LogQuota()
        let told = (0..<1000).compactMap { quota.line("line \($0)", at: $0) }
        #expect(told == (0..<20).map { "line \($0)" })
        #expect(quota.line("later", at: 60_000_000) == "later (980 lines like this were left out before it)")
        #expect(quota.line("and", at: 60_000_001) == "and")
    }

    @Test("what comes now and then is told as it is")
    func calm() {
        var quota = LogQuota()
        for minute in 0..<100 { #expect(quota.line("a", at: Int64(minute) * 10_000_000) == "a") }
    }
}
