import Payments
import Reactor
import Synchronization

/// The outcomes that are still to happen: each waits for its moment and then sends its callbacks. Their number is bounded.
final class OutcomeQueue: Sendable {
    /// What is to happen.
    private enum Outcome: Sendable {
        /// The transaction has ended: tell the merchant, after a delay.
        case tell(Transaction, after: Duration)
        /// Pay for the payer unless someone pressed a button before.
        case pay(reference: String, after: Duration)
    }

    private let sender: CallbackSender
    private let capacity: Int
    private let pending = Atomic<Int>(0)
    private let outcomes: AsyncStream<Outcome>
    private let input: AsyncStream<Outcome>.Continuation

    init(sender: CallbackSender, capacity: Int) {
        self.sender = sender
        self.capacity = capacity
        (outcomes, input) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    /// Whether there is room for one more.
    var hasRoom: Bool { pending.load(ordering: .relaxed) < capacity }

    /// Tells the merchant of a transaction that has ended.
    func tell(_ transaction: Transaction, after delay: Duration = .zero) {
        add(.tell(transaction, after: delay))
    }

    /// Lets the payer pay by itself.
    func pay(reference: String, after delay: Duration) {
        add(.pay(reference: reference, after: delay))
    }

    /// Makes the outcomes happen until the task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            for await outcome in outcomes {
                group.addTask {
                    await self.happen(outcome)
                    self.pending.subtract(1, ordering: .relaxed)
                }
            }
        }
    }

    private func add(_ outcome: Outcome) {
        pending.add(1, ordering: .relaxed)
        input.yield(outcome)
    }

    private func happen(_ outcome: Outcome) async {
        do throws(CancellationError) {
            switch outcome {
            case .tell(let transaction, let delay):
                if delay > .zero { try await sender.loop.sleep(for: delay) }
                await sender.send(transaction)
            case .pay(let reference, let delay):
                try await sender.loop.sleep(for: delay)
                guard let transaction = sender.memory.settle(reference: reference, as: .pay) else { return }
                await sender.send(transaction)
            }
        } catch {
            // The sandbox is stopping: what it remembers goes with it.
        }
    }
}
