import Glibc
import Testing

@Suite("Where a daemon refuses to serve", .serialized, .timeLimit(.minutes(2)))
struct ServingTests {
    @Test("a path that no socket can have is named with what is possible")
    func longPath() throws {
        let scratch = try Scratch()
        let path = scratch.file(String(repeating: "s", count: 108 - scratch.path.utf8.count - 1))
        try expectRefusal(at: path, 73, ["108 bytes", "1 to 107", "--socket"])
        #expect(!exists(path))
        let possible = try Spawned(Built.overlayd, ["run", "--input", "a=test:", "--socket", String(path.dropLast(1))])
        try possible.awaitComplaint(" serves ")
    }

    @Test("a folder that others may write to is refused")
    func openFolder() throws {
        let scratch = try Scratch()
        chmod(scratch.path, 0o777)
        try expectRefusal(
            at: scratch.file("overlayd.sock"), 73, ["others may write", scratch.path, "chmod go-w", "--socket"])
    }

    @Test("a folder that one may not write to is refused")
    func closedFolder() throws {
        let scratch = try Scratch()
        chmod(scratch.path, 0o500)
        // Nothing but the kernel's own folders keeps root out.
        let folder = geteuid() == 0 ? "/proc" : scratch.path
        try expectRefusal(at: folder + "/overlayd.sock", 73, [folder, "--socket"])
        chmod(scratch.path, 0o700)
    }

    @Test("a folder that does not exist is named")
    func missingFolder() throws {
        try expectRefusal(at: "/nowhere/at/all.sock", 73, ["/nowhere/at", "No such file", "--socket"])
    }

    @Test("a file that is no socket stays as it is")
    func otherFile() throws {
        let scratch = try Scratch()
        let path = try scratch.write("precious", to: "overlayd.sock")
        try expectRefusal(at: path, 73, [path, "not a socket"])
        #expect(exists(path))
    }

    @Test("a worker that cannot be started is named", arguments: ["/nowhere/overlayd-input", "/bin/false"])
    func noWorker(path: String) throws {
        let scratch = try Scratch()
        let outcome = try Spawned.run(
            Built.overlayd, ["run", "--input", "a=test:", "--socket", scratch.file("overlayd.sock")],
            environment: ["OVERLAYD_INPUT": path])
        #expect(outcome.status == .exited(1))
        #expect(outcome.complaint.contains("the worker \(path)"), "\(outcome.complaint)")
        #expect(!exists(scratch.file("overlayd.sock")))
    }

    private func expectRefusal(at path: String, _ status: Int32, _ words: [String]) throws {
        let outcome = try Spawned.run(Built.overlayd, ["run", "--input", "a=test:", "--socket", path])
        #expect(outcome.status == .exited(status))
        #expect(outcome.output.isEmpty)
        for word in words { #expect(outcome.complaint.contains(word), "\(outcome.complaint)") }
    }
}
