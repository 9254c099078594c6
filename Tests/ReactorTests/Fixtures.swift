import CLinux
import Glibc
import Synchronization

@testable import Reactor

/// Lends loops to a test and shuts them down, however it ends.
func withLoops<Result: Sendable>(_ count: Int = 1, _ body: @Sendable ([EventLoop]) async throws -> Result) async throws -> Result {
    let group = try EventLoopGroup(count: count)
    do {
        let result = try await body(group.loops)
        await group.shutdown()
        return result
    } catch {
        await group.shutdown()
        throw error
    }
}

/// Two ends of one TCP connection.
struct SocketPair: Sendable {
    let server: StreamSocket
    let client: StreamSocket

    init(server serverLoop: EventLoop, client clientLoop: EventLoop) async throws {
        let listener = try Listener.bind(to: .anyLoopbackPort)
        defer { listener.close() }
        async let accepted = listener.accept(on: serverLoop)
        client = try await StreamSocket.connect(to: listener.address, on: clientLoop, within: .seconds(10))
        server = try await accepted
    }
}

extension SocketAddress {
    static var anyLoopbackPort: SocketAddress { SocketAddress(.v4(0x7F00_0001), port: 0) }
}

/// Returns when `condition`, asked again and again, holds. The test's time limit ends it otherwise.
func eventually(_ condition: () async -> Bool) async throws {
    while await !condition() { try await Task.sleep(for: .microseconds(200)) }
}

extension EventLoop {
    /// The value that `body` has on the loop.
    func value<Value: Sendable>(_ body: @escaping @Sendable (LoopCore) -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            execute { continuation.resume(returning: body(self.core)) }
        }
    }

    /// Returns when `condition` holds on the loop.
    func until(_ condition: @escaping @Sendable (LoopCore) -> Bool) async throws {
        try await eventually { await self.value(condition) }
    }
}

extension StreamSocket {
    /// What comes next, at most `limit` bytes.
    func receive(upTo limit: Int = 4096, within time: Duration? = .seconds(10)) async throws(SocketError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: limit, alignment: 1)
        defer { buffer.deallocate() }
        let count = try await read(into: buffer, within: time)
        return Array(buffer[..<count])
    }

    /// All until the end of the stream.
    func receiveAll() async throws(SocketError) -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let bytes = try await receive()
            if bytes.isEmpty { return all }
            all += bytes
        }
    }

    /// Returns when a task waits to read.
    func untilReaderWaits() async throws {
        try await loop.until { [channel] _ in channel.reading.isWaiting }
    }

    /// Returns when a task waits to write.
    func untilWriterWaits() async throws {
        try await loop.until { [channel] _ in channel.writing.isWaiting }
    }

    /// How many bytes the kernel holds for the reader. On the loop.
    var pendingBytes: Int {
        var count: Int32 = 0
        return ioctl(channel.descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : -1
    }

    /// What the kernel says of an option.
    func option(_ name: Int32, at level: Int32) async -> Int32 {
        await loop.value { [channel] _ in
            var value: Int32 = -1
            var length = socklen_t(MemoryLayout<Int32>.size)
            getsockopt(channel.descriptor, level, name, &value, &length)
            return value
        }
    }
}

/// How a socket operation ended, where a test expects an error.
func failure<Value>(of operation: () async throws(SocketError) -> Value) async -> SocketError? {
    do {
        _ = try await operation()
        return nil
    } catch {
        return error
    }
}

/// A number that many tasks change.
final class Counter: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .sequentiallyConsistent) }

    func add(_ change: Int) {
        count.wrappingAdd(change, ordering: .sequentiallyConsistent)
    }
}

/// What happened, in order.
final class Recorder<Value: Sendable>: Sendable {
    private let recorded = Mutex<[Value]>([])

    var values: [Value] { recorded.withLock { $0 } }

    func append(_ value: Value) {
        recorded.withLock { $0.append(value) }
    }
}

extension EventLoop {
    /// How often the doorbell rang since this was last asked. The loop itself never reads the eventfd.
    @discardableResult
    func resetRings() -> UInt64 {
        var count: UInt64 = 0
        eventfd_read(doorbell.descriptor, &count)
        return count
    }
}

/// Lets a thread block until another one says so.
final class Gate: Sendable {
    private let semaphore = Semaphore()

    func open() {
        semaphore.signal()
    }

    func pass() {
        semaphore.wait()
    }
}
