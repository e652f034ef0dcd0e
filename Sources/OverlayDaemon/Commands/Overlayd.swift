import OverlayOptions
import OverlaySystem

/// The program `overlayd`: understands its words and runs the subcommand.
package enum Overlayd {
    /// Runs the program on the words behind its name.
    package static func run(_ words: some Sequence<String>) -> ExitStatus {
        Console.keepPlaces()
        do throws(UsageError) {
            switch try Command.overlayd.parse(words) {
            case .show(let text):
                return Console.write(Array("\(text)\n".utf8)) ? .success : .inputOutput
            case .run(let invocation):
                switch invocation.name {
                case "detect": return try DetectCommand.run(invocation)
                case "check": return try CheckCommand.run(invocation)
                default: return try RunCommand.run(invocation)
                }
            }
        } catch {
            Console.complain("\(error)")
            return error.status
        }
    }
}
