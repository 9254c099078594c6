import Payments
import PaymentsSupport
import Synchronization
import TestSupport

/// A payment service over fakes.
struct PaymentHarness: Sendable {
    let clock: ManualClock
    let ledger: MemoryPaymentLedger
    let channel: ScriptedChannel
    let driver: ScriptedDriver
    let terminals: TerminalService
    let events: EventRecord
    let service: PaymentService

    init(
        _ script: [ScriptedChannel.Reply], rules: PaymentRules = PaymentRules(), ledger: MemoryPaymentLedger = MemoryPaymentLedger(),
        clock: ManualClock = ManualClock(sleepsPassAtOnce: true), driver: ScriptedDriver = ScriptedDriver(),
        terminalRules: TerminalRules = TerminalRules()
    ) {
        self.clock = clock
        self.ledger = ledger
        channel = ScriptedChannel(script, clock: clock)
        events = EventRecord()
        self.driver = driver
        // Where sleeps pass at once, reads would expire at once.
        let terminalClock = clock.sleepsPassAtOnce ? ManualClock() : clock
        terminals = TerminalService(
            rules: terminalRules,
            ports: TerminalPorts(driver: driver, clock: terminalClock, identifiers: CountingIdentifiers(after: 1000), observe: { _ in }))
        service = PaymentService(
            rules: rules,
            ports: PaymentPorts(
                channel: channel, ledger: ledger, clock: clock, identifiers: CountingIdentifiers(),
                callbackURL: { "https://gateway.example/callback/\($0)/\($1)" }, digest: { Array($0) }, jitter: { 0.5 },
                observe: { [events] in events.add($0) }), terminals: terminals)
    }

    init(_ outcomes: AttemptOutcome..., rules: PaymentRules = PaymentRules()) {
        self.init(outcomes.map { ScriptedChannel.Reply(outcome: $0) }, rules: rules)
    }

    func create(_ draft: PaymentDraft = .sample()) async -> PaymentOutcome {
        await service.create(draft, for: .sample)
    }
}

/// The events in their order, as text; and a way to wait for one.
final class EventRecord: Sendable {
    private let state = Mutex<(texts: [String], gates: [String: Gate])>(([], [:]))

    var texts: [String] { state.withLock { $0.texts } }

    func add(_ event: PaymentEvent) {
        let text = "\(event)"
        let gates = state.withLock { state in
            state.texts.append(text)
            return state.gates.filter { text.hasPrefix($0.key) }.values
        }
        for gate in gates { gate.open() }
    }

    /// Something that happens with the first event that begins like this, from now on.
    func first(_ beginning: String) -> Gate {
        state.withLock { state in
            let gate = state.gates[beginning] ?? Gate()
            state.gates[beginning] = gate
            return gate
        }
    }
}
