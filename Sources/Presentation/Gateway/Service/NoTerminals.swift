import Payments

/// A machine without card readers.
struct NoTerminals: TerminalDriver {
    func listing() async -> TerminalListing { TerminalListing(terminals: [], problem: "this gateway drives no card readers") }

    func events() -> AsyncStream<TerminalDriverEvent> { AsyncStream { $0.finish() } }

    func tap(at terminal: TerminalID, within limit: Duration, onCard: @escaping @Sendable () -> Void) async -> TapOutcome { .noSuchTerminal }

    func close() async {}
}
