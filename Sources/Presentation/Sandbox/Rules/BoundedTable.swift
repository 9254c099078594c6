/// A dictionary that forgets its oldest key when it is full. Changing the value of a key that is there does not make it younger.
struct BoundedTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let capacity: Int
    private var values: [Key: Value] = [:]
    /// The keys as they came; a ring once it is full.
    private var ring: [Key] = []
    private var oldest = 0

    /// Takes the most keys that it may hold, at least one.
    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    subscript(key: Key) -> Value? { values[key] }

    mutating func set(_ key: Key, to value: Value) {
        guard values.updateValue(value, forKey: key) == nil else { return }
        if ring.count < capacity {
            ring.append(key)
        } else {
            values[ring[oldest]] = nil
            ring[oldest] = key
            oldest = (oldest + 1) % capacity
        }
    }
}
