/// How long to wait before the next attempt to connect: twice as long each time, with chance, so that the clients of a
/// restarted daemon do not all come at once.
struct Backoff {
    /// The first wait, in microseconds.
    static let shortest: Int64 = 100_000
    /// The longest wait.
    static let longest: Int64 = 5_000_000
    /// A connection that held for so long begins the waits anew; one that broke at once does not.
    static let settled: Int64 = 10_000_000

    private var attempts = 0
    private var chance: any RandomNumberGenerator & Sendable

    init(chance: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()) { self.chance = chance }

    /// The next wait: between half of the step and the whole.
    mutating func next() -> Int64 {
        let step = min(Backoff.longest, Backoff.shortest << Int64(min(attempts, 10)))
        attempts = min(attempts + 1, 10)
        return step / 2 + Int64.random(in: 0...step / 2, using: &chance)
    }

    /// A connection ended that had held for so long.
    mutating func ended(after microseconds: Int64) {
        if microseconds >= Backoff.settled { attempts = 0 }
    }
}
