/// Secret bytes that come piece by piece: a body from the network, a request being written. It has one owner, grows by moving into a larger buffer
/// and wiping the one it leaves, and becomes `SecretBytes` without a copy.
///
/// `@unchecked Sendable`: the pointer is never handed out beyond a call, and a value that cannot be copied has one owner at a time.
public struct SecretBuffer: ~Copyable, @unchecked Sendable {
    private var base: UnsafeMutableRawPointer
    private var capacity: Int
    /// How many bytes there are.
    public private(set) var count = 0

    /// Makes an empty buffer that does not move before it holds more than `minimumCapacity` bytes.
    public init(minimumCapacity: Int = 256) {
        capacity = max(minimumCapacity, 16)
        base = SecretBytes.Storage.allocate(capacity)
    }

    /// Adds a byte.
    public mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
    }

    /// Adds a copy of bytes that are not this buffer's own.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        makeRoom(for: bytes.count)
        (base + count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
    }

    /// Lends the bytes that are there so far.
    public borrowing func withUnsafeBytes<Result, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> Result) throws(E) -> Result {
        try body(UnsafeRawBufferPointer(start: base, count: count))
    }

    /// Ends the buffer and hands its bytes over as they lie.
    public consuming func finish() -> SecretBytes {
        let bytes = SecretBytes(storage: SecretBytes.Storage(adopting: base, capacity: capacity, length: count))
        discard self
        return bytes
    }

    deinit {
        SecretBytes.Storage.discard(base, capacity: count)
    }

    private mutating func makeRoom(for additional: Int) {
        let (needed, overflow) = count.addingReportingOverflow(additional)
        precondition(!overflow, "more bytes than there are addresses")
        guard needed > capacity else { return }
        let larger = max(needed, capacity * 2)
        let moved = SecretBytes.Storage.allocate(larger)
        moved.copyMemory(from: base, byteCount: count)
        SecretBytes.Storage.discard(base, capacity: count)
        base = moved
        capacity = larger
    }
}
