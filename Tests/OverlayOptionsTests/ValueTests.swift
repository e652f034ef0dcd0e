import OverlayGeometry
import Testing

@testable import OverlayOptions

@Suite(.timeLimit(.minutes(1)))
struct ValueTests {
    private func convert(_ words: [String]) throws -> Invocation { try run(["convert"] + words, of: .overlayctl) }

    private func run(_ words: [String], of program: Command) throws -> Invocation {
        guard case .run(let invocation) = try program.parse(words) else { throw UsageError(command: "test", "no run") }
        return invocation
    }

    @Test("rectangles, points and sizes are read in full precision, negative numbers too")
    func geometry() throws {
        let invocation = try convert([
            "--layer", "-5,7,800.125,2e2", "--frame", "640x480.5", "--point", "-0.1,0.30000000000000004", "--point",
            "1,2",
            "--rectangle=0,-0,0,1",
        ])
        #expect(try invocation.rectangle(.layer) == Rect(x: -5, y: 7, width: 800.125, height: 200))
        #expect(try invocation.size(.frame) == Size(width: 640, height: 480.5))
        #expect(try invocation.points(.point) == [Point(x: -0.1, y: 0.30000000000000004), Point(x: 1, y: 2)])
        #expect(try invocation.rectangles(.rectangle) == [Rect(x: 0, y: 0, width: 0, height: 1)])
    }

    @Test(
        "a value that is no such thing is answered with the option, what was got and what is wanted",
        arguments: [
            ("--layer", "0,0,1", "X,Y,W,H"), ("--layer", "0,0,1,1,1", "X,Y,W,H"), ("--layer", "a,0,1,1", "X,Y,W,H"),
            ("--layer", "0,0,inf,1", "X,Y,W,H"), ("--layer", "0,0,nan,1", "X,Y,W,H"), ("--layer", "", "X,Y,W,H"),
            ("--layer", "0, 0, 1, 1", "X,Y,W,H"), ("--layer", "0,0,0x1p3,1", "X,Y,W,H"),
            ("--layer", "0,0,1e999,1", "X,Y,W,H"), ("--gravity", "fill", "resize, resizeAspect, resizeAspectFill"),
            ("--rotation", "45", "0, 90, 180, 270, auto"), ("--rotation", "-90", "0, 90, 180, 270, auto"),
            ("--orientation", "Portrait", "portrait, portraitUpsideDown"), ("--position", "back", "front, rear"),
            ("--mirrored", "yes", "true, false, auto"), ("--mirrored", "", "true, false, auto"),
        ])
    func wrong(_ option: String, text: String, wanted: String) throws {
        let invocation = try convert(["\(option)=\(text)"])
        let error = try mistake { try LayerOptions(invocation) }
        #expect(error.message.hasPrefix("\(option): got '\(text)', wanted "))
        #expect(error.message.contains(wanted))
        #expect(error.status == .usage)
    }

    @Test("a layer of negative extent is well written but makes no sense", arguments: ["0,0,-1,5", "0,0,5,-0.1"])
    func negative(_ text: String) throws {
        let invocation = try convert(["--layer", text])
        let error = try mistake { try LayerOptions(invocation) }
        #expect(error.status == .dataError)
    }

    @Test("rotation and orientation together are refused, whatever they say")
    func twoTurns() throws {
        let invocation = try convert(["--rotation", "auto", "--orientation", "portrait"])
        #expect(throws: UsageError.self) { try LayerOptions(invocation) }
    }

    @Test(
        "an orientation is named from the side on which the sensor is natively up",
        arguments: [
            (["--orientation", "portrait"], Rotation.quarter), (["--orientation", "landscapeLeft"], .half),
            (["--orientation", "landscapeLeft", "--position", "front"], .none),
            (["--orientation", "landscapeRight", "--position", "front"], .half),
            (["--rotation", "270"], .threeQuarters),
            (["--rotation", "auto"], .none), ([], .none),
        ])
    func turns(_ words: [String], rotation: Rotation) throws {
        #expect(try LayerOptions(convert(words)).rotation() == rotation)
    }

