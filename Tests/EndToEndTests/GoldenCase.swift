import Testing
import OverlayMetadata

/// A conversation with the daemon, step by step; a golden file holds what it answers.
struct GoldenCase: Sendable, CustomTestStringConvertible {
    /// One thing that happens.
    enum Step: Sendable {
        /// A request and its reply.
        case ask(String, String)
        /// So many frames of an input, one after the other, each told to the subscriber.
        case frames(Int, of: String)
        /// A frame of an input that cannot be read, so that nobody hears of it.
        case lostFrame(of: String)
        /// Time goes by, in microseconds, and an input's state changes.
        case later(Int64, InputState)
    }

    let name: String
    let inputs: [String]
    let steps: [Step]

    var testDescription: String { name }
}

extension GoldenCase {
    private static let scene = "test=test:,size=640x480,rate=25"

    static let all = [
        GoldenCase(
            name: "device", inputs: [scene],
            steps: [
                .ask("subscribe", #"{"types":["all"],"everyFrame":true}"#), .frames(6, of: "test"),
                .ask("unsubscribe", #"{"subscription":1}"#),
            ]),
        GoldenCase(
            name: "layer", inputs: [scene],
            steps: [
                .ask(
                    "subscribe",
                    """
                    {"types":["all"],"everyFrame":true,"layer":{"x":0,"y":0,"width":1080,"height":1920},\
                    "gravity":"resizeAspectFill","rotation":90,"mirrored":true}
                    """), .frames(5, of: "test"),
                .ask("convert", #"{"subscription":1,"point":{"x":0.25,"y":0.75},"to":"layer"}"#),
                .ask(
                    "convert", #"{"subscription":1,"rectangle":{"x":0,"y":0,"width":540,"height":960},"to":"device"}"#),
            ]),
        GoldenCase(
            name: "region", inputs: [scene],
            steps: [
                .ask(
                    "subscribe",
                    #"{"types":["codes"],"everyFrame":true,"rectOfInterest":{"x":0,"y":0,"width":0.5,"height":1}}"#),
                .frames(3, of: "test"),
                .ask("update", #"{"subscription":1,"rectOfInterest":{"x":0.5,"y":0,"width":0.5,"height":1}}"#),
                .frames(3, of: "test"),
                .ask(
                    "update",
                    """
                    {"subscription":1,"layer":{"x":10,"y":20,"width":300,"height":400},"orientation":"portrait",\
                    "rectOfInterest":{"x":10,"y":20,"width":300,"height":200,"in":"layer"}}
                    """), .frames(3, of: "test"),
                .ask("update", #"{"subscription":1,"orientation":"portraitUpsideDown"}"#), .frames(3, of: "test"),
            ]),
        GoldenCase(
            name: "connections",
            inputs: ["near=test:,size=320x240,rate=25", "far=test:,size=640x360,rate=25,position=front,mount=90"],
            steps: [
                .ask("subscribe", #"{"connection":null,"types":["qr_code"],"everyFrame":true}"#),
                .ask("connect", #"{"subscription":1,"input":"near"}"#), .frames(2, of: "near"),
                .ask("connect", #"{"subscription":1,"input":"far"}"#),
                .ask("disconnect", #"{"subscription":1}"#),
                .ask("disconnect", #"{"subscription":1}"#),
                .ask("update", #"{"subscription":1,"layer":{"x":0,"y":0,"width":90,"height":160}}"#),
                .ask("connect", #"{"subscription":1,"input":"far"}"#), .frames(2, of: "far"),
                .ask("update", #"{"subscription":1,"input":"near"}"#), .frames(2, of: "near"),
                .ask("update", #"{"subscription":1,"types":[]}"#), .later(1_000_000, .idle),
                .ask("update", #"{"subscription":1,"types":["ean_13"]}"#), .frames(2, of: "near"),
            ]),
        GoldenCase(
            name: "stills", inputs: ["shelf=PICTURES,rate=25"],
            steps: [
                .ask("subscribe", #"{"types":["all"],"coordinates":"pixels","everyFrame":true}"#),
                .frames(1, of: "shelf"), .lostFrame(of: "shelf"), .frames(2, of: "shelf"), .later(0, .ended),
                .ask("ping", "{}"),
            ]),
    ]
}
