/// How much one user of a loop may do without a wait before the others get their turn.
///
/// A peer that sends faster than its bytes are worked off never makes its reader wait; without a budget it would have the loop to itself.
struct TurnBudget {
    static let operationsPerTurn = 32

    private var turn: UInt64 = 0
    private var spent = 0

    /// Counts an operation; answers whether it has to wait for the next turn.
    mutating func isExceeded(in turn: UInt64) -> Bool {
        if self.turn != turn {
            self.turn = turn
            spent = 0
        }
        spent += 1
        return spent > TurnBudget.operationsPerTurn
    }
}

extension EventLoop {
    /// Lets the loop look after everything else once. On the loop only.
    public func nextTurn() async {
        await withUnsafeContinuation { core.pause($0) }
    }
}
