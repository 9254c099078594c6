public import Crypto
public import Payments
public import Reactor

/// Why a gateway did not start.
public enum GatewayStartError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The ledger cannot be opened or written.
    case ledger(LedgerError)
    /// The address cannot be listened on.
    case listening(SocketAddress, SystemError)
    /// The certificate or its key cannot be used.
    case tls(TLSError)
    /// The system gave no event loop.
    case system(SystemError)

    /// For a person.
    public var description: String {
        switch self {
        case .ledger(let error): "the ledger cannot be used: \(error.reason)"
        case .listening(let address, let error): "cannot listen on \(address): \(error)"
        case .tls(let error): "TLS cannot be used: \(error)"
        case .system(let error): "cannot start an event loop: \(error)"
        }
    }
}
