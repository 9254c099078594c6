/// The latest entries of something that goes on for ever, numbered from 1; the oldest are dropped.
struct BoundedLog<Entry: Sendable>: Sendable {
    private let capacity: Int
    /// A ring once it is full: entry `n` stands at `(n - 1) % capacity`.
    private var ring: [Entry] = []
    private var lastNumber = 0

    /// Takes the most entries that it may hold, at least one.
    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    /// Adds an entry, made with its number; answers the number.
    @discardableResult
    mutating func append(_ entry: Entry) -> Int {
        lastNumber += 1
        let slot = (lastNumber - 1) % capacity
        if slot < ring.count {
            ring[slot] = entry
        } else {
            ring.append(entry)
        }
        return lastNumber
    }

    /// Changes an entry unless it has been dropped.
    mutating func update(_ number: Int, _ change: (inout Entry) -> Void) {
        guard holds(number) else { return }
        change(&ring[(number - 1) % capacity])
    }

    /// At most `limit` entries older than number `cursor`, or the latest, newest first; and the cursor of the page after.
    func page(before cursor: Int?, limit: Int) -> (entries: [(number: Int, entry: Entry)], nextCursor: Int?) {
        var entries: [(number: Int, entry: Entry)] = []
        var number = min(cursor ?? .max, lastNumber + 1) - 1
        while holds(number), entries.count < limit {
            entries.append((number, ring[(number - 1) % capacity]))
            number -= 1
        }
        return (entries, holds(number) ? entries.last?.number : nil)
    }

    private func holds(_ number: Int) -> Bool {
        number >= 1 && number <= lastNumber && number > lastNumber - ring.count
    }
}
