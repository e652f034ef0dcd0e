extension Command {
    /// The worker for clips and streams.
    package static let overlaydClips = Command(
        "overlayd-clips", summary: "the worker of overlayd that reads clips and network streams",
        discussion: [
            "As overlayd-input, with FFmpeg's libraries: overlayd starts it only for what needs them. There is no use in "
                + "starting it by hand."
        ],
        exits: overlaydInput.exits)

    /// The worker.
    package static let overlaydInput = Command(
        "overlayd-input", summary: "the worker of overlayd: one opening of one input",
        discussion: [
            "overlayd starts it, one for each input that is open, and hands it one end of a socket pair as descriptor 3. "
                + "There is no use in starting it by hand."
        ],
        exits: [
            Exit(.success, "the daemon hung up or the source ended"),
            Exit(.usage, "it was not started by overlayd"),
        ])
}
