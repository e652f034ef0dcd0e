extension Configuration {
    /// The keys of the configuration file, in the order in which the reference explains them.
    package static let keys: [ConfigurationKey<Configuration>] = [
        ConfigurationKey(
            name: "inputs", wanted: "an object: names of inputs, and what each is", defaultText: "none",
            example: "{ test: \"test:\" }",
            help: "The inputs by name, in the order in which clients see them; a subscription that names none gets the "
                + "first. A name has 1 to 64 letters, digits, '-', '_' and '.'. An input is a source with its options "
                + "as the command line writes them, \"SOURCE[,option…]\", or an object with the keys below. The "
                + "command line's --input adds to them."
        ) { entry, configuration, mistakes in
            for (name, input) in mistakes.members(of: entry.json, at: entry.place) {
                guard let description = InputDescription(name: name, entry: input, &mistakes) else { continue }
                mistakes.noting { try configuration.add(description, at: input.place) }
            }
        },
        .path(
            "socket", \.socket, wanted: "the path of the socket",
            defaultText: "$OVERLAYD_SOCKET, else /run/overlayd/overlayd.sock, else "
                + "$XDG_RUNTIME_DIR/overlayd/overlayd.sock",
            example: "/run/overlayd/overlayd.sock",
            help: "Where clients connect. Its folder must not be open to writing by others. The command line's "
                + "--socket goes before it."),
        .path(
            "models", \.models, wanted: "the path of the folder of models",
            defaultText: "$OVERLAYD_MODELS, else the folder of models that belongs to the program",
            example: "/usr/local/share/overlayd/models",
            help: "The folder that holds the models' manifest and, in its folder cache, what models/fetch obtained. "
                + "Without the model faces are not detected."),
        .secondsOrNever(
            "closeAfter", \.closeAfter, 0...86_400, usual: Configuration(),
            help: "How long a source stays open when nobody wants anything of it any more."),
        .flag(
            "focus", \.allowsFocus, usual: Configuration(),
            help: "Whether every client may point the focus and exposure of a camera that it watches, by the method "
                + "focus."),
        ConfigurationKey(
            name: "limits", wanted: "an object: limits and their values", defaultText: "as below", example: "{}",
            help: "How much clients may ask for."
        ) { entry, configuration, mistakes in
            configuration.limits = Limits()
            mistakes.set(&configuration.limits, by: Limits.keys, to: entry.json, at: entry.place)
        },
    ]
}

extension Configuration.Limits {
    /// The keys of `limits`.
    package static let keys: [ConfigurationKey<Configuration.Limits>] = [
        .whole(
            "clients", \.clients, 1...65_536, usual: Configuration.Limits(),
            help: "Clients at once; a further one is told so and closed."),
        .whole(
            "subscriptions", \.subscriptions, 1...4096, usual: Configuration.Limits(),
            help: "Subscriptions of one client; a further one is refused with tooMany."),
        .whole(
            "sendBuffer", \.sendBuffer, 4096...1_048_576, usual: Configuration.Limits(),
            help: "Bytes of the send buffer of a client's socket. With a small one, what a slow client gets is newer."),
        .seconds(
            "stall", \.stall, 1...3600, usual: Configuration.Limits(),
            help: "A client that takes nothing for so long while something waits for it is closed."),
    ]
}
