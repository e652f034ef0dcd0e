import Glibc
import OverlayMetadata
import OverlayWire
import Testing

@Suite("The life of an input and its worker", .serialized, .timeLimit(.minutes(2)))
struct InputLifeTests {
    @Test("without a subscriber the source closes and its worker goes; later numbers and ids go on")
    func idle() throws {
        let daemon = try DaemonProcess()
        let (viewer, watcher) = (try daemon.client(), try daemon.client())
        try watcher.request("subscribe", #"{"types":[]}"#)
        try viewer.request("subscribe", #"{"types":["codes"]}"#)
        let first = try viewer.metadata()
        let worker = try workerPID(watcher)
        #expect(isRunning(worker))
        try viewer.request("unsubscribe", #"{"subscription":1}"#)
        try watcher.awaitState(.idle)
        #expect(!isRunning(worker))
        let status = try watcher.status()
        #expect(status["state"] == .string("idle"))
        #expect(status["worker"] == nil)
        try viewer.request("subscribe", #"{"types":["codes"]}"#)
        // Frames of the first subscription may still wait to be read.
        let second = try viewer.metadata { $0.subscription == 2 }
        #expect(second.sequence > first.sequence)
        #expect(second.time > first.time)
        #expect(Set(second.objects.map(\.id)).isDisjoint(with: first.objects.map(\.id)))
        #expect(try workerPID(watcher) != worker)
    }

    @Test("a client that goes without a word wants nothing any more")
    func vanishing() throws {
        let daemon = try DaemonProcess()
        let (viewer, watcher) = (try daemon.client(), try daemon.client())
        try watcher.request("subscribe", #"{"types":[]}"#)
        try viewer.request("subscribe", #"{"types":["codes"]}"#)
        try watcher.awaitState(.live)
        viewer.vanish()
        try watcher.awaitState(.idle)
        #expect(try watcher.request("status")["clients"] == .integer(1))
    }

    @Test("the face detector runs only once somebody wants faces", .enabled(if: Built.hasFaces, Built.noFaces))
    func codesOnly() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        try client.request("subscribe", #"{"types":["codes"]}"#)
        for _ in 0..<10 { _ = try client.metadata() }
        let before = try client.status()["detectors"]
        #expect(before?["faces"]?["runs"] == .integer(0))
        #expect(before?["codes"]?["runs"]?.integer ?? 0 >= 10)
        try client.request("update", #"{"subscription":1,"types":["face"]}"#)
        _ = try client.metadata { $0.objects.contains { $0.type == .face } }
        #expect(try client.status()["detectors"]?["faces"]?["runs"]?.integer ?? 0 >= 1)
    }

    @Test("a worker that is killed is replaced: numbers go on, and no id is used again")
    func killedWorker() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        try client.request("subscribe", #"{"types":["codes"]}"#)
        var (sequence, ids): (UInt64, Set<UInt64>) = (0, [])
        for _ in 0..<3 {
            let message = try client.metadata { !$0.objects.isEmpty }
            #expect(message.sequence > sequence)
            #expect(ids.isDisjoint(with: message.objects.map(\.id)))
            sequence = message.sequence
            ids.formUnion(message.objects.map(\.id))
            let worker = try workerPID(client)
            kill(worker, SIGKILL)
            try client.awaitState(.failed)
            sequence = max(sequence, try client.metadata { $0.reason == "input" && $0.objects.isEmpty }.sequence)
            try client.awaitState(.live)
            #expect(!isRunning(worker))
        }
    }

    @Test("a source that is not there is tried again, and others are served meanwhile")
    func absent() throws {
        let daemon = try DaemonProcess(["gone=/nowhere/picture.png", "test=test:,size=320x240"])
        let client = try daemon.client()
        try client.request("subscribe", #"{"input":"gone","types":["codes"]}"#)
        let message = try client.awaitState(.absent)
        #expect(message.status.reason == "notFound")
        #expect(message.status.detail?.contains("/nowhere/picture.png") == true)
        try client.request("subscribe", #"{"input":"test","types":["codes"]}"#)
        #expect(try client.metadata().input == "test")
    }

    @Test("an absent source is told once, however often it is tried, until it can be opened")
    func toldOnce() throws {
        let scratch = try Scratch()
        let daemon = try DaemonProcess(["gone=\(scratch.file("late.bmp")),rate=60,loop"], in: scratch)
        let client = try daemon.client()
        try client.request("subscribe", #"{"types":["codes"]}"#)
        let patience = Patience("the third try")
        while try client.status(of: "gone")["retryIn"]?.double ?? 0 <= 0.25 { try patience.check() }
        try scratch.write(Bitmap.plain(width: 8, height: 8), to: "late.bmp")
        var states: [InputState] = []
        while states.last != .live {
            states.append(
                try client.next("a state") { if case .input(let news) = $0 { news.status.state } else { nil } })
        }
        #expect(states == [.absent, .starting, .live])
    }

    @Test("a looped folder whose pictures go is shown again when they are back")
    func returningFolder() throws {
        let scratch = try Scratch()
        let (shelf, away) = (scratch.file("shelf"), scratch.file("away"))
        let picture = Bitmap.plain(width: 8, height: 8)
        #expect(mkdir(shelf, 0o755) == 0)
        try scratch.write(picture, to: "shelf/1.bmp")
        let daemon = try DaemonProcess(["shelf=\(shelf),loop,rate=60"], in: scratch)
        let client = try daemon.client()
        try client.request("subscribe", #"{"types":["codes"],"everyFrame":true}"#)
        try client.awaitState(.live)
        #expect(rename(shelf, away) == 0)
        #expect(unlink(away + "/1.bmp") == 0)
        #expect(try client.awaitState(.failed).status.reason == "unreadable")
        try client.awaitState(.absent)
        #expect(mkdir(shelf, 0o755) == 0)
        #expect(try client.awaitState(.failed).status.detail?.contains("no pictures") == true)
        try scratch.write(picture, to: "shelf/1.bmp")
        try client.awaitState(.live)
    }

    private func workerPID(_ client: Client) throws -> Int32 {
        Int32(try #require(try client.status()["worker"]?.integer))
    }
}
