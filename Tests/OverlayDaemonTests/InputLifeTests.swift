import OverlayLink
import OverlayMetadata
import TestSupport
import Testing

@testable import OverlayDaemon

@Suite(.timeLimit(.minutes(1)))
struct InputLifeTests {
    private let second: Int64 = 1_000_000
    private let absent = InputLife.Obstacle(state: .absent, reason: "notFound", detail: "it does not exist")

    private func life(closeAfter: Int64? = 1_000_000) -> InputLife {
        InputLife(times: .init(closeAfter: closeAfter, patience: 10_000_000), now: 0)
    }

    /// A life that is open and has shown a frame at time 0.
    private func live() -> InputLife {
        var life = life()
        _ = life.demand(.everything, now: 0)
        _ = life.opened(now: 0)
        _ = life.frame(now: 0)
        return life
    }

    @Test("the first demand opens the source, and the first frame makes it live")
    func opening() {
        var life = life()
        #expect(life.demand(.everything, now: 5) == [.open])
        #expect(life.opened(now: 6) == [.publish, .want(.everything), .wake(at: 6 + 10 * second)])
        #expect(life.state == .starting)
        #expect(life.frame(now: 7) == [.publish])
        #expect(life.state == .live)
        #expect(life.since == 7)
        #expect(life.frame(now: 8) == [])
    }

    @Test("a demand that stays the same is nothing new")
    func sameDemand() {
        var life = live()
        #expect(life.demand(.everything, now: 1) == [])
    }

    @Test("the source closes when nobody wanted anything for as long as was configured")
    func closing() {
        var life = live()
        #expect(life.demand(.nothing, now: 100) == [.want(.nothing), .wake(at: 100 + second)])
        #expect(life.state == .live)
        #expect(life.timer(now: 100 + second) == [.close, .publish, .wake(at: nil)])
        #expect(life.state == .idle)
    }

    @Test("a demand that returns in time keeps the source open")
    func returning() {
        var life = live()
        _ = life.demand(.nothing, now: 100)
        #expect(life.demand(.everything, now: 200) == [.want(.everything), .wake(at: 10 * second)])
        #expect(life.timer(now: 100 + second) == [.wake(at: 10 * second)])
        #expect(life.state == .live)
    }

    @Test("a source that is never to be closed stays open")
    func neverClosing() {
        var life = life(closeAfter: nil)
        _ = life.demand(.everything, now: 0)
        _ = life.opened(now: 0)
        #expect(life.demand(.nothing, now: 1) == [.want(.nothing), .wake(at: 10 * second)])
    }

    @Test("a worker that dies is replaced at once, and later ones after growing waits of at most five seconds")
    func backoff() {
        var life = live()
        var waits: [Int64] = []
        var now: Int64 = 0
        for _ in 0..<8 {
            let actions = life.died("signal 9", now: now)
            #expect(actions.first == .close)
            #expect(life.state == .failed)
            let retry = life.retryAt ?? -1
            waits.append(retry - now)
            now = retry
            #expect(life.timer(now: now) == [.open])
            _ = life.opened(now: now)
        }
        #expect(waits == [0, 250_000, 500_000, 1_000_000, 2_000_000, 5_000_000, 5_000_000, 5_000_000])
    }

    @Test("a worker that lived long starts the waits anew")
    func longLife() {
        var life = live()
        _ = life.died("signal 9", now: 1)
        _ = life.timer(now: 1)
        _ = life.opened(now: 1)
        _ = life.died("signal 9", now: 12 * second)
        #expect(life.retryAt == 12 * second)
    }

    @Test("a source that is not there is tried again while somebody wants it")
    func absence() {
        var life = life()
        _ = life.demand(.everything, now: 0)
        #expect(life.refused(absent, now: 0) == [.publish, .wake(at: 0)])
        #expect(life.state == .absent)
        #expect(life.reason == "notFound")
        #expect(life.timer(now: 0) == [.open])
        _ = life.refused(absent, now: 0)
        #expect(life.retryAt == 250_000)
        #expect(life.demand(.nothing, now: 1) == [.publish, .wake(at: nil)])
        #expect(life.state == .idle)
        #expect(life.retryAt == nil)
    }

