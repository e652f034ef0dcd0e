import OverlayDaemon
import OverlayGeometry
import OverlayMetadata
import Testing

@Suite(.timeLimit(.minutes(1)))
struct InputDescriptionTests {
    @Test("options are the trailing parts with a known key")
    func options() throws {
        let input = try InputDescription(
            commandLine: "front=/srv/a,loop,rate=0.5,size=641x480,position=front,mount=270,pixelAspect=4:3")
        #expect(input.name == "front")
        #expect(input.source == .path("/srv/a"))
        #expect(input.loop)
        #expect(input.rate == 0.5)
        #expect(input.size == FrameSize(width: 641, height: 480))
        #expect(input.position == .front)
        #expect(input.mount == .threeQuarters)
        #expect(input.pixelAspect == 4.0 / 3.0)
    }

    @Test(
        "any other comma, and any other equals sign, belongs to the source",
        arguments: [
            ("a=/x/1,2.png", "/x/1,2.png"), ("a=/x/rate=5", "/x/rate=5"), ("a=/x,y=1", "/x,y=1"),
            ("a=/x,rate=2,y", "/x,rate=2,y"), ("a=./test:1", "./test:1"), ("a=/x,,loop", "/x,"),
        ])
    func commas(text: String, path: String) throws {
        #expect(try InputDescription(commandLine: text).source == .path(path))
    }

    @Test(
        "a mistake is answered with the place, what stands there and what may stand there",
        arguments: [
            ("door", "'door'", "NAME=SOURCE"), ("=x", "the name ''", "1 to 64 letters"),
            ("a b=x", "the name 'a b'", "1 to 64 letters"), ("a=", "empty", "test:"),
            ("a=rtsp://x", "'rtsp://x'", "rtsp: is not known"),
            ("a=test:,speed=3", "'test:,speed=3'", "only ,loop, rate"),
            ("a=test:,rate=0", "'0'", "greater than 0"),
            ("a=test:,rate=nan", "'nan'", "greater than 0"), ("a=test:,size=0x5", "'0x5'", "1 to 8192"),
            ("a=test:,size=5", "'5'", "1 to 8192"), ("a=test:,position=left", "'left'", "front or rear"),
            ("a=test:,mount=45", "'45'", "0, 90, 180 or 270"), ("a=test:,pixelAspect=0:1", "'0:1'", "greater than 0"),
            ("a=test:,loop=maybe", "'maybe'", "true or false"),
        ])
    func mistakes(text: String, got: String, wanted: String) {
        do {
            let input = try InputDescription(commandLine: text)
            Issue.record("\(text) was understood as \(input)")
        } catch {
            #expect(error.description.contains(got), "\(error)")
            #expect(error.description.contains(wanted), "\(error)")
        }
    }
}
