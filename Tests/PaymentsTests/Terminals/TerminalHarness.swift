import Payments
import PaymentsSupport
import Synchronization
import Testing

/// A terminal service over a scripted driver and a clock that the test moves.
struct TerminalHarness: Sendable {
    let clock = ManualClock()
    let driver: ScriptedDriver
    let service: TerminalService
    let observed = Observed()

    init(_ driver: ScriptedDriver = ScriptedDriver(), rules: TerminalRules = TerminalRules()) {
        self.driver = driver
        service = TerminalService(
            rules: rules,
            ports: TerminalPorts(
                driver: driver, clock: clock, identifiers: CountingIdentifiers(), observe: { [observed] in observed.add($0) }))
    }

    func start(at terminal: TerminalID = .till, for merchant: MerchantID = .sample) async throws -> TerminalRead {
        try await service.startRead(at: terminal, timeout: .seconds(30), for: merchant)
    }

    func read(_ id: ReadID, waiting limit: Duration = .zero) async -> TerminalRead? {
        await service.read(id, at: .till, of: .sample, waitingAtMost: limit)
    }

    /// A read that has ended with this.
    func ended(_ outcome: TapOutcome, tap: Int = 1) async throws -> TerminalRead {
        let read = try await start()
        await driver.tapBegan(tap)
        driver.end(with: outcome)
        return try #require(await self.read(read.id, waiting: .seconds(60)))
    }
}

/// What the service tells, in its order.
final class Observed: Sendable {
    private let events = Mutex<[TerminalReadEvent]>([])

    var all: [TerminalReadEvent] { events.withLock { $0 } }

    func add(_ event: TerminalReadEvent) {
        events.withLock { $0.append(event) }
    }
}