    /// What befalls an input at each try.
    enum Trouble: CaseIterable {
        case refused, died, ended, silent

        func befall(_ life: inout InputLife, now: Int64) -> [InputLife.Action] {
            if self == .refused {
                return life.refused(.init(state: .absent, reason: "notFound", detail: "it does not exist"), now: now)
            }
            let opening = life.opened(now: now)
            switch self {
            case .refused: return opening
            case .died: return opening + life.died("signal 9", now: now)
            case .ended: return opening + life.ended(Fault(name: "notAPicture", message: "it is text"), now: now)
            case .silent: return opening + life.timer(now: now + 10_000_000)
            }
        }
    }

    @Test(
        "however often a try fails in the same way, clients are told once, and once of the end",
        arguments: Trouble.allCases)
    func toldOnce(trouble: Trouble) {
        var life = life()
        var now: Int64 = 0
        var told: [InputState] = []
        #expect(life.demand(.everything, now: now) == [.open])
        for _ in 0..<10 {
            let actions = trouble.befall(&life, now: now)
            told += actions.filter { $0 == .publish }.map { _ in life.state }
            now = life.retryAt ?? now
            #expect(life.timer(now: now) == [.open])
        }
        #expect(Set(told).count == 1)
        #expect(told.count == (trouble == .refused ? 1 : 2))
        #expect(life.opened(now: now).contains(.publish) == (trouble == .refused))
        #expect(life.frame(now: now) == [.publish])
        #expect(life.state == .live)
    }

    @Test("frames that stay away end the worker as stuck")
    func watchdog() {
        var life = live()
        #expect(life.timer(now: 9 * second) == [.wake(at: 10 * second)])
        #expect(life.timer(now: 10 * second) == [.close, .publish, .wake(at: 10 * second)])
        #expect(life.state == .stalled)
    }

    @Test("a frame is missed only once it is overdue by the source's own rate and the rate that is wanted")
    func slowness() {
        var life = InputLife(times: .init(patience: 10_000_000, period: 1000 * second), now: 0)
        let slowly = Demand(codes: .unit, codeTypes: .codes, rate: 0.01)
        _ = life.demand(slowly, now: 0)
        #expect(life.opened(now: 0) == [.publish, .want(slowly), .wake(at: 1110 * second)])
        _ = life.frame(now: 0)
        #expect(life.timer(now: 1109 * second) == [.wake(at: 1110 * second)])
        #expect(life.state == .live)
        #expect(life.timer(now: 1110 * second).first == .close)
        #expect(life.state == .stalled)
    }

    @Test("whoever wants frames sooner waits for them from then on; whoever comes and goes puts off nothing for ever")
    func changedRate() {
        var life = live()
        let slowly = Demand(codes: .unit, codeTypes: .codes, rate: 0.01)
        #expect(life.demand(slowly, now: second) == [.want(slowly), .wake(at: 110 * second)])
        #expect(life.demand(.everything, now: 50 * second) == [.want(.everything), .wake(at: 60 * second)])
        for now in 51..<200 {
            _ = life.demand(now % 2 == 0 ? .everything : slowly, now: Int64(now) * second)
        }
        #expect(life.timer(now: 200 * second).first == .close)
        #expect(life.state == .stalled)
    }

