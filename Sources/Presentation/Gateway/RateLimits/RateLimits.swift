import HTTPServer
import Payments
import Reactor

/// The limits of how often somebody may ask, as far as they are set.
struct RateLimits: Sendable {
    /// For one client's address: asked first of a request for any route but health checks. One that finds no route is refused as cheaply without it.
    let addresses: RateLimiter<SocketAddress>?
    /// For one merchant: asked when it is known who asks.
    let merchants: RateLimiter<MerchantID>?

    /// None.
    static let off = RateLimits(addresses: nil, merchants: nil)

    /// The answer to a client that asks too often; nil where it does not.
    func refusal(of head: RequestHead) -> Response? {
        guard let addresses, let wait = addresses.refuse(head.peer.clientNetwork) else { return nil }
        return .tooManyRequests("too many requests come from this address", after: wait, requestID: head.requestID)
    }

    /// The same for a merchant.
    func refusal(of merchant: MerchantID, _ head: RequestHead) -> Response? {
        guard let merchants, let wait = merchants.refuse(merchant) else { return nil }
        return .tooManyRequests("this merchant sends too many requests", after: wait, requestID: head.requestID)
    }
}

extension RateLimits {
    /// The configured limits, which tell the log whom they hold up.
    init(_ configuration: GatewayConfiguration, bounds: GatewayBounds, log: EventLog) {
        self.init(
            addresses: configuration.addressLimit.map { limit in
                RateLimiter(limit, maximumKeys: bounds.limitedAddresses) { log.record(.rateLimited("address", $0.host, refusals: $1)) }
            },
            merchants: configuration.merchantLimit.map { limit in
                // Each has its place for good.
                RateLimiter(limit, maximumKeys: 4 * configuration.merchants.count) {
                    log.record(.rateLimited("merchant", $0.description, refusals: $1))
                }
            })
    }
}
