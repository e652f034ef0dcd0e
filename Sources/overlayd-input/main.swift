import Glibc
import OverlayInput
import OverlayOptions
import OverlaySystem

switch Result(catching: { try Command.overlaydInput.parse(CommandLine.arguments.dropFirst()) }) {
case .success(.show(let text)): exit(Console.write(Array("\(text)\n".utf8)) ? 0 : ExitStatus.inputOutput.rawValue)
case .success(.run):
    // Threads may still be at work on a frame: no destructor runs under them.
    _exit(Worker.run())
case .failure(let error):
    Console.complain("\(error)")
    exit(ExitStatus.usage.rawValue)
}