    @Test("pictures that cannot be read are a sign of life; ten seconds of nothing else are a failure")
    func unreadablePictures() {
        var life = live()
        let fault = Fault(name: "truncated", message: "a.png ends early")
        for now in 1..<10 { #expect(life.fault(fault, now: Int64(now) * second) == []) }
        #expect(life.state == .live)
        #expect(life.fault(fault, now: 10 * second) == [.publish])
        #expect(life.state == .failed)
        #expect(life.reason == "truncated")
        #expect(life.detail == "a.png ends early")
        #expect(life.fault(Fault(name: "truncated", message: "b.png ends early"), now: 10 * second) == [])
        #expect(life.timer(now: 10 * second) == [.wake(at: 20 * second)])
        #expect(life.frame(now: 11 * second) == [.publish])
        #expect(life.state == .live)
        #expect(life.timer(now: 21 * second).first == .close)
    }

    @Test("a source that has ended stays ended until somebody new wants it")
    func ending() {
        var life = live()
        #expect(life.ended(nil, now: 3) == [.close, .publish, .wake(at: nil)])
        #expect(life.state == .ended)
        #expect(life.died("exit status 0", now: 4) == [])
        #expect(life.demand(Demand(faces: .unit), now: 5) == [.open])
    }

    @Test("a source that could not be read has failed, with the fault as its reason")
    func failure() {
        var life = life()
        _ = life.demand(.everything, now: 0)
        _ = life.opened(now: 0)
        _ = life.ended(Fault(name: "notAPicture", message: "it is text"), now: 0)
        #expect(life.state == .failed)
        #expect(life.reason == "notAPicture")
        #expect(life.detail == "it is text")
    }

    @Test("whatever happens, a closed input has no worker and an unwanted one is never opened", arguments: 0..<200)
    func anything(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var life = life()
        var isOpen = false
        var wanted = Demand.nothing
        var now: Int64 = 0
        for _ in 0..<100 {
            now += .random(in: 0...3_000_000, using: &random)
            var actions: [InputLife.Action] = []
            switch Int.random(in: 0..<7, using: &random) {
            case 0:
                wanted = [.nothing, .everything, Demand(faces: .unit)].randomElement(using: &random) ?? .nothing
                actions = life.demand(wanted, now: now)
            case 1: actions = life.frame(now: now)
            case 2: actions = life.died("signal 11", now: now)
            case 3: actions = life.ended(nil, now: now)
            case 4: actions = life.ended(Fault(name: "a", message: "b"), now: now)
            case 5: life.captured(now: now)
            default: actions = life.timer(now: now)
            }
            var queue = actions[...]
            while let action = queue.popFirst() {
                switch action {
                case .open:
                    #expect(!wanted.isEmpty)
                    #expect(!isOpen)
                    isOpen = Bool.random(using: &random)
                    queue += isOpen ? life.opened(now: now) : life.refused(absent, now: now)
                case .close: isOpen = false
                case .want, .wake, .publish: break
                }
            }
            if life.state == .idle { #expect(!isOpen) }
            if life.state == .live { #expect(isOpen) }
            if !wanted.isEmpty { #expect(life.state != .idle) }
        }
    }

    @Test("a worker that says that it waits is not stuck, and the state says for what")
    func waiting() {
        var life = life()
        _ = life.demand(.everything, now: 0)
        _ = life.opened(now: 0)
        let nobody = Fault(name: "noWriter", message: "nobody writes")
        #expect(life.waiting(nobody, now: 1) == [.publish, .wake(at: nil)])
        #expect(life.state == .absent)
        #expect(life.reason == "noWriter")
        #expect(life.timer(now: 100 * second) == [.wake(at: nil)])
        #expect(life.frame(now: 200 * second) == [.publish, .wake(at: 210 * second)])
        #expect(life.state == .live)
        #expect(
            life.waiting(Fault(name: "silent", message: "nothing"), now: 201 * second) == [.publish, .wake(at: nil)])
        #expect(life.state == .stalled)
        #expect(life.frame(now: 202 * second) == [.publish, .wake(at: 212 * second)])
        #expect(life.timer(now: 212 * second).contains(.close))
    }

    @Test("standard input stays open, and a stream has the time to fail by itself and is tried again soon")
    func times() throws {
        let standard = try InputDescription(commandLine: "a=y4m:-")
        #expect(InputLife.Times(standard, closeAfter: 5).closeAfter == nil)
        let stream = try InputDescription(commandLine: "a=rtsp://h/x,timeout=30")
        #expect(
            InputLife.Times(stream, closeAfter: 5)
                == InputLife.Times(
                    closeAfter: 5, patience: 32_000_000, period: 100_000, longestWait: 2_000_000))
    }

    @Test("a source that lived for long begins its count of failures anew")
    func longOpening() {
        var life = live()
        let fault = Fault(name: "ended", message: "the server ended the stream")
        for start in [0, 100] as [Int64] {
            _ = life.ended(fault, now: (start + 20) * second)
            #expect(life.retryAt == (start + 20) * second)
            _ = life.timer(now: (start + 20) * second)
            _ = life.opened(now: (start + 20) * second)
        }
    }
}
