extension Command {
    /// The service, and detection without it.
    package static let overlayd = Command(
        "overlayd",
        summary: "find codes and faces in pictures and clips, and tell every client where they are in its own layer",
        subcommands: [run, detect, check],
        examples: [
            Example("overlayd run --input demo=test:", "serves a drawn scene that moves"),
            Example("overlayd detect photo.jpg", "prints what is in a picture"),
        ])

    private static let run = Command(
        "run", summary: "serve inputs on a Unix socket until SIGTERM or SIGINT",
        discussion: [
            "A source is a camera (usb:VENDOR:PRODUCT[:SERIAL], bus:PATH, name:TEXT or /dev/videoN; 'overlayctl inputs "
                + "--devices' lists them), a picture (PNG, JPEG, WebP, BMP or TIFF), a folder of pictures, a clip (what "
                + "FFmpeg reads), the address of a stream (rtsp:, rtsps:, http:, https:), y4m: and the path of a file or named pipe "
                + "(y4m:- is standard input), or test: for a drawn scene with a QR code, an EAN-13 and, where its sample picture "
                + "was fetched, a face. It is opened while a client wants something of it, and closed soon after.",
            "Behind a source may stand ,loop ,rate=N ,size=WxH ,position=front|rear ,mount=0|90|180|270 "
                + ",pixelAspect=W:H ,format=FOURCC ,timeout=SECONDS and ,closeAfter=SECONDS|never. Any other comma belongs "
                + "to the source.",
            "The log goes to stderr, with the level prefixes that journald understands.",
        ],
        options: [.config, .source, .socket],
        exits: [
            Exit(.success, "stopped by a signal"),
            Exit(.failure, "it could not go on"),
            Exit(.usage, "the command line is wrong"),
            Exit(.unavailable, "another daemon serves this socket"),
            Exit(.cannotCreate, "the socket cannot be made"),
            Exit(.configuration, "the configuration is wrong"),
        ],
        examples: [
            Example(
                "overlayd run --input front=test:,rate=15,size=1280x720,position=front",
                "a test scene at 15 frames a second, mirrored like a front camera"),
            Example("overlayd run --input shelf=/srv/pictures,loop,rate=2", "a folder of pictures, over and over"),
            Example("overlayd run --input lobby=/srv/lobby.mp4,loop", "a clip at its own pace, over and over"),
            Example("overlayd run --config /etc/overlayd/overlayd.json", "the inputs of a configuration file"),
        ])

    private static let check = Command(
        "check", summary: "look at a configuration without serving it",
        discussion: [
            "Prints what 'overlayd run' would serve with the same options, or every mistake, one a line, with the path of "
                + "its key, what stands there and what may stand there. A source that is not there now is no mistake."
        ],
        options: [.config, .source, .socket],
        exits: [
            Exit(.success, "the configuration is in order"),
            Exit(.usage, "the command line is wrong"),
            Exit(.inputOutput, "the output cannot be written"),
            Exit(.configuration, "the configuration is wrong"),
        ],
        examples: [
            Example("overlayd check --config /etc/overlayd/overlayd.json", "what would be served by this file"),
            Example("overlayd check --input door=test:,rate=5", "what an input on the command line means"),
        ])

    private static let detect = Command(
        "detect", summary: "find codes and faces in pictures and clips, without a daemon",
        discussion: [
            "Prints one JSON object a line and picture: {\"source\",\"sequence\",\"frame\",\"space\",\"objects\"}, or "
                + "{\"source\",\"error\":{\"name\",\"message\"}} for a picture that cannot be read; the rest goes on. "
                + "Each picture is a source of its own, also one of a folder, which is named by its path there: ids begin "
                + "anew. Of a clip, each frame is a picture, none is left out, and ids go on.",
            "Objects are in device space, 0…1 of the unrotated picture, unless a layer is given. A picture's EXIF "
                + "orientation is not applied.",
        ],
        options: [.types, .roi, .layer, .gravity, .rotation, .orientation, .position, .mirrored, .list, .jobs],
        positional: Positional(
            "PATH",
            help: "a picture, a folder of pictures, a clip, - for one on standard input, an address or y4m:PATH",
            minimum: 0),
        exits: [
            Exit(.success, "every picture was read, whatever was found in it"),
            Exit(.failure, "some picture could not be read"),
            Exit(.usage, "the command line is wrong"),
            Exit(.dataError, "a value makes no sense, such as a layer of negative width"),
            Exit(.noInput, "the list or standard input cannot be read"),
            Exit(.unavailable, "a type that is asked for cannot be detected here"),
            Exit(.inputOutput, "the output cannot be written"),
        ],
        examples: [
            Example("overlayd detect --types qr_code,ean_13 *.jpg", "two kinds of codes in many pictures"),
            Example("overlayd detect --types codes clip.mp4", "a line for each frame of a clip"),
            Example("curl -s https://example.org/a.jpg | overlayd detect -", "a picture from another program"),
            Example("find . -name '*.png' | overlayd detect --list - --jobs 2", "a long list, two pictures at once"),
            Example(
                "overlayd detect --layer 0,0,1080,1920 --gravity resizeAspectFill --rotation 90 --mirrored a.png",
                "coordinates of a portrait layer that the picture fills"),
        ])
}
