/// One spelling and one meaning of every option, for all programs.
extension Option {
    /// Where the daemon's socket is.
    package static let socket = Option(
        "socket", .required("PATH"), help: "the daemon's socket",
        defaultText: "$OVERLAYD_SOCKET, else /run/overlayd/overlayd.sock, else $XDG_RUNTIME_DIR/overlayd/overlayd.sock")
    /// The configuration file.
    package static let config = Option("config", .required("FILE"), help: "the configuration file, JSON with comments")
    /// An input to serve, by name and source.
    package static let source = Option(
        "input", .required("NAME=SOURCE"), help: "serve this input; see above for what a source is", repeatable: true)
    /// An input to look at, by name.
    package static let input = Option(
        "input", .required("NAME"), help: "the input", defaultText: "the first one configured")
    /// What to look for.
    package static let types = Option(
        "types", .required("T,…"),
        help: "what to look for: types such as qr_code, ean_13 or face, and the groups codes and all",
        defaultText: "all")
    /// Where to look.
    package static let roi = Option(
        "roi", .required("X,Y,W,H"),
        help: "rectangle of interest in 0…1 of the unrotated picture: only there is searched",
        defaultText: "0,0,1,1")
    /// The machine's cameras.
    package static let devices = Option("devices", help: "list the cameras of this machine instead")
    /// JSON instead of a table.
    package static let json = Option("json", help: "print JSON")

    /// The layer.
    package static let layer = Option(
        "layer", .required("X,Y,W,H"), help: "the layer, in its own units, origin top-left")
    /// How the picture fills the layer.
    package static let gravity = Option(
        "gravity", .required("G"),
        help: "how the picture fills the layer: resize (stretched), resizeAspect (all of it, bars beside it) or "
            + "resizeAspectFill (no bars, overhang hidden)", defaultText: "resizeAspect")
    /// The turn in degrees.
    package static let rotation = Option(
        "rotation", .required("R"), help: "clockwise turn of the picture: 0, 90, 180, 270 or auto (as mounted)",
        defaultText: "auto")
    /// The turn by name.
    package static let orientation = Option(
        "orientation", .required("O"),
        help: "the turn by name instead: portrait, portraitUpsideDown, landscapeRight or landscapeLeft")
    /// Where the camera stands.
    package static let position = Option(
        "position", .required("P"),
        help: "front or rear: a front camera is mirrored by --mirrored=auto, and its orientations are named from "
            + "landscapeLeft", defaultText: "rear")
    /// Flipped left-right.
    package static let mirrored = Option(
        "mirrored", .optional("true|false|auto", implied: "true"),
        help: "flip left-right as shown, after the turn; auto flips front cameras", defaultText: "auto")

    /// How often, at most.
    package static let rate = Option("rate", .required("N"), help: "at most so many messages a second, such as 0.2")
    /// How many messages.
    package static let count = Option("count", .required("N"), help: "end after so many messages")
    /// How long.
    package static let duration = Option("for", .required("SECONDS"), help: "end after so many seconds")

    /// A list of paths.
    package static let list = Option(
        "list", .required("FILE"), help: "read further paths from a file, one a line; - is standard input")
    /// How many pictures at once.
    package static let jobs = Option(
        "jobs", .required("N"), help: "how many pictures to work on at once", defaultText: "one for each processor")

    /// The size of the picture.
    package static let frame = Option("frame", .required("WxH"), help: "the unrotated picture's size in square pixels")
    /// A point to convert.
    package static let point = Option("point", .required("X,Y"), help: "a point to convert", repeatable: true)
    /// A rectangle to convert.
    package static let rectangle = Option(
        "rectangle", .required("X,Y,W,H"), help: "a rectangle to convert", repeatable: true)
    /// The space to convert to.
    package static let to = Option(
        "to", .required("SPACE"), help: "layer (from device) or device (from layer)", defaultText: "layer")
}
