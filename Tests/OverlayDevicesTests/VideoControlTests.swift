import Glibc
import OverlaySystem
import Testing

@testable import OverlayDevices

@Suite("Controls of cameras", .timeLimit(.minutes(1)))
struct VideoControlTests {
    private let exposure = VideoControl(id: 1, name: "exposure_time_absolute", minimum: 3, maximum: 2047, usual: 250)
    private let automatic = VideoControl(
        id: 2, name: "auto_exposure", kind: .menu, maximum: 3,
        choices: [.init(value: 1, title: "Manual Mode"), .init(value: 3, title: "Aperture Priority Mode")])

    private func camera(_ controls: [VideoControl]) throws -> (FakeMachine, Descriptor) {
        let machine = try FakeMachine()
        try machine.plug(usb: USBIdentity(vendor: "046d", product: "0825"), port: "1", as: 0)
        machine.drivers.change("/dev/video0") { $0.controls = controls }
        return (machine, try machine.system.open(.path("/dev/video0")).device)
    }

    @Test(
        "names are spelled as v4l2-ctl spells them",
        arguments: [
            ("Exposure Time, Absolute", "exposure_time_absolute"),
            ("White Balance, Automatic", "white_balance_automatic"),
            ("  Zoom (x) ", "zoom_x"), ("Gain", "gain"), ("", ""),
        ])
    func names(title: String, name: String) { #expect(VideoControl.name(of: title) == name) }

    @Test("values are taken by number, by word, and only within the range")
    func values() {
        #expect(exposure.value(for: .number(3)) == 3)
        #expect(exposure.value(for: .number(2)) == nil)
        #expect(exposure.value(for: .text("40")) == 40)
        #expect(exposure.value(for: .flag(true)) == nil)
        #expect(automatic.value(for: .text("manual mode")) == 1)
        #expect(automatic.value(for: .number(2)) == nil)
        let flag = VideoControl(id: 3, name: "on", kind: .boolean, maximum: 1)
        #expect(flag.value(for: .flag(true)) == 1)
        #expect(flag.value(for: .text("false")) == 0)
        #expect(flag.value(for: .number(2)) == nil)
        let bits = VideoControl(id: 4, name: "bits", kind: .bitmask, maximum: 5)
        #expect(bits.value(for: .number(4)) == 4)
        #expect(bits.value(for: .number(2)) == nil)
    }

    @Test("what is automatic is switched before what it governs is set")
    func order() throws {
        let (machine, device) = try camera([exposure, automatic])
        let refused = machine.system.set(
            ["exposure_time_absolute": .number(100), "auto_exposure": .text("Manual Mode")], device)
        #expect(refused.isEmpty)
        #expect(machine.drivers.order == ["auto_exposure", "exposure_time_absolute"])
        #expect(machine.system.controls(of: device).map(\.value) == [100, 1])
    }

    @Test("focus sets a fifth of the picture around the place, within it, for exposure and focus")
    func focus() throws {
        let region = VideoControl(id: 5, name: "region_of_interest_rectangle", kind: .rectangle)
        let uses = VideoControl(id: 6, name: "region_of_interest_auto_ctrls", kind: .bitmask, maximum: 0xFF)
        let (machine, device) = try camera([exposure, region, uses])
        let places = [(0.5, 0.5), (0, 0), (1, 1)]
        for place in places {
            #expect(machine.system.focus(x: place.0, y: place.1, device) == .set(["exposure", "focus"]))
        }
        #expect(
            machine.drivers.order.filter { $0.contains("rectangle") } == [
                "region_of_interest_rectangle 1600,1200 800x600", "region_of_interest_rectangle 0,0 800x600",
                "region_of_interest_rectangle 3200,2400 800x600",
            ])
        let (plain, other) = try camera([exposure])
        #expect(plain.system.focus(x: 0.5, y: 0.5, other) == .notSupported(["exposure_time_absolute"]))
    }

    @Test("a control that is not there, a value beyond the range and a refusal each say what would be right")
    func refusals() throws {
        let (machine, device) = try camera([exposure, automatic])
        machine.drivers.change("/dev/video0") { $0.refusals = ["auto_exposure": EBUSY] }
        let refused = machine.system.set(
            ["zoom": .number(1), "exposure_time_absolute": .number(9999), "auto_exposure": .number(1)], device)
        #expect(refused.map(\.name) == ["auto_exposure", "exposure_time_absolute", "zoom"])
        #expect(refused[1].description.contains("a whole number from 3 to 2047, got 9999"))
        #expect(refused[2].available == ["exposure_time_absolute", "auto_exposure"])
        #expect(refused[0].description.contains("cannot be set to 1"))
    }

    @Test("an automatic control is to blame for what it governs, and not for a camera that has gone")
    func inactive() throws {
        var governed = exposure
        governed.isInactive = true
        let (machine, device) = try camera([governed])
        func refusal(_ code: Int32) -> String? {
            machine.drivers.change("/dev/video0") { $0.refusals = [governed.name: code] }
            return machine.system.set([governed.name: .number(5)], device).first?.description
        }
        #expect(refusal(EACCES)?.contains("switch that off first") == true)
        #expect(refusal(ENODEV)?.contains("automatic") == false)
    }

    @Test("buttons are told from what keeps its value")
    func buttons() throws {
        let (machine, device) = try camera([exposure, VideoControl(id: 7, name: "restart", kind: .button)])
        #expect(machine.system.buttons(of: device) == ["restart"])
    }

    @Test("the bits of a mask are no signed number", arguments: [(-2_147_475_456, 2_147_491_840), (5, 5)])
    func bits(driver: Int64, value: Int64) {
        #expect(VideoControl(id: 4, name: "bits", kind: .bitmask).number(fromDriver: driver) == value)
        #expect(exposure.number(fromDriver: driver) == driver)
    }
}
