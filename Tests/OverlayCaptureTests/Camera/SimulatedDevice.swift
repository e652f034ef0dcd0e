import Glibc
import OverlaySystem
import Synchronization

@testable import OverlayCapture

/// A camera that does what a test says: every call can fail, and buffers can lie.
final class SimulatedDevice: VideoDevice {
    /// The kernel's calls.
    enum Call: String, CaseIterable, Sendable {
        case identity, pixelFormat, sizes, intervals, currentFormat, setFormat, setInterval, requestBuffers, mapBuffer
        case queue, dequeue, start, stop, wait
    }

    /// What a driver puts in a buffer, and what it says of it.
    struct Delivery: Sendable {
        var bytes: [UInt8]
        var bytesUsed: Int?
        var isFaulty = false
        var index: Int?
        var sequence: UInt32 = 0
        var time: Int64 = 0
        var isMonotonic = true

        init(
            _ bytes: [UInt8], bytesUsed: Int? = nil, isFaulty: Bool = false, index: Int? = nil, time: Int64 = 0,
            isMonotonic: Bool = true
        ) {
            self.bytes = bytes
            self.bytesUsed = bytesUsed
            self.isFaulty = isFaulty
            self.index = index
            self.time = time
            self.isMonotonic = isMonotonic
        }
    }

    /// What happens at a wait.
    enum Step: Sendable {
        /// Buffers are filled, and the reader is woken.
        case deliver([Delivery])
        /// The reader is woken, and VIDIOC_DQBUF fails so.
        case fail(Int32, VideoReadiness)
        /// The reader is woken.
        case wake(VideoReadiness)
    }

    struct Failure: Hashable, Sendable {
        var call: Call
        /// The first of the calls that fail, from 1, and the last.
        var times: ClosedRange<Int>
        var code: Int32
    }

    struct State: @unchecked Sendable {
        var identity = VideoIdentity(driver: "simulated", card: "Camera", bus: "none", isCamera: true)
        var modes: [CameraMode] = []
        /// What the driver makes of a format: its stride and size, and whatever else it changes.
        var format = VideoFormat(code: "GREY", width: 0, height: 0, stride: 0, byteCount: 0)
        var changesFormat = true
        var bufferCount = 5
        var bufferLength = 0
        var steps: [Step] = []
        var failures: [Failure] = []
        var calls: [Call: Int] = [:]
        var wishedFormats: [CameraMode] = []

        var memory: [Int: UnsafeMutableRawBufferPointer] = [:]
        var granted = 0
        var queued: [Int] = []
        var filled: [VideoBuffer] = []
        var dequeueFailure: Int32?
        var isStreaming = false
        var leastQueued = Int.max
        var interval: VideoInterval?
    }

    let state: Mutex<State>

    /// A camera of one mode; `byteCount` bytes a buffer.
    init(_ format: VideoFormat, bufferLength: Int? = nil, steps: [Step] = []) {
        var state = State()
        state.modes = [
            CameraMode(format.code, width: format.width, height: format.height, interval: VideoInterval(1, 30))
        ]
        state.format = format
        state.bufferLength = bufferLength ?? format.byteCount
        state.steps = steps
        self.state = Mutex(state)
    }

    func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    /// A buffer's memory is in one of the driver's.
    func holds(_ address: UnsafeRawPointer) -> Bool {
        state.withLock { state in
            state.memory.values.contains { bytes in
                guard let base = bytes.baseAddress else { return false }
                return address >= UnsafeRawPointer(base) && address < UnsafeRawPointer(base) + bytes.count
            }
        }
    }

    var mapped: Int { state.withLock { $0.memory.count } }
    var queuedCount: Int { state.withLock { $0.queued.count } }
    func count(of call: Call) -> Int { state.withLock { $0.calls[call] ?? 0 } }

    private func enter(_ call: Call) throws(SystemError) {
        let code = state.withLock { state -> Int32? in
            let time = (state.calls[call] ?? 0) + 1
            state.calls[call] = time
            return state.failures.first { $0.call == call && $0.times.contains(time) }?.code
        }
        if let code { throw SystemError(call.rawValue, code: code) }
    }

    private func ended(_ call: Call) -> SystemError { SystemError(call.rawValue, code: EINVAL) }

    func identity() throws(SystemError) -> VideoIdentity {
        try enter(.identity)
        return state.withLock { $0.identity }
    }

    func pixelFormat(at index: Int) throws(SystemError) -> FourCC {
        try enter(.pixelFormat)
        let formats = state.withLock { SimulatedDevice.unique($0.modes.map(\.format)) }
        guard index < formats.count else { throw ended(.pixelFormat) }
        return formats[index]
    }

    func sizes(of format: FourCC, at index: Int) throws(SystemError) -> VideoSizes {
        try enter(.sizes)
        let sizes = state.withLock { state in
            SimulatedDevice.unique(
                state.modes.filter { $0.format == format }.map { VideoSizes.one(width: $0.width, height: $0.height) })
        }
        guard index < sizes.count else { throw ended(.sizes) }
        return sizes[index]
    }

