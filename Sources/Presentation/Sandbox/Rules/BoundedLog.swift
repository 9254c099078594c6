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

    /// At most `limit` entries older than number `cursor`, or the latest, newest first.
    func page(before cursor: Int?, limit: Int) -> ListPage<Entry> {
        var entries: [ListPage<Entry>.Item] = []
        var number = min(cursor ?? .max, lastNumber + 1) - 1
        while holds(number), entries.count < limit {
            entries.append(.init(number: number, entry: ring[(number - 1) % capacity]))
            number -= 1
        }
        return ListPage(items: entries, nextCursor: holds(number) ? entries.last?.number : nil)
    }

    private func holds(_ number: Int) -> Bool {
        number >= 1 && number <= lastNumber && number > lastNumber - ring.count
    }
}

/// A page of a list.
struct ListPage<Entry: Sendable>: Sendable {
    struct Item: Sendable {
        let number: Int
        let entry: Entry
    }

    let items: [Item]
    /// Where the next page begins; nil on the last.
    let nextCursor: Int?
}
