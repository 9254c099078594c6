/// Port: the time of day and waiting. The rules take moments as values; only services hold a clock, and tests give them one they move by hand.
public protocol GatewayClock: Sendable {
    /// The moment now, by the wall clock.
    func now() -> Timestamp

    /// Waits for `duration`; throws when the task is cancelled before.
    func sleep(for duration: Duration) async throws(CancellationError)
}
