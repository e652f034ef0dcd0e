import OverlayGeometry
import OverlayMetadata
import Testing

@testable import OverlayDaemon

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
        "a camera is named by what it is, where it is plugged in, its name or its node",
        arguments: [
            "usb:046d:0825", "usb:046d:0825:A,1", "bus:usb-0000:00:14.0-2", "name:HD Webcam: front", "/dev/video3",
            "/dev/v4l/by-id/usb-x,y",
        ])
    func cameras(text: String) throws {
        let input = try InputDescription(commandLine: "a=\(text),size=640x480,format=MJPG,closeAfter=never")
        guard case .camera(let selector) = input.source else { throw ConfigurationError(text, got: "", wanted: "") }
        #expect(selector.description == text)
        #expect(input.size == FrameSize(width: 640, height: 480))
        #expect(input.format == "MJPG")
        #expect(input.closing == .never)
    }

    @Test(
        "a camera by number alone, or by half a name, is a mistake that says how it is named",
        arguments: ["0", "12", "video0", "usb:46d:825", "usb:", "bus:", "name:"])
    func numbers(text: String) {
        do {
            let input = try InputDescription(commandLine: "a=\(text)")
            Issue.record("understood as \(input)")
        } catch {
            #expect("\(error)".contains("usb:VENDOR:PRODUCT[:SERIAL]"), "\(error)")
            #expect("\(error)".contains("overlayctl inputs --devices"), "\(error)")
        }
    }

    @Test("streams are named by their scheme, and y4m by a path behind it")
    func streams() throws {
        let address = "rtsp://u:p@h:8554/a,b?c=d"
        let stream = try InputDescription(commandLine: "a=\(address),timeout=2.5")
        let place = try #require(StreamAddress(address))
        #expect(stream.source == .stream(place))
        #expect(stream.timeout == 2.5)
        #expect(try InputDescription(commandLine: "a=y4m:/tmp/x").source == .y4m("/tmp/x"))
        #expect(try InputDescription(commandLine: "a=y4m:-").isStandardInput)
    }

    @Test(
        "what an address shows has neither name nor password nor query",
        arguments: [
            ("rtsp://user:secret@h:554/a/b", "rtsp://h:554/a/b"), ("HTTP://secret@h", "HTTP://h"),
            ("https://h/a?token=secret#secret", "https://h/a"), ("https://u:secret@h?secret", "https://h"),
            ("rtsp://u:sec@secret@h/x", "rtsp://h/x"), ("rtsp://u:secret/secret@h/x", "rtsp://…"),
        ])
    func shown(text: String, shown: String) throws { #expect(try #require(StreamAddress(text)).shown == shown) }

    @Test(
        "no mistake shows a password",
        arguments: [
            "rtsp://u:secret@h/x", "rtsp://u:secret@h/x?a=b", "a=rtsp:// u:secret@h/x", "a=ftp://u:secret@h/x",
            "a=rtsp://u:secret@/x", "a=rtsp://u:secret@h/x,rate=0", "a=rtsp://u:secret@h/\u{7}",
        ])
    func secrets(text: String) {
        do {
            let input = try InputDescription(commandLine: text)
            Issue.record("\(text) was understood as \(input)")
        } catch {
            #expect(!error.description.contains("secret"), "\(error)")
        }
    }

    @Test(
        "a mistake is answered with the place, what stands there and what may stand there",
        arguments: [
            ("door", "'door'", "NAME=SOURCE"), ("=x", "the name ''", "1 to 64 letters"),
            ("a b=x", "the name 'a b'", "1 to 64 letters"), ("a=", "empty", "test:"),
            ("a=v4l9:x", "'v4l9:x'", "v4l9: is not known"),
            ("a=test:,speed=3", "'test:,speed=3'", "only ,loop, rate"),
            ("a=test:,rate=0", "'0'", "greater than 0"),
            ("a=test:,rate=nan", "'nan'", "greater than 0"), ("a=test:,size=0x5", "'0x5'", "1 to 8192"),
            ("a=test:,size=5", "'5'", "1 to 8192"), ("a=test:,position=left", "'left'", "front or rear"),
            ("a=test:,mount=45", "'45'", "0, 90, 180 or 270"), ("a=test:,pixelAspect=0:1", "'0:1'", "greater than 0"),
            ("a=test:,loop=maybe", "'maybe'", "true or false"), ("a=y4m:", "'y4m:'", "y4m:-"),
            ("a=rtsp:x", "'rtsp:x'", "rtsp://HOST/PATH"), ("a=http:///x", "'http:///x'", "http://HOST/PATH"),
            ("a=test:,timeout=0", "'0'", "0.5 to 60"),
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
