import FoundationEssentials
import Payments
import Synchronization

@testable import Storage

/// The ledgers that the contract suite runs against. Another database joins here.
enum LedgerImplementation: String, CaseIterable, Sendable {
    case sqlite

    /// Runs `body` on an empty ledger of its own.
    func withLedger(_ body: (any Ledger) async throws -> Void) async throws {
        switch self {
        case .sqlite: try await withSQLiteLedger { ledger, _ in try await body(ledger) }
        }
    }
}

/// Runs `body` with a path in a new folder, which is removed afterwards.
func withTemporaryFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ledger-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.path)
}

/// Runs `body` on an empty SQLite ledger and its file's path.
func withSQLiteLedger(
    _ options: SQLiteLedger.Options = .init(), _ body: (SQLiteLedger, String) async throws -> Void
) async throws {
    try await withTemporaryFolder { folder in
        let path = folder + "/ledger.db"
        let ledger = try SQLiteLedger.open(path: path, bounds: .unmet, options: options)
        do {
            try await body(ledger, path)
        } catch {
            await ledger.close()
            throw error
        }
        await ledger.close()
    }
}

extension LedgerBounds {
    /// More than any test has waiting.
    static let unmet = LedgerBounds(writes: 10_000, reads: 10_000)
}

extension SQLiteLedger {
    /// Opens a ledger whose bounds do not matter.
    static func open(path: String) throws(LedgerError) -> SQLiteLedger {
        try open(path: path, bounds: .unmet)
    }
}

extension MerchantID {
    static let first = known("MCP2024000001")
    static let second = known("MCP2024000002")

    private static func known(_ text: String) -> MerchantID {
        guard let merchant = MerchantID(text) else { preconditionFailure("\(text) is no merchant id") }
        return merchant
    }
}

/// The moment that the tests count from.
let epoch = Timestamp(milliseconds: 1_800_000_000_000)

func paymentID(_ number: Int, at moment: Timestamp = epoch) -> PaymentID {
    PaymentID(ulid: ULID(at: moment, entropyHigh: 0, entropyLow: UInt64(number)))
}

func callbackID(_ number: Int) -> CallbackID { CallbackID(ulid: ULID(at: epoch, entropyHigh: 0, entropyLow: UInt64(number))) }

/// A payment with ordinary values, made `second` seconds after the epoch.
func samplePayment(
    _ number: Int, merchant: MerchantID = .first, externalID: String? = nil, orderID: String = "ORDER-1", status: PaymentStatus = .pending,
    transactionID: String? = nil, second: Int = 0
) -> Payment {
    let moment = epoch + .seconds(second)
    return Payment(
        id: paymentID(number), merchant: merchant, externalID: externalID ?? "INV-\(number)", orderID: orderID, status: status, amount: 10_000,
        tenor: .full, channel: .bricc, authentication: .threeDS,
        card: CardSummary(network: nil, first6: nil, last4: nil, expiryMonth: nil, expiryYear: nil, source: .token), transactionID: transactionID,
        fingerprint: [UInt8(truncatingIfNeeded: number)], deadline: moment + .seconds(30), createdAt: moment, updatedAt: moment)
}

/// A payment with every optional value there.
func fullPayment(_ number: Int) -> Payment {
    var payment = samplePayment(number)
    payment.status = .succeeded
    payment.confirmedBy = .callback
    payment.mismatch = true
    payment.amount = 999_999_999_999
    payment.tenor = .twelveMonths
    payment.channel = .cimbpg
    payment.authentication = .direct
    payment.card = CardSummary(network: "VISA", first6: "411111", last4: "1111", expiryMonth: 12, expiryYear: 2039, source: .terminal)
    payment.redirectURL = "https://acs.example/pay?ref=1&x='\"--;"
    payment.transactionID = "TXN-\(number)"
    payment.approvalCode = "A1B2C3"
    payment.fingerprint = Array(0...255)
    payment.answer = Answer(
        state: .serverValidationError, responseCode: "01", responseMessage: "Ungültig – 無効\nzweite Zeile", retryable: true,
        errors: [
            FieldError(field: "itemDetails[0].qty", code: "range", message: "1 or more"), FieldError(field: "$", code: "type", message: ""),
        ])
    payment.outcomeInDoubt = true
    return payment
}

func verified(
    _ number: Int = 1, merchant: MerchantID = .first, transactionID: String? = "TXN-1", externalID: String? = nil, body: [UInt8] = [1, 2, 3]
) -> VerifiedCallback {
    VerifiedCallback(
        merchant: merchant, event: "payment.success",
        content: CallbackContent(
            transactionID: transactionID, externalID: externalID, orderID: nil, statusWord: "SUCCESS", amount: 10_000, currency: nil),
        contentDigest: withUnsafeBytes(of: number.bigEndian) { Array($0) }, body: body)
}

extension Delivery {
    static let delivered = Delivery(status: .delivered, slotsUsed: 1, nextAttemptAt: nil, dueAt: nil, attemptsMade: 1, isRunning: false)
    static let dead = Delivery(status: .dead, slotsUsed: 4, nextAttemptAt: nil, dueAt: nil, attemptsMade: 4, isRunning: false)
    static let running = Delivery(status: .pending, slotsUsed: 0, nextAttemptAt: nil, dueAt: nil, attemptsMade: 0, isRunning: true)

    /// Pending, and due that many seconds after the epoch.
    static func due(_ second: Int) -> Delivery {
        Delivery(
            status: .pending, slotsUsed: 1, nextAttemptAt: epoch + .seconds(second - 15), dueAt: epoch + .seconds(second), attemptsMade: 1,
            isRunning: false)
    }
}

/// What a new callback is kept as when no payment is moved.
func admission(_ callback: VerifiedCallback, id: CallbackID, delivery: Delivery = .delivered, payment: Payment? = nil) -> CallbackAdmission {
    CallbackAdmission(
        callback: StoredCallback(
            CallbackHeading(
                id: id, identity: CallbackIdentity(callback), event: callback.event, payment: payment?.id, mismatch: false, receivedAt: epoch,
                delivery: delivery), body: callback.body), payment: payment)
}

extension Ledger {
    /// Records a payment under its key.
    func record(_ payment: Payment) async throws {
        _ = try await admit(merchant: payment.merchant, externalID: payment.externalID) { _ in .record(payment) }
    }

    /// Keeps the `number`th callback.
    @discardableResult
    func keep(
        _ number: Int, merchant: MerchantID = .first, transactionID: String? = "TXN-1", delivery: Delivery = .delivered
    ) async throws -> ReceivedCallback {
        let callback = verified(number, merchant: merchant, transactionID: transactionID)
        return try await receive(callback, pathPayment: nil) { _ in admission(callback, id: callbackID(number), delivery: delivery) }
    }
}

/// Tells one thread of another's step.
final class Flag: Sendable {
    private let raised = Atomic(false)
    var isRaised: Bool { raised.load(ordering: .acquiring) }
    func raise() { raised.store(true, ordering: .releasing) }
}
