import Payments

@testable import Gateway

/// The time of day, with waits that are over at once.
struct ImpatientClock: GatewayClock {
    func now() -> Timestamp { SystemClock().now() }

    func sleep(for duration: Duration) async throws(CancellationError) {}
}
