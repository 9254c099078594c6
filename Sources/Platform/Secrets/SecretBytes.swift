/// Bytes that must not leak: a card number, a CVV, a key, a request body that may hold one.
///
/// They print as `<secret>`, have no `Encodable` form and no `String` conversion, compare in constant time for equal lengths, and are overwritten
/// when `wipe()` is called or when the last copy goes away. Copies share one buffer, so wiping one wipes all: what was wiped has no bytes left.
public struct SecretBytes: Sendable {
    @usableFromInline
    let storage: Storage

    /// Takes a copy; the caller's source is its own to wipe.
    public init(_ bytes: some Collection<UInt8>) {
        self.init(capacity: bytes.count) { buffer in
            let copied = bytes.withContiguousStorageIfAvailable { source in
                buffer.copyMemory(from: UnsafeRawBufferPointer(source))
                return source.count
            }
            if let copied { return copied }
            var end = 0
            for byte in bytes {
                precondition(end < buffer.count, "a collection has more elements than it counts")
                buffer[end] = byte
                end += 1
            }
            return end
        }
    }

    /// The UTF-8 bytes of a text that comes from configuration or a test.
    public init(utf8 text: String) {
        self.init(text.utf8)
    }

    /// Lets `fill` write up to `capacity` bytes and answer how many it wrote.
    ///
    /// Inlinable, as is lending: otherwise both would go by way of the general form of whatever type is thrown or answered.
    @inlinable
    public init<E: Error>(capacity: Int, filledBy fill: (UnsafeMutableRawBufferPointer) throws(E) -> Int) throws(E) {
        let base = Storage.allocate(capacity)
        do {
            let filled = try fill(UnsafeMutableRawBufferPointer(start: base, count: capacity))
            storage = Storage(adopting: base, capacity: capacity, length: filled)
        } catch {
            Storage.discard(base, capacity: capacity)
            throw error
        }
    }

    init(storage: Storage) {
        self.storage = storage
    }

    /// How many bytes there are; 0 after `wipe()`.
    public var count: Int { storage.count }

    /// Whether there are no bytes, for instance because they were wiped.
    public var isEmpty: Bool { count == 0 }

    /// Lends the bytes; what `body` copies out of them is its own to wipe.
    @inlinable
    public func withUnsafeBytes<Result, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> Result) throws(E) -> Result {
        defer { extendLifetime(storage) }
        // A wipe while a body runs is the caller's fault and shows zeros, not other memory.
        return try body(storage.bytes)
    }

    /// Overwrites the bytes now, for every copy of this value. Calling it again does nothing.
    public func wipe() {
        storage.wipe()
    }
}

extension SecretBytes: Equatable {
    /// Takes the same time for every pair of equal length, wherever they differ.
    public static func == (left: SecretBytes, right: SecretBytes) -> Bool {
        left.withUnsafeBytes { leftBytes in
            right.withUnsafeBytes { rightBytes in
                guard leftBytes.count == rightBytes.count else { return false }
                var difference: UInt8 = 0
                for index in leftBytes.indices { difference |= leftBytes[index] ^ rightBytes[index] }
                return difference == 0
            }
        }
    }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Never the bytes, nor how many.
    public var description: String { "<secret>" }
    /// Never the bytes, nor how many.
    public var debugDescription: String { description }
    /// Hides the storage from `dump` and from the default printing of an enclosing value.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
