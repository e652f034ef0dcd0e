/// The pages about the configuration file that are made from its table of keys: `docs/configuration.md` and the example
/// `deploy/overlayd.json`.
package enum ConfigurationReference {
    /// A key as both pages show it.
    struct Row {
        let name: String
        let wanted: String
        let defaultText: String
        let example: String
        let help: String

        init<Target>(_ key: ConfigurationKey<Target>) {
            name = key.name
            wanted = key.wanted
            defaultText = key.defaultText
            example = key.example
            help = key.help
        }

        init(_ option: InputOption) {
            name = option.rawValue
            wanted = option.wanted
            defaultText = option.defaultText
            example = option.example
            help = option.help
        }

        /// The one key that an input must have.
        static let source = Row(
            ConfigurationKey<InputDescription>(
                name: "source", wanted: InputDescription.wantedSource, defaultText: "none: it must be there",
                example: "\"/srv/pictures\"", help: "Where the light comes from. 'overlayd run --help' says more."
            ) { _, _, _ in })
    }

    static let inputRows =
        [Row.source] + InputOption.allCases.map { Row($0) } + [Row(InputDescription.controlsKey)]

    /// `docs/configuration.md`.
    package static var page: String {
        """
        # The configuration file

        `overlayd run --config FILE` reads JSON with comments (JSON5: names need no quotes, a comma may stand behind the last
        member). Every key may be left out. A mistake is answered with the key's path, what stands there and what may stand
        there. The service reads `/etc/overlayd/overlayd.json`; [the example](../deploy/overlayd.json) explains every key in
        place.

        This page is made from the table by which overlayd reads the file.

        \(table(Configuration.keys.map { Row($0) }))

        ## An input

            inputs: {
                door: "usb:046d:0825,position=front",
                till: { source: "/dev/video0", size: "1280x720", controls: { power_line_frequency: "50 Hz" } },
                shelf: { source: "/srv/pictures", loop: true, rate: 2 },
            }

        \(table(inputRows))

        ## limits

        \(table(Configuration.Limits.keys.map { Row($0) }))

        """
    }

    private static func table(_ rows: [Row]) -> String {
        let lines = rows.map { row in
            let cells = [row.help, row.wanted, row.defaultText].map { $0.replacing("|", with: "\\|") }
            return "| `\(row.name)` | \(cells.joined(separator: " | ")) |"
        }
        return (["| key | meaning | value | default |", "|---|---|---|---|"] + lines).joined(separator: "\n")
    }
}
