public import HTTPClient
public import Payments
import Secrets

/// Charges cards at iFortePay: one attempt at a time. When to try again is the domain's rule.
public struct IFortePayChannel: PaymentChannel {
    private let client: HTTPClient
    private let address: ProviderAddress
    private let accounts: [MerchantID: MerchantAccount]

    /// A channel for these merchants; of two accounts of one merchant the last counts.
    public init(client: HTTPClient, address: ProviderAddress, accounts: [MerchantAccount]) {
        self.client = client
        self.address = address
        self.accounts = Dictionary(accounts.map { ($0.merchant, $0) }) { _, last in last }
    }

    /// Sends the charge once. The body, which holds the card, is wiped when it has ended.
    public func attempt(_ charge: Charge, timeLimit: Duration) async -> AttemptOutcome {
        guard let account = accounts[charge.merchant] else { return .notSent(reason: "no credentials for merchant \(charge.merchant)") }
        guard let request = ChargeRequest.make(charge, account: account, address: address, timeLimit: timeLimit) else {
            return .notSent(reason: "a request without external_id or order_id cannot be signed")
        }
        defer { request.body?.wipe() }
        do throws(HTTPClientError) {
            return ChargeReply(try await client.send(request), to: charge, of: account).outcome
        } catch {
            switch error {
            case .notSent(let reason): return .notSent(reason: reason)
            case .unanswered(let reason): return .unanswered(reason: reason)
            case .cancelled(sent: false): return .notSent(reason: "the attempt was cancelled")
            case .cancelled(sent: true): return .unanswered(reason: "the attempt was cancelled")
            }
        }
    }
}
