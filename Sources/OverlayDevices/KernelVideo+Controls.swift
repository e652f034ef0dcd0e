import CV4L2
import Glibc
import OverlaySystem

extension KernelVideo {
    private static let mostControls = 256
    private static let mostChoices: Int64 = 64
    /// V4L2_CTRL_FLAG_NEXT_CTRL and V4L2_CTRL_FLAG_NEXT_COMPOUND.
    private static let next: UInt32 = 0xC000_0000

    package func controls(of device: Descriptor) -> [VideoControl] {
        var controls: [VideoControl] = []
        var about = v4l2_query_ext_ctrl()
        about.id = KernelVideo.next
        for _ in 0..<KernelVideo.mostControls {
            guard cv4l2_query_ext_ctrl(device.number, &about) == 0 else { break }
            if let control = control(about, device) { controls.append(control) }
            about.id |= KernelVideo.next
        }
        return controls
    }

    private func control(_ about: v4l2_query_ext_ctrl, _ device: Descriptor) -> VideoControl? {
        let isDisabled = about.flags & 0x0001 != 0
        guard !isDisabled, let kind = KernelVideo.kind(about) else { return nil }
        let isMenu = about.type == V4L2_CTRL_TYPE_MENU.rawValue || about.type == V4L2_CTRL_TYPE_INTEGER_MENU.rawValue
        return VideoControl(
            id: about.id, name: VideoControl.name(of: KernelVideo.text(about.name)), kind: kind, minimum: about.minimum,
            maximum: about.maximum, step: Int64(clamping: max(1, about.step)), usual: about.default_value,
            isReadOnly: about.flags & 0x0004 != 0, isInactive: about.flags & 0x0010 != 0,
            isWriteOnly: about.flags & 0x0040 != 0, choices: isMenu ? choices(about, device) : [])
    }

    private static func kind(_ about: v4l2_query_ext_ctrl) -> VideoControl.Kind? {
        if about.type == UInt32(CV4L2_RECTANGLES) { return .rectangle }
        guard about.elems <= 1 else { return nil }
        return switch about.type {
        case V4L2_CTRL_TYPE_INTEGER.rawValue, V4L2_CTRL_TYPE_INTEGER64.rawValue: .integer
        case V4L2_CTRL_TYPE_BOOLEAN.rawValue: .boolean
        case V4L2_CTRL_TYPE_MENU.rawValue, V4L2_CTRL_TYPE_INTEGER_MENU.rawValue: .menu
        case V4L2_CTRL_TYPE_BUTTON.rawValue: .button
        case V4L2_CTRL_TYPE_BITMASK.rawValue: .bitmask
        default: nil
        }
    }

    private func choices(_ about: v4l2_query_ext_ctrl, _ device: Descriptor) -> [VideoControl.Choice] {
        let (first, last) = (max(0, about.minimum), min(about.maximum, KernelVideo.mostChoices))
        guard first <= last else { return [] }
        return (first...last).compactMap { index in
            var item = v4l2_querymenu()
            item.id = about.id
            item.index = UInt32(index)
            guard cv4l2_querymenu(device.number, &item) == 0 else { return nil }
            let isNumber = about.type == V4L2_CTRL_TYPE_INTEGER_MENU.rawValue
            // Packed, so that its parts are read as bytes: a name of 32, or a number of 8.
            let title = withUnsafeBytes(of: &item) { bytes in
                isNumber
                    ? String(bytes.loadUnaligned(fromByteOffset: 8, as: Int64.self))
                    : String(decoding: bytes[8..<40].prefix { $0 != 0 }, as: UTF8.self)
            }
            return VideoControl.Choice(value: index, title: title)
        }
    }

    package func value(of control: VideoControl, _ device: Descriptor) throws(SystemError) -> Int64 {
        var value: Int64 = 0
        _ = try checked("VIDIOC_G_EXT_CTRLS", control.name) {
            cv4l2_g_number(device.number, control.id, control.isWide ? 1 : 0, &value)
        }
        return control.number(fromDriver: value)
    }

    package func set(
        _ control: VideoControl, to value: Int64, _ device: Descriptor
    ) throws(SystemError) -> Int64 {
        var value = value
        _ = try checked("VIDIOC_S_EXT_CTRLS", control.name) {
            cv4l2_s_number(device.number, control.id, control.isWide ? 1 : 0, &value)
        }
        return value
    }

    package func extent(of control: VideoControl, _ device: Descriptor) throws(SystemError) -> VideoRectangle {
        var found = v4l2_rect()
        _ = try checked("VIDIOC_G_EXT_CTRLS", control.name) {
            cv4l2_g_rectangle(device.number, control.id, UInt32(CV4L2_MAXIMUM), &found)
        }
        return VideoRectangle(left: found.left, top: found.top, width: found.width, height: found.height)
    }

    package func set(
        _ control: VideoControl, to value: VideoRectangle, _ device: Descriptor
    ) throws(SystemError) {
        var wanted = v4l2_rect()
        (wanted.left, wanted.top, wanted.width, wanted.height) = (value.left, value.top, value.width, value.height)
        _ = try checked("VIDIOC_S_EXT_CTRLS", control.name) {
            cv4l2_s_rectangle(device.number, control.id, &wanted)
        }
    }
}

extension VideoControl {
    /// Its numbers do not fit into 32 bits.
    fileprivate var isWide: Bool {
        kind == .integer && (minimum < Int64(Int32.min) || maximum > Int64(Int32.max))
    }
}
