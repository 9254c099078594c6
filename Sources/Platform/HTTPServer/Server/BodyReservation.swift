/// One request's part of the body memory. What it holds goes back with it, if not before.
final class BodyReservation {
    /// What every body has from its beginning on, if it is as long: most are shorter, and as many as there may be connections fit.
    private static let least = 4096

    private let memory: SharedCapacity
    private var held = 0

    init(of memory: SharedCapacity) {
        self.memory = memory
    }

    /// A body of `total` bytes is announced: refused if it would not fit at this moment, so that it need not be read. Nothing is reserved for the
    /// announcement itself: it costs the client nothing, and a few hundred of them would keep everybody else out.
    func expect(_ total: Int) throws(Refusal.Reason) {
        guard total <= held || memory.hasRoom(for: total - held) else { throw .bodyMemoryExhausted }
    }

    /// Reserves what a body needs of which `count` bytes have come, of `total` that are announced so far: twice as much, as its memory doubles, and
    /// never more than is announced. For a body that is not larger than the limit.
    func cover(_ count: Int, of total: Int) throws(Refusal.Reason) {
        guard count > held || held == 0 else { return }
        let wanted = min(total, max(2 * count, Self.least))
        guard memory.take(wanted - held) else { throw .bodyMemoryExhausted }
        held = wanted
    }

    func giveBack() {
        guard held > 0 else { return }
        memory.giveBack(held)
        held = 0
    }

    deinit {
        giveBack()
    }
}
