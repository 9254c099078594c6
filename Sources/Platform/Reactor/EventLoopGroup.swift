import Synchronization

/// The loops of a process, as a rule one for each core.
public final class EventLoopGroup: Sendable {
    /// All loops, in a fixed order.
    public let loops: [EventLoop]
    private let turn = Atomic<Int>(0)

    /// Starts `count` loops, at least one.
    public init(count: Int) throws(SystemError) {
        var loops: [EventLoop] = []
        for number in 0..<max(count, 1) { loops.append(try EventLoop(name: "loop-\(number)")) }
        self.loops = loops
    }

    /// The loops in turn.
    public func next() -> EventLoop {
        let number = turn.wrappingAdd(1, ordering: .relaxed).oldValue
        return loops[Int(UInt(bitPattern: number) % UInt(loops.count))]
    }

    /// Shuts all loops down.
    public func shutdown() async {
        for loop in loops { await loop.shutdown() }
    }
}
