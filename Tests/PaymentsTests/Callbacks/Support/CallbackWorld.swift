import Payments
import PaymentsSupport
import Secrets
import TestSupport
import Testing

/// A callback service with everything around it in the test's hands.
final class CallbackWorld: Sendable {
    let clock = ManualClock()
    let ledger = MemoryCallbackLedger()
    let store: ScriptedMerchantStore
    let events = CallbackEvents()
    let service: CallbackService

    init(_ modes: [MerchantID: AcknowledgeMode] = [.sample: .merchant], _ adjust: (inout CallbackSettings) -> Void = { _ in }) {
        var settings = CallbackSettings(merchants: modes)
        adjust(&settings)
        store = ScriptedMerchantStore(clock: clock)
        service = CallbackService(
            settings: settings, ledger: ledger, verifier: PlainTextVerifier(merchants: Set(modes.keys)), store: store, clock: clock,
            identifiers: CountingIdentifiers(), observer: events)
    }

    /// Another process over the same ledger, after this one is gone.
    func successor(_ modes: [MerchantID: AcknowledgeMode] = [.sample: .merchant]) -> CallbackService {
        CallbackService(
            settings: CallbackSettings(merchants: modes), ledger: ledger, verifier: PlainTextVerifier(merchants: Set(modes.keys)), store: store,
            clock: clock, identifiers: CountingIdentifiers(after: 1000), observer: events)
    }

    @discardableResult
    func receive(_ text: String = "transactionId=TXN-1;amount=10000;status=SUCCESS", at path: CallbackPath = .bare) async -> CallbackOutcome {
        await service.receive(body: SecretBytes(utf8: text), at: path).outcome
    }

    func only() async throws -> StoredCallback {
        let callbacks = await ledger.callbacks
        try #require(callbacks.count == 1)
        return callbacks[0]
    }

    func delivery() async throws -> Delivery { try await only().delivery }

    func attempts() async throws -> [DeliveryAttempt] { await ledger.attempts[try await only().id] ?? [] }

    /// Whether a delivery's standing is as described; the moments are seconds since the test began.
    func expect(
        _ status: DeliveryStatus, slots: Int, next: Duration?, attempts: Int, since start: Timestamp,
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let found = try await delivery()
        #expect(found.status == status, sourceLocation: location)
        #expect(found.slotsUsed == slots, sourceLocation: location)
        #expect(found.nextAttemptAt == next.map { start + $0 }, sourceLocation: location)
        #expect(found.attemptsMade == attempts, sourceLocation: location)
        #expect(!found.isRunning, sourceLocation: location)
    }
}

/// Takes `name=value;…` as `data`. A body that begins with `forged` does not verify, one with `broken` is no JSON; `merchant=` says whose key verifies
/// it, the first merchant's otherwise.
struct PlainTextVerifier: CallbackVerifier {
    let merchants: Set<MerchantID>

    func verify(body: SecretBytes, merchant: MerchantID?) -> CallbackVerification {
        let body = body.withUnsafeBytes { Array($0) }
        let text = String(decoding: body, as: UTF8.self)
        if text.hasPrefix("broken") { return .malformed(message: "line 1, column 1: no value begins with b") }
        if text.hasPrefix("forged") { return .refused(reason: "signature differs") }
        var fields: [Substring: String] = [:]
        for field in text.split(separator: ";") {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            fields[parts[0]] = parts.count == 2 ? String(parts[1]) : ""
        }
        let signer = fields["merchant"].flatMap { MerchantID($0) } ?? .sample
        guard merchants.contains(signer), merchant == nil || merchant == signer else { return .refused(reason: "no key verifies it") }
        let content = CallbackContent(
            transactionID: fields["transactionId"], externalID: fields["externalId"], orderID: fields["orderId"], statusWord: fields["status"],
            amount: fields["amount"].flatMap { Int64($0) }, currency: fields["currency"])
        return .verified(VerifiedCallback(merchant: signer, event: fields["event"], content: content, contentDigest: body, body: body))
    }
}

/// What the observer heard, and a way to wait for it.
final class CallbackEvents: CallbackObserver {
    private let heard = Watched<[CallbackEvent]>([])
    /// Whether it wants to hear of anything.
    let isListening = Watched(true)

    var all: [CallbackEvent] { heard.withLock { $0 } }

    func wants(_ event: CallbackEvent) -> Bool { isListening.withLock { $0 } }

    func observe(_ event: CallbackEvent) {
        heard.withLock { $0.append(event) }
    }

    /// Waits until that many attempts are on record.
    func untilAttempts(_ count: Int) async {
        await heard.until { $0.count { if case .attempted = $0 { true } else { false } } >= count }
    }

    /// Waits until that many callbacks were committed or found on record.
    func untilReceived(_ count: Int) async {
        await heard.until { $0.count { if case .received = $0 { true } else { false } } >= count }
    }
}

/// A payment with ordinary values.
func samplePayment(
    _ number: UInt64 = 1, merchant: MerchantID = .sample, externalID: String = "INV-1", status: PaymentStatus = .pending, amount: Int64 = 10_000,
    transactionID: String? = nil
) -> Payment {
    let moment = Timestamp(milliseconds: 1_700_000_000_000)
    return Payment(
        id: PaymentID(ulid: ULID(at: moment, entropyHigh: 0, entropyLow: number)), merchant: merchant, externalID: externalID, orderID: "ORDER-1",
        status: status, amount: amount, tenor: .full, channel: .bricc, authentication: .threeDS,
        card: CardSummary(network: "VISA", first6: "411111", last4: "1111", expiryMonth: 1, expiryYear: 2039, source: .manual),
        transactionID: transactionID, fingerprint: [1, 2, 3], deadline: moment + .seconds(30), createdAt: moment, updatedAt: moment)
}
