import CLinux

/// A time of very many connections at work, as an attack by slow peers is one. The C library would keep all the memory that they took, for it gives
/// back by itself only what lies at the end of its heaps.
struct Surge {
    /// From how many connections on it is worth the search for what can be given back.
    static let least = 1000

    private var peak = 0

    /// So many connections are at work now.
    mutating func grew(to count: Int) {
        peak = max(peak, count)
    }

    /// So many connections are at work now, fewer than before. Answers whether a surge is over.
    mutating func fell(to count: Int) -> Bool {
        guard peak >= Self.least, count < peak / 8 else { return false }
        peak = count
        return true
    }

    /// Gives the system what nobody uses, when the last of the surge have had the time to go. It takes milliseconds, and so is done on none of the loops.
    static func giveBackMemory() {
        Task.detached(priority: .background) {
            try? await Task.sleep(for: Connection.patience * 2)
            _ = malloc_trim(0)
        }
    }
}