    @Test(
        "auto mirrors what stands in front",
        arguments: [
            ([], false), (["--mirrored"], true), (["--mirrored=false", "--position", "front"], false),
            (["--position", "front"], true), (["--mirrored=auto", "--position=front"], true),
            (["--mirrored=auto", "--position=rear"], false), (["--mirrored=auto"], false),
        ])
    func mirroring(_ words: [String], mirrored: Bool) throws {
        #expect(try LayerOptions(convert(words)).isMirrored == mirrored)
    }

    @Test(
        "a region is in metadata space unless it says layer",
        arguments: [
            ("0,0,0.5,1", RegionOption(rect: Rect(x: 0, y: 0, width: 0.5, height: 1), isInLayer: false)),
            ("-1,0,9,9,layer", RegionOption(rect: Rect(x: -1, y: 0, width: 9, height: 9), isInLayer: true)),
            ("0,0,1,1,device", RegionOption(rect: .unit, isInLayer: false)),
        ])
    func regions(_ text: String, region: RegionOption) throws {
        #expect(try run(["watch", "--roi", text], of: .overlayctl).region() == region)
    }

    @Test(
        "a region without extent, or of another space, is refused", arguments: ["0,0,0,1", "0,0,1,1,pixels", "0,0,1"])
    func wrongRegions(_ text: String) throws {
        let invocation = try run(["watch", "--roi", text], of: .overlayctl)
        #expect(throws: UsageError.self) { try invocation.region() }
    }

    @Test(
        "counts and seconds have bounds",
        arguments: [
            ("0", false, false), ("1", true, true), ("-1", false, false), ("0.5", false, true), ("+1", false, true),
            ("99999999999999999999", false, false), ("", false, false), ("1 ", false, false), ("1e3", false, false),
        ])
    func bounds(_ text: String, isCount: Bool, isSeconds: Bool) throws {
        let invocation = try run(["watch", "--count=\(text)", "--for=\(text)"], of: .overlayctl)
        #expect(((try? invocation.count(.count, in: 1...1_000_000)) != nil) == isCount)
        #expect(((try? invocation.positive(.duration, upTo: 100)) != nil) == isSeconds)
    }

    @Test("the name of a turn is taken for no angle, and the option for names is shown")
    func namedRotation() throws {
        let invocation = try run(["watch", "--layer", "0,0,1,1", "--rotation", "portrait"], of: .overlayctl)
        #expect(throws: UsageError.self) { try LayerOptions(invocation) }
        do throws(UsageError) { _ = try LayerOptions(invocation) } catch {
            #expect(error.message.hasSuffix("; did you mean --orientation portrait?"))
        }
    }

    @Test("a list has no empty words")
    func lists() throws {
        #expect(try run(["watch", "--types", "face,qr_code"], of: .overlayctl).list(.types) == ["face", "qr_code"])
        for text in ["", ",", "face,", "face,,qr_code"] {
            let invocation = try run(["watch", "--types", text], of: .overlayctl)
            #expect(throws: UsageError.self) { try invocation.list(.types) }
        }
    }

    @Test(
        "text of unknown origin cannot steer a terminal",
        arguments: [
            ("plain ä 漢字 🙂", "plain ä 漢字 🙂"), ("\u{1B}[2J", "\\u{1b}[2J"), ("a\nb\r\t", "a\\nb\\r\\t"),
            ("\u{9B}31m", "\\u{9b}31m"), ("\u{202E}abc", "\\u{202e}abc"), ("\u{7F}\u{0}", "\\u{7f}\\u{0}"),
            ("\u{2028}", "\\u{2028}"),
        ])
    func terminal(_ text: String, safe: String) {
        #expect(Terminal.safe(text) == safe)
    }
}