    func intervals(of format: FourCC, width: Int, height: Int, at index: Int) throws(SystemError) -> VideoIntervals {
        try enter(.intervals)
        let intervals = state.withLock { state in
            state.modes.filter { $0.format == format && $0.width == width && $0.height == height }
                .compactMap(\.interval)
        }
        guard index < intervals.count else { throw ended(.intervals) }
        return .one(intervals[index])
    }

    func currentFormat() throws(SystemError) -> VideoFormat {
        try enter(.currentFormat)
        return state.withLock { $0.format }
    }

    func setFormat(_ format: FourCC, width: Int, height: Int) throws(SystemError) -> VideoFormat {
        state.withLock {
            $0.wishedFormats.append(CameraMode(format, width: width, height: height, interval: nil))
        }
        try enter(.setFormat)
        return state.withLock { $0.format }
    }

    func setInterval(_ interval: VideoInterval) throws(SystemError) -> VideoInterval? {
        try enter(.setInterval)
        return state.withLock { state in
            state.interval = interval
            return interval
        }
    }

    func requestBuffers(_ count: Int) throws(SystemError) -> Int {
        try enter(.requestBuffers)
        return try state.withLock { state throws(SystemError) in
            if !state.memory.isEmpty { throw SystemError("requestBuffers", code: EBUSY) }
            state.granted = count == 0 ? 0 : state.bufferCount
            state.queued = []
            state.filled = []
            return state.granted
        }
    }

    func mapBuffer(at index: Int) throws(SystemError) -> UnsafeMutableRawBufferPointer {
        try enter(.mapBuffer)
        let place = try state.withLock { state throws(SystemError) -> Place in
            guard index < state.granted else { throw SystemError("mapBuffer", code: EINVAL) }
            let bytes = UnsafeMutableRawBufferPointer.allocate(
                byteCount: max(state.bufferLength, 1), alignment: 4_096)
            bytes.initializeMemory(as: UInt8.self, repeating: 0xAA)
            state.memory[index] = bytes
            return Place(bytes: bytes)
        }
        return place.bytes
    }

    private struct Place: @unchecked Sendable { let bytes: UnsafeMutableRawBufferPointer }

    func unmap(_ bytes: UnsafeMutableRawBufferPointer) {
        let place = Place(bytes: bytes)
        state.withLock { state in
            for (index, known) in state.memory where known.baseAddress == place.bytes.baseAddress {
                state.memory[index] = nil
                known.deallocate()
            }
        }
    }

    func queue(_ index: Int) throws(SystemError) {
        try enter(.queue)
        try state.withLock { state throws(SystemError) in
            guard index < state.granted, !state.queued.contains(index) else {
                throw SystemError("queue", code: EINVAL)
            }
            state.queued.append(index)
        }
    }

    func dequeue() throws(SystemError) -> VideoBuffer {
        try enter(.dequeue)
        return try state.withLock { state throws(SystemError) in
            guard state.isStreaming else { throw SystemError("dequeue", code: EINVAL) }
            if let code = state.dequeueFailure, state.filled.isEmpty {
                state.dequeueFailure = nil
                throw SystemError("dequeue", code: code)
            }
            guard !state.filled.isEmpty else { throw SystemError("dequeue", code: EAGAIN) }
            let buffer = state.filled.removeFirst()
            state.queued.removeAll { $0 == buffer.index }
            return buffer
        }
    }

    func start() throws(SystemError) {
        try enter(.start)
        state.withLock { $0.isStreaming = true }
    }

    func stop() throws(SystemError) {
        state.withLock { $0.isStreaming = false }
        try enter(.stop)
    }

    func wait(_ cancellation: Descriptor) throws(SystemError) -> VideoReadiness {
        try enter(.wait)
        return state.withLock { state in
            state.leastQueued = min(state.leastQueued, state.queued.count)
            guard !state.steps.isEmpty else { return .cancelled }
            switch state.steps.removeFirst() {
            case .deliver(let deliveries):
                for delivery in deliveries { SimulatedDevice.fill(delivery, &state) }
                return .filled
            case .fail(let code, let readiness):
                state.dequeueFailure = code
                return readiness
            case .wake(let readiness): return readiness
            }
        }
    }

    private static func fill(_ delivery: Delivery, _ state: inout State) {
        let waiting = state.queued.filter { index in !state.filled.contains { $0.index == index } }
        guard let index = waiting.first, let memory = state.memory[index] else { return }
        memory.copyBytes(from: delivery.bytes.prefix(memory.count))
        state.filled.append(
            VideoBuffer(
                index: delivery.index ?? index, bytesUsed: delivery.bytesUsed ?? delivery.bytes.count,
                isFaulty: delivery.isFaulty, sequence: delivery.sequence, time: delivery.time,
                isMonotonic: delivery.isMonotonic))
    }

    private static func unique<Element: Hashable>(_ all: [Element]) -> [Element] {
        var seen: Set<Element> = []
        return all.filter { seen.insert($0).inserted }
    }
}

extension CameraSource {
    /// All that comes until the end: frames, and the names of faults.
    func drain(atMost count: Int = 300) -> (frames: Int, faults: [String]) {
        var frames = 0
        var faults: [String] = []
        for _ in 0..<count {
            do throws(SourceError) {
                guard try next() != nil else { break }
                frames += 1
            } catch {
                faults.append(error.name)
            }
        }
        return (frames, faults)
    }
}
