import Foundation
import OverlayGeometry
import OverlayLink
import OverlayMetadata
import OverlaySystem
import Testing

@testable import OverlayDaemon

@Suite(.timeLimit(.minutes(1)))
struct WorkerProcessTests {
    /// A program that keeps its channel open and never reads from it.
    private func idler(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/overlayd-worker.XXXXXX".utf8CString)
        #expect(mkdtemp(&template) != nil)
        let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = folder + "/idler"
        let file = try Descriptor(opening: program, flags: O_WRONLY | O_CREAT, mode: 0o755)
        #expect(Console.write(Array("#!/bin/sh\nexec sleep 600\n".utf8), to: file.number))
        file.close()
        try body(program)
    }

    @Test("a worker that never reads is not sent demand after demand: the last one waits, however often it changes")
    func stopped() throws {
        try idler { program in
            let worker = try WorkerProcess(starting: program, on: try EventLoop()) { _ in }
            for step in 1...50_000 {
                let region = Rect(x: 0, y: 0, width: Double(step) / 50_000, height: 1)
                worker.send(.demand(Demand(codes: region, codeTypes: .codes)))
            }
            // The one that is under way, and the newest.
            #expect(worker.waitingRequests == 2)
            worker.send(.advance(1))
            worker.send(.demand(.nothing))
            #expect(worker.waitingRequests == 4)
            worker.end()
        }
    }

    @Test("whoever stops the loop ends the waiting for a worker's first word")
    func probe() throws {
        try idler { program in
            let loop = try EventLoop()
            loop.after(microseconds: 0) { loop.stop() }
            #expect(throws: Daemon.Unable.self) { try WorkerProbe.capabilities(of: program, on: loop) }
        }
    }
}
