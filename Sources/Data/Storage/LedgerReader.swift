import Payments
import Reactor
import Synchronization

/// Reads on a connection and a thread of their own, beside the writer: in WAL mode neither waits for the other, and a read sees whole commits only.
actor LedgerReader {
    /// Reads that may wait; more are turned away.
    static let maximumWaiting = 4096

    private nonisolated let executor: ThreadExecutor
    private nonisolated let waiting = Atomic<Int>(0)
    private nonisolated let file: String
    private var connection: Connection?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ connection: sending Connection, file: String) {
        self.connection = connection
        self.file = file
        executor = ThreadExecutor(name: "ledger-reader")
    }

    /// Runs `body` on what is committed now.
    nonisolated func read<Value: Sendable>(
        _ body: @Sendable (Connection) throws(StorageFault) -> Value
    ) async throws(LedgerError) -> Value {
        guard waiting.add(1, ordering: .relaxed).newValue <= Self.maximumWaiting else {
            waiting.subtract(1, ordering: .relaxed)
            throw .overloaded
        }
        defer { waiting.subtract(1, ordering: .relaxed) }
        return try await run(body)
    }

    private func run<Value: Sendable>(_ body: @Sendable (Connection) throws(StorageFault) -> Value) throws(LedgerError) -> Value {
        guard let connection else { throw .closed }
        do {
            return try body(connection)
        } catch {
            throw error.ledgerError(file: file)
        }
    }

    /// Closes the connection; reads that come later hear that it is closed.
    func close() {
        connection = nil
    }

    /// Ends the thread.
    nonisolated func shutdown() async {
        await executor.shutdown()
    }
}
