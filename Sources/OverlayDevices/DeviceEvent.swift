/// An event of a video device, as the kernel or udev tells it.
package struct DeviceEvent: Hashable, Sendable {
    /// The node's name below `/dev`.
    package var name: String
    /// It has gone; else it has come or changed.
    package var isGone: Bool

    /// An event of its members.
    package init(name: String, isGone: Bool) {
        self.name = name
        self.isGone = isGone
    }

    /// Events were lost: any device may have come or gone.
    package static let anything = DeviceEvent(name: "*", isGone: false)

    /// The event in a message of the netlink socket; nil when it is not about a video device.
    ///
    /// The kernel's begins with `ACTION@PATH`, udev's with a binary head; texts `KEY=VALUE` follow, each with a zero
    /// behind it.
    package init?(netlink bytes: some Collection<UInt8>) {
        var values: [String: String] = [:]
        let texts = DeviceEvent.texts(bytes)
        guard let texts else { return nil }
        for text in texts.split(separator: 0, maxSplits: 64) {
            guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let key = String(decoding: text[..<equals], as: UTF8.self)
            guard ["ACTION", "SUBSYSTEM", "DEVNAME"].contains(key) else { continue }
            values[key] = String(decoding: text[text.index(after: equals)...], as: UTF8.self)
        }
        guard values["SUBSYSTEM"] == "video4linux", let action = values["ACTION"], var name = values["DEVNAME"] else {
            return nil
        }
        if name.hasPrefix("/dev/") { name = String(name.dropFirst(5)) }
        guard DeviceTree.number(of: name) != nil else { return nil }
        self.init(name: name, isGone: action == "remove")
    }

    /// Where the texts of a message are; of udev's the head says it.
    private static func texts(_ bytes: some Collection<UInt8>) -> ArraySlice<UInt8>? {
        let all = Array(bytes.prefix(1 << 16))
        guard all.starts(with: Array("libudev".utf8) + [0]) else { return all[...] }
        // Behind the 8 bytes of its name: magic, length of the head, where the texts begin, their length.
        func number(_ place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(all[place + $1]) << (8 * $1) } }
        guard all.count >= 24 else { return nil }
        let (start, length) = (number(16), number(20))
        guard start >= 24, start <= all.count, length <= all.count - start else { return nil }
        return all[start..<start + length]
    }

    /// The events in what an inotify descriptor gave, about names below the folder that it watches.
    package static func events(inotify bytes: some Collection<UInt8>) -> [DeviceEvent] {
        let all = Array(bytes.prefix(1 << 16))
        var events: [DeviceEvent] = []
        var place = 0
        // Watch, mask, cookie and length of the name, four bytes each; then the name with zeros behind it.
        func number(_ place: Int) -> UInt32 { (0..<4).reduce(0) { $0 | UInt32(all[place + $1]) << (8 * UInt32($1)) } }
        while all.count - place >= 16 {
            let (mask, length) = (number(place + 4), Int(number(place + 12)))
            place += 16
            guard length <= all.count - place else { break }
            let name = String(decoding: all[place..<place + length].prefix { $0 != 0 }, as: UTF8.self)
            place += length
            if mask & 0x4000 != 0 { events.append(.anything) }
            guard DeviceTree.number(of: name) != nil else { continue }
            events.append(DeviceEvent(name: name, isGone: mask & 0x200 != 0))
        }
        return events
    }
}
