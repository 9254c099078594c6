/// One connection's part of the body memory: nothing between requests. What it holds goes back with it.
struct BodyReservation: ~Copyable {
    private let memory: SharedCapacity
    private var held = 0

    init(of memory: SharedCapacity) {
        self.memory = memory
    }

    /// Reserves what a body of `total` bytes needs beyond what is held. For a body that is not larger than the limit.
    mutating func grow(to total: Int) throws(Refusal.Reason) {
        guard total > held else { return }
        guard memory.take(total - held) else { throw .bodyMemoryExhausted }
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
