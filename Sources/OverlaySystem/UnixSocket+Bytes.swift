import CLinux
import Glibc

extension UnixSocket {
    /// What an attempt to read gave.
    package enum Received: Hashable, Sendable {
        /// So many bytes, at least one.
        case bytes(Int)
        /// Nothing now; only of a non-blocking socket.
        case nothing
        /// The other end writes no more.
        case end
    }

    /// Reads what is there, at most the buffer's size.
    package static func receive(
        from socket: Descriptor, into buffer: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> Received {
        do throws(SystemError) {
            let count = try checked("read") { Glibc.read(socket.number, buffer.baseAddress, buffer.count) }
            return count == 0 ? .end : .bytes(count)
        } catch {
            if error.code == EAGAIN { return .nothing }
            if error.code == ECONNRESET { return .end }
            throw error
        }
    }

    /// Sends as much as there is room for; 0 when there is none now.
    ///
    /// Never raises SIGPIPE.
    package static func send(_ bytes: UnsafeRawBufferPointer, to socket: Descriptor) throws(SystemError) -> Int {
        guard !bytes.isEmpty else { return 0 }
        do throws(SystemError) {
            return try checked("send") {
                Glibc.send(socket.number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
        } catch {
            if error.code == EAGAIN { return 0 }
            throw error
        }
    }

    /// Sends everything with the descriptors beside the first byte; waits on a blocking socket.
    package static func sendAll(
        _ bytes: [UInt8], passing descriptors: [Descriptor] = [], to socket: Descriptor
    ) throws(SystemError) {
        var sent = 0
        var numbers = descriptors.map(\.number)
        while sent < bytes.count {
            let count = try checked("sendmsg") {
                bytes.withUnsafeBytes {
                    clinux_send(
                        socket.number, $0.baseAddress?.advanced(by: sent), $0.count - sent, numbers, numbers.count)
                }
            }
            sent += count
            numbers = []
        }
        withExtendedLifetime(descriptors) {}
    }

    /// Sends as much as there is room for, with the descriptors beside the first byte; 0 or less when nothing was sent.
    package static func trySend(_ bytes: UnsafeRawBufferPointer, passing numbers: [Int32], to socket: Descriptor) -> Int
    {
        clinux_send(socket.number, bytes.baseAddress, bytes.count, numbers, numbers.count)
    }

    /// Reads what is there, with the descriptors that came along.
    package static func receive(
        from socket: Descriptor, into buffer: UnsafeMutableRawBufferPointer, descriptors: inout [Descriptor]
    ) throws(SystemError) -> Received {
        var numbers = [Int32](repeating: -1, count: 16)
        var passed = 0
        do throws(SystemError) {
            let count = try checked("recvmsg") {
                clinux_receive(socket.number, buffer.baseAddress, buffer.count, &numbers, &passed)
            }
            descriptors.append(contentsOf: numbers.prefix(passed).map(Descriptor.init(owning:)))
            return count == 0 ? .end : .bytes(count)
        } catch {
            if error.code == EAGAIN { return .nothing }
            if error.code == ECONNRESET { return .end }
            throw error
        }
    }
}
