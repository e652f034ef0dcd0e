import Glibc
import OverlaySystem

/// Tells when video devices come, go, or become what they are to be.
///
/// The kernel's events and udev's come by netlink; where there is no such socket, or none of them arrives (a container),
/// changes of `/dev` do. Many at once are told once. Everything happens on the loop's thread.
package final class HotPlug {
    private let loop: EventLoop
    private let tell: (Set<DeviceEvent>) -> Void
    private var watches: [Watch] = []
    private var waiting: Set<DeviceEvent> = []
    private var timer: Timer?
    private var buffer = [UInt8](repeating: 0, count: 16_384)

    /// So long is waited for further events, in microseconds.
    private static let pause: Int64 = 20_000
    /// A flood of names is told as one.
    private static let most = 256

    /// Watches the machine, or what takes the place of its event socket and of its `/dev`.
    package init(
        on loop: EventLoop, events: Descriptor? = DeviceEventSocket.open(),
        folder: Descriptor? = DeviceEventSocket.changes(in: "/dev"),
        _ tell: @escaping (Set<DeviceEvent>) -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.tell = tell
        if let events {
            watches.append(try loop.watch(events, .read) { [weak self] _ in self?.readEvents(events) })
        }
        if let folder {
            watches.append(try loop.watch(folder, .read) { [weak self] _ in self?.readChanges(folder) })
        }
    }

    /// Tells nothing more.
    package func stop() {
        for watch in watches { watch.cancel() }
        watches = []
        timer?.cancel()
        timer = nil
    }

    deinit { stop() }

    /// Takes what is there, a bounded amount; a message of somebody who may not send any is passed over.
    private func readEvents(_ socket: Descriptor) {
        for _ in 0..<64 {
            switch buffer.withUnsafeMutableBytes({ DeviceEventSocket.receive(from: socket, into: $0) }) {
            case .bytes(let count): if let event = DeviceEvent(netlink: buffer[..<count]) { note(event) }
            case .lost: note(.anything)
            case .nothing: return
            }
        }
    }

    private func readChanges(_ folder: Descriptor) {
        for _ in 0..<16 {
            let count = buffer.withUnsafeMutableBytes { read(folder.number, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            for event in DeviceEvent.events(inotify: buffer[..<count]) { note(event) }
        }
    }

    private func note(_ event: DeviceEvent) {
        if waiting.count < HotPlug.most { waiting.insert(event) }
        guard timer == nil else { return }
        timer = loop.after(microseconds: HotPlug.pause) { [weak self] in
            guard let self else { return }
            self.timer = nil
            let events = self.waiting
            self.waiting = []
            self.tell(events)
        }
    }
}
