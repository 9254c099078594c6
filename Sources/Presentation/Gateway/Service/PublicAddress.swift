import Payments
import Reactor
import Synchronization

/// The URL under which iFortePay reaches the gateway: the configured one, else the one the listener turns out to have.
final class PublicAddress: Sendable {
    private let url: Mutex<String>

    /// Until `bound` is called a port that is to be picked is shown as 0; nobody asks before.
    init(_ configuration: GatewayConfiguration) {
        url = Mutex(configuration.publicURL ?? Self.url(configuration.listen, configuration))
    }

    /// Takes note of where the listener is.
    func bound(_ address: SocketAddress, _ configuration: GatewayConfiguration) {
        guard configuration.publicURL == nil else { return }
        url.withLock { $0 = Self.url(address, configuration) }
    }

    /// Where callbacks of a payment go by default (contract, section 2, `callbackUrl`).
    func callbackURL(_ merchant: MerchantID, _ payment: PaymentID) -> String {
        url.withLock { $0 } + "\(CallbackReceiver.path)/\(merchant)/\(payment)"
    }

    /// The listener's own URL.
    static func url(_ address: SocketAddress, _ configuration: GatewayConfiguration) -> String {
        "\(configuration.tls == nil ? "http" : "https")://\(address)"
    }
}
