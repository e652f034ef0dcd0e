extension Command {
    /// For people and scripts.
    package static let overlayctl = Command(
        "overlayctl", summary: "look at a running overlayd, and convert coordinates", options: [.socket],
        subcommands: [inputs, status, watch, latest, controls, focus, convert, describe, doctor, ping],
        examples: [
            Example("overlayctl watch", "what is seen now, as a live table"),
            Example("overlayctl status", "how the daemon and its inputs are"),
            Example("overlayctl doctor", "what is wrong, and what to do"),
        ])

    private static let daemonExits = [
        Exit(.success, "done"),
        Exit(.failure, "the daemon refused; its words say why"),
        Exit(.usage, "the command line is wrong"),
        Exit(.unavailable, "no daemon answers, or it went away"),
        Exit(.protocolError, "the daemon's answer makes no sense"),
        Exit(.notPermitted, "the socket may not be used by this user"),
    ]

    private static let inputs = Command(
        "inputs", summary: "list the inputs and their states, or the cameras of this machine",
        discussion: [
            "With --devices the video devices of this machine, without a daemon: what each is, its formats, sizes and "
                + "rates, who has it open (root sees all), why it cannot be used if so, and at the end a line to be put "
                + "among the inputs of the configuration."
        ],
        options: [.devices, .json], exits: daemonExits,
        examples: [Example("overlayctl inputs --devices", "which cameras there are, and how to name them")])

    private static let status = Command(
        "status", summary: "show how the daemon, its inputs and its detectors are",
        discussion: ["With --json the daemon's own words, one line."], options: [.json], exits: daemonExits)

    private static let controls = Command(
        "controls", summary: "list what a camera lets one set, and set it",
        discussion: [
            "Names are those that v4l2-ctl uses. A value is a number, true, false, or the word of a menu. What is set is "
                + "set again whenever the camera comes back, until the daemon ends; the configuration keeps it for longer.",
            "It goes over the control socket, PATH.control.sock beside PATH.sock, for which one must be root, the "
                + "daemon's user or in the group overlayd-admin.",
        ],
        options: [.input, .json],
        positional: Positional("NAME=VALUE", help: "a control and what to set it to", minimum: 0), exits: daemonExits,
        examples: [
            Example("overlayctl controls --input door", "all of them, with their values and ranges"),
            Example("overlayctl controls power_line_frequency=1", "for lamps at 50 Hz"),
        ])

    private static let focus = Command(
        "focus", summary: "point a camera's focus and exposure at a place of its picture",
        discussion: [
            "The place is in 0…1 of the unrotated picture, or with --layer in the layer. Cameras without a region of "
                + "interest answer what they have instead."
        ],
        options: [.input, .layer, .gravity, .rotation, .orientation, .mirrored, .json],
        positional: Positional("X,Y", help: "the place", maximum: 1), exits: daemonExits,
        examples: [Example("overlayctl focus --input door 0.5,0.4", "a little above the middle")])

    private static let latest = Command(
        "latest", summary: "show what is in view now, once",
        discussion: [
            "A closed source is opened for it, and 5 seconds are waited for a frame. Coordinates are those of the "
                + "unrotated picture, 0…1. With --json the daemon's own words, one line."
        ],
        options: [.input, .types, .json],
        exits: [
            Exit(.success, "a frame was shown, whatever is in it"),
            Exit(.usage, "the command line, or what the daemon made of it, is wrong"),
            Exit(.noInput, "there is no such input"),
            Exit(.unavailable, "no daemon answers, no frame came, or a type cannot be detected here"),
            Exit(.protocolError, "the daemon's answer makes no sense"),
            Exit(.notPermitted, "the socket may not be used by this user"),
        ],
        examples: [
            Example("overlayctl latest --input door --types face", "the faces before a camera"),
            Example("overlayctl latest --json | jq -c '.objects[].value'", "the values of all codes in view"),
        ])

    private static let describe = Command(
        "describe", summary: "show what the daemon can do: methods, types, versions, and what is missing",
        discussion: ["With --json the daemon's own words, one line."], options: [.json], exits: daemonExits)

    private static let doctor = Command(
        "doctor", summary: "look for what is wrong with overlayd on this machine, and say what to do",
        discussion: [
            "Looks at the socket and who may use it, the user's groups, video devices, models and their hashes, the "
                + "versions of libraries, and what cannot be detected here. It changes nothing, and needs no daemon.",
            "With --json one object: {\"findings\":[{\"area\",\"state\",\"text\",\"advice\"}…],\"problems\"}; a state is "
                + "ok, note or problem.",
        ],
        options: [.json],
        exits: [
            Exit(.success, "no problem was found"),
            Exit(.failure, "there is a problem"),
            Exit(.usage, "the command line is wrong"),
        ])

    private static let ping = Command(
        "ping", summary: "ask the daemon for a sign of life and time the answer",
        options: [.json, .count.saying("ask so many times, one a second", defaultText: "1")],
        exits: daemonExits)

    private static let watch = Command(
        "watch", summary: "show the objects of an input as its subscribers get them",
        discussion: [
            "At a terminal it is a table that follows what is seen; Ctrl-C ends it. With --json, or when the output is no "
                + "terminal, it is the daemon's metadata messages, one JSON object a line.",
            "Coordinates are those of the layer if one is given, else of the unrotated picture, 0…1.",
        ],
        options: [
            .input, .types, .layer, .gravity, .rotation, .orientation, .mirrored, watchRegion, .rate,
            .json.saying("print JSON lines even at a terminal"), .count, .duration,
        ],
        exits: [
            Exit(.success, "ended by --count, --for or Ctrl-C, or the reader of its output went away"),
            Exit(.nothingSeen, "the time of --for was over and no object had been seen"),
            Exit(.usage, "the command line, or what the daemon made of it, is wrong"),
            Exit(.noInput, "there is no such input"),
            Exit(.unavailable, "no daemon answers, it went away, or a type cannot be detected here"),
            Exit(.protocolError, "the daemon's answer makes no sense"),
            Exit(.notPermitted, "the socket may not be used by this user"),
        ],
        examples: [
            Example(
                "overlayctl watch --layer 0,0,1080,1920 --gravity resizeAspectFill --rotation 90 --mirrored",
                "boxes in the coordinates of a portrait mirror"),
            Example("overlayctl watch --types qr_code --count 1 --json", "waits for one message with a QR code"),
            Example(
                "overlayctl watch --types codes --for 10 --json | jq -c '.objects[].value'",
                "the values of all codes seen within ten seconds"),
        ])

    private static let watchRegion = Option(
        "roi", .required("X,Y,W,H[,layer]"),
        help:
            "rectangle of interest in 0…1 of the unrotated picture, or with ,layer in the layer's units: only there is "
            + "searched", defaultText: "0,0,1,1")

    private static let convert = Command(
        "convert", summary: "convert points and rectangles between the picture and a layer, without a daemon",
        discussion: [
            "Device space is 0…1 of the unrotated, unmirrored picture, layer space the layer's units; both have their "
                + "origin top-left and y down. Nothing is cut: what a layer hides comes out beyond it.",
            "Prints one JSON object a line: {\"space\",\"point\":{…}} or {\"space\",\"rectangle\":{…}}, with full precision.",
        ],
        options: [
            .frame, .layer, .gravity,
            .rotation.saying("clockwise turn of the picture: 0, 90, 180 or 270", defaultText: "0"),
            .orientation, .position, .mirrored, .point, .rectangle, .to,
        ], standsAlone: true,
        exits: [
            Exit(.success, "converted"),
            Exit(.usage, "the command line is wrong"),
            Exit(.dataError, "the picture or the layer has no area: there is no conversion"),
        ],
        examples: [
            Example(
                "overlayctl convert --frame 1600x900 --layer 12,34,300,500 --gravity resizeAspectFill \\\n"
                    + "      --rotation 90 --mirrored --point 0.25,0.4",
                "where that point of the picture is in the layer"),
            Example(
                "overlayctl convert --frame 640x480 --layer 0,0,800,200 --rectangle -5,0,40,30 --to device",
                "which part of the picture a rectangle of the layer covers"),
        ])
}
