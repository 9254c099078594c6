import Payments
import Synchronization

/// Everything that the sandbox remembers, behind one lock: nothing here waits.
final class SandboxMemory: Sendable {
    private struct Contents {
        var book: TransactionBook
        var requests: BoundedLog<ReceivedRequest>
        var callbacks: BoundedLog<SentCallback>
    }

    private let contents: Mutex<Contents>

    init(limits: SandboxLimits) {
        contents = Mutex(
            Contents(
                book: TransactionBook(capacity: limits.transactions), requests: BoundedLog(capacity: limits.listEntries),
                callbacks: BoundedLog(capacity: limits.listEntries)))
    }

    func take(_ submission: ChargeSubmission) -> TransactionBook.Decision {
        contents.withLock { $0.book.take(submission, identifiers: .random()) }
    }

    func transaction(reference: String) -> Transaction? {
        contents.withLock { $0.book.transaction(reference: reference) }
    }

    func settle(reference: String, as choice: PayerChoice) -> Transaction? {
        contents.withLock { $0.book.settle(reference: reference, as: choice) }
    }

    func note(_ request: ReceivedRequest) {
        contents.withLock { _ = $0.requests.append(request) }
    }

    /// Answers the number by which the callback is updated.
    func note(_ callback: SentCallback) -> Int {
        contents.withLock { $0.callbacks.append(callback) }
    }

    func updateCallback(_ number: Int, _ change: (inout SentCallback) -> Void) {
        contents.withLock { $0.callbacks.update(number, change) }
    }

    func requests(before cursor: Int?, limit: Int) -> ListPage<ReceivedRequest> {
        contents.withLock { $0.requests.page(before: cursor, limit: limit) }
    }

    func callbacks(before cursor: Int?, limit: Int) -> ListPage<SentCallback> {
        contents.withLock { $0.callbacks.page(before: cursor, limit: limit) }
    }
}
