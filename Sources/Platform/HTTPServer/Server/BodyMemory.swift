import Synchronization

/// How many bytes the request bodies of all connections of a server may take together. The loops share it without a lock.
final class BodyMemory: Sendable {
    private let capacity: Int
    private let reserved = Atomic<Int>(0)

    init(capacity: Int) {
        self.capacity = max(capacity, 0)
    }

    /// False if that many are not free: then none is taken.
    fileprivate func reserve(_ count: Int) -> Bool {
        var taken = reserved.load(ordering: .relaxed)
        while count <= capacity - taken {
            let (isDone, now) = reserved.weakCompareExchange(expected: taken, desired: taken + count, ordering: .relaxed)
            if isDone { return true }
            taken = now
        }
        return false
    }

    fileprivate func giveBack(_ count: Int) {
        reserved.wrappingSubtract(count, ordering: .relaxed)
    }
}

/// One connection's part of the body memory: nothing between requests. What it holds goes back with it.
struct BodyReservation: ~Copyable {
    private let memory: BodyMemory
    private var held = 0

    init(of memory: BodyMemory) {
        self.memory = memory
    }

    /// Reserves what a body of `total` bytes needs beyond what is held. For a body that is not larger than the limit.
    mutating func grow(to total: Int) throws(Refusal.Reason) {
        guard total > held else { return }
        guard memory.reserve(total - held) else { throw .bodyMemoryExhausted }
        held = total
    }

    mutating func giveBack() {
        guard held > 0 else { return }
        memory.giveBack(held)
        held = 0
    }

    deinit {
        if held > 0 { memory.giveBack(held) }
    }
}
