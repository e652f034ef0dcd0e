import Glibc
import OverlayClips
import OverlayInput
import OverlayMetadata
import OverlayOptions
import OverlaySystem

switch Result(catching: { try Command.overlaydClips.parse(CommandLine.arguments.dropFirst()) }) {
case .success(.show(let text)): exit(Console.write(Array("\(text)\n".utf8)) ? 0 : ExitStatus.inputOutput.rawValue)
case .success(.run):
    // Threads may still be at work on a frame: no destructor runs under them.
    let libraries = ClipLibraries.versions.map { LibraryVersion(name: $0.name, version: $0.version) }
    _exit(Worker.run(clips: { ClipSource($0, $1, pacer: $2) }, libraries: libraries))
case .failure(let error):
    Console.complain("\(error)")
    exit(ExitStatus.usage.rawValue)
}
