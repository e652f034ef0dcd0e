/// Completion of the programs' command lines by bash, made from their tables.
package enum Completion {
    /// The script; it serves every program.
    package static var script: String {
        """
        # shellcheck shell=bash
        # Completion of the command lines of \(programs.map(\.name).joined(separator: " and ")): commands and options by name,
        # files as values. Made from the programs' option tables.

        _overlayd() {
            local word command='' words=''
            for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                if [[ $word != -* ]]; then
                    command=$word
                    break
                fi
            done
            case "${1##*/} $command" in
        \(rows.map { "    '\($0.command)') words='\($0.words)' ;;" }.joined(separator: "\n"))
            esac
            if [ "$command" = '' ] || [[ $2 == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "$words" -- "$2")
            fi
        }
        complete -o default -F _overlayd \(programs.map(\.name).joined(separator: " "))

        """
    }

    private static let programs = [Command.overlayd, .overlayctl]

    private static var rows: [(command: String, words: String)] {
        programs.flatMap { program in
            [row(program, program.subcommands.map(\.name), program.options, title: "")]
                + program.subcommands.map {
                    row(program, [], $0.options + ($0.standsAlone ? [] : program.options), title: $0.name)
                }
        }
    }

    private static func row(
        _ program: Command, _ names: [String], _ options: [Option], title: String
    ) -> (command: String, words: String) {
        let words = names + (options + Command.builtin).map { "--\($0.name)" }
        return ("\(program.name) \(title)", words.joined(separator: " "))
    }
}
