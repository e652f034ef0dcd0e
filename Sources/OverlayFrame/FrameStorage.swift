/// The bytes of a frame.
///
/// Whoever makes it may write until the frame is handed on; from then on it is only read.
package final class FrameStorage: @unchecked Sendable {
    /// The bytes, or the first of several regions.
    package let bytes: UnsafeMutableRawBufferPointer
    /// Every region; planes need not lie side by side.
    package let regions: [UnsafeMutableRawBufferPointer]
    private let release: @Sendable (UnsafeMutableRawBufferPointer) -> Void

    /// Storage over memory that somebody else made; `release` runs once, when the last frame lets go.
    package init(
        adopting bytes: UnsafeMutableRawBufferPointer,
        release: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void
    ) {
        self.bytes = bytes
        regions = [bytes]
        self.release = release
    }

    /// Storage over several pieces of memory that somebody else made; `release` runs once, with the first of them.
    package init(
        adopting regions: [UnsafeMutableRawBufferPointer],
        release: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void
    ) {
        bytes = regions.first ?? UnsafeMutableRawBufferPointer(start: nil, count: 0)
        self.regions = regions
        self.release = release
    }

    /// Storage of its own, zeroed, aligned for vector instructions.
    package convenience init(byteCount: Int) {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(byteCount, 1), alignment: 64)
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
        self.init(adopting: bytes) { $0.deallocate() }
    }

    /// Storage that holds a copy of `content`.
    package convenience init(copying content: some Collection<UInt8>) {
        self.init(byteCount: content.count)
        bytes.copyBytes(from: content)
    }

    deinit { release(bytes) }
}
