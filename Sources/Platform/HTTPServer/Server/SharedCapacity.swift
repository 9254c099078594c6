import Synchronization

/// How much of something all connections of a server may take together: bytes for bodies, places at handlers. The loops share it without a lock.
final class SharedCapacity: Sendable {
    private let capacity: Int
    private let taken = Atomic<Int>(0)

    init(_ capacity: Int) {
        self.capacity = max(capacity, 0)
    }

    /// False if that many are not free: then none is taken.
    func take(_ count: Int) -> Bool {
        var before = taken.load(ordering: .relaxed)
        while count <= capacity - before {
            let (isDone, now) = taken.weakCompareExchange(expected: before, desired: before + count, ordering: .relaxed)
            if isDone { return true }
            before = now
        }
        return false
    }

    /// Whether that many are free at this moment. Others may take them in the next.
    func hasRoom(for count: Int) -> Bool {
        count <= capacity - taken.load(ordering: .relaxed)
    }

    func giveBack(_ count: Int) {
        taken.wrappingSubtract(count, ordering: .relaxed)
    }
}
