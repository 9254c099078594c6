import Payments
import Reactor

/// Reads on a connection and a thread of their own, beside the writer: in WAL mode neither waits for the other, and a read sees whole commits only.
actor LedgerReader {
    private nonisolated let executor: ThreadExecutor
    private nonisolated let queue: LedgerQueue
    private nonisolated let file: String
    private var connection: Connection?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ connection: sending Connection, file: String, maximumWaiting: Int, waitLimit: Duration) {
        self.connection = connection
        self.file = file
        queue = LedgerQueue(.read, file: file, maximum: maximumWaiting, waitLimit: waitLimit)
        executor = ThreadExecutor(name: "ledger-reader")
    }

    /// Runs `body` on what is committed now.
    nonisolated func read<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(StorageFault) -> Value
    ) async throws(LedgerError) -> Value {
        try await queue.submit(body) { Task(executorPreference: executor) { await self.answerWaiting() } }
    }

    private func answerWaiting() {
        while let job = queue.take(1).first {
            if let connection {
                _ = job.run(on: connection)
                job.finish(file: file)
            } else {
                job.finish(failing: .closed)
            }
        }
    }

    /// Turns new reads away, answers what waits, and closes the connection.
    func close() {
        queue.close()
        answerWaiting()
        connection = nil
    }

    /// Ends the thread.
    nonisolated func shutdown() async {
        await executor.shutdown()
    }
}
