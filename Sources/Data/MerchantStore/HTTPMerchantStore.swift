public import HTTPClient
public import Payments
import Secrets

/// Where a merchant's own backend takes callbacks, and what it knows them by.
public struct MerchantStoreAddress: Sendable {
    /// An absolute http or https URL; its query may be secret.
    public let url: String
    let secret: WebhookSecret

    /// Makes an address.
    public init(url: String, secret: WebhookSecret) {
        self.url = url
        self.secret = secret
    }
}

/// Hands callbacks to merchants' backends by HTTP (contract section 4, "Merchant store").
public struct HTTPMerchantStore: MerchantStore {
    /// How long an attempt may take.
    public static let timeLimit = Duration.seconds(10)

    private let client: HTTPClient
    private let addresses: [MerchantID: MerchantStoreAddress]
    private let timeLimit: Duration

    /// A store for the merchants that have an address.
    public init(client: HTTPClient, addresses: [MerchantID: MerchantStoreAddress], timeLimit: Duration = timeLimit) {
        self.client = client
        self.addresses = addresses
        self.timeLimit = timeLimit
    }

    /// Whether the merchant has a URL.
    public func hasAddress(_ merchant: MerchantID) -> Bool {
        addresses[merchant] != nil
    }

    /// Posts the callback's bytes once.
    public func deliver(_ callback: StoredCallback, attempt number: Int, at moment: Timestamp) async -> DeliveryResult {
        guard let address = addresses[callback.identity.merchant] else { return .failed(reason: "the merchant has no store URL") }
        let request = Self.request(callback, attempt: number, at: moment, to: address, timeLimit: timeLimit)
        do throws(HTTPClientError) {
            return .answered(status: try await client.send(request).status)
        } catch {
            switch error {
            case .notSent(let reason), .unanswered(let reason): return .failed(reason: reason)
            case .cancelled: return .failed(reason: "the attempt was cancelled")
            }
        }
    }

    private static func request(
        _ callback: StoredCallback, attempt number: Int, at moment: Timestamp, to address: MerchantStoreAddress, timeLimit: Duration
    ) -> OutboundRequest {
        let timestamp = moment.milliseconds / 1000
        let signature = WebhookSignature.value(id: callback.id.rawValue, timestamp: timestamp, body: callback.body, secret: address.secret)
        let headers = [
            OutboundHeader("Content-Type", "application/json"),
            OutboundHeader("webhook-id", callback.id.rawValue),
            OutboundHeader("webhook-timestamp", String(timestamp)),
            OutboundHeader("webhook-signature", signature),
            OutboundHeader("x-delivery-attempt", String(number)),
        ]
        return OutboundRequest(
            .post, address.url, headers: headers, body: SecretBytes(callback.body), timeLimit: timeLimit,
            // One attempt on record is one request at the merchant's.
            mayBeSentTwice: false)
    }
}
