import CLinux

/// Where the kernel and udev tell of devices that come and go.
package enum DeviceEventSocket {
    /// What a receive gave.
    package enum Received: Hashable, Sendable {
        /// A message of so many bytes; of 0 when its sender may not send any.
        case bytes(Int)
        /// More came than there was room for: some are lost.
        case lost
        /// There is nothing now.
        case nothing
    }

    /// The socket, non-blocking; nil where there is none.
    package static func open() -> Descriptor? {
        let number = clinux_device_events()
        return number < 0 ? nil : Descriptor(owning: number)
    }

    /// The next message of the kernel or of root.
    package static func receive(from socket: Descriptor, into buffer: UnsafeMutableRawBufferPointer) -> Received {
        let count = clinux_next_device_event(socket.number, buffer.baseAddress, buffer.count)
        if count >= 0 { return .bytes(count) }
        return SystemError("recvmsg").isOverflow ? .lost : .nothing
    }

    /// What tells, as inotify does, of names that come, go or change their rights in a folder; nil where it cannot be
    /// watched.
    package static func changes(in folder: String) -> Descriptor? {
        let number = clinux_watch_folder(folder)
        return number < 0 ? nil : Descriptor(owning: number)
    }
}
