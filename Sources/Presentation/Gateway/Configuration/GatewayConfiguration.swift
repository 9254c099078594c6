public import Crypto
public import IFortePay
public import MerchantStore
public import Payments
public import Reactor
public import Secrets

/// Everything that a gateway is started with: values only, already checked.
public struct GatewayConfiguration: Sendable {
    /// Where to listen; port 0 picks one.
    public var listen: SocketAddress
    /// Nil serves plain HTTP.
    public var tls: TLSServerConfiguration?
    /// Prefix of the callback URL given to iFortePay, without a slash at its end; nil is the scheme and the bound address.
    public var publicURL: String?
    /// The ledger.
    public var database: DatabaseLocation
    /// iFortePay, or the sandbox.
    public var upstream: Upstream
    /// One or more, each of another id.
    public var merchants: [MerchantConfiguration]
    /// The waits between the attempts to deliver a callback.
    public var retrySchedule: RetrySchedule
    /// Event loops.
    public var loops: Int
    /// How often one client address may ask; nil as often as it likes.
    public var addressLimit: RateLimit?
    /// How often one merchant may ask; nil as often as it likes.
    public var merchantLimit: RateLimit?
    /// The least serious events that are logged.
    public var logLevel: LogLevel
    /// Whether card numbers must have a right check digit.
    public var checksLuhn: Bool
    /// How long a card that was read at a terminal can be charged.
    public var readLifetime: Duration
    /// When all attempts of a charge have ended, counted from the moment the card is at hand.
    public var requestDeadline: Duration
    /// How long a shutdown waits for what is running.
    public var shutdownDeadline: Duration

    /// Makes a configuration; what is left out is as the contract's section 6 has it by default.
    public init(
        listen: SocketAddress, tls: TLSServerConfiguration? = nil, publicURL: String? = nil, database: DatabaseLocation, upstream: Upstream,
        merchants: [MerchantConfiguration], retrySchedule: RetrySchedule = .standard, loops: Int, addressLimit: RateLimit? = nil,
        merchantLimit: RateLimit? = nil, logLevel: LogLevel = .info, checksLuhn: Bool = true, readLifetime: Duration = .seconds(300),
        requestDeadline: Duration = .seconds(30), shutdownDeadline: Duration = .seconds(20)
    ) {
        self.listen = listen
        self.tls = tls
        self.publicURL = publicURL
        self.database = database
        self.upstream = upstream
        self.merchants = merchants
        self.retrySchedule = retrySchedule
        self.loops = loops
        self.addressLimit = addressLimit
        self.merchantLimit = merchantLimit
        self.logLevel = logLevel
        self.checksLuhn = checksLuhn
        self.readLifetime = readLifetime
        self.requestDeadline = requestDeadline
        self.shutdownDeadline = shutdownDeadline
    }

    /// What works but should not be left so.
    public var warnings: [String] {
        guard tls == nil, !listen.isLoopback else { return [] }
        return ["\(listen) can be reached from other machines without TLS: tokens and card numbers cross the network in the clear"]
    }
}

/// Where the ledger is.
public enum DatabaseLocation: Hashable, Sendable {
    /// A SQLite file.
    case sqlite(path: String)
}

/// The provider's end.
public struct Upstream: Hashable, Sendable {
    /// What its paths are put behind.
    public var address: ProviderAddress
    /// PEM bundle that its certificate is verified with; nil is the system's.
    public var caBundle: String?

    /// Names the provider.
    public init(address: ProviderAddress, caBundle: String? = nil) {
        self.address = address
        self.caBundle = caBundle
    }
}

/// A merchant and its keys.
public struct MerchantConfiguration: Sendable {
    /// Its id, its secret, and the hash key that signs requests to iFortePay and verifies callbacks.
    public var credentials: CredentialToken
    /// Further keys that verify its callbacks.
    public var callbackKeys: [SecretBytes]
    /// Its own backend; nil makes the ledger the merchant store.
    public var store: MerchantStoreAddress?
    /// When a callback is answered 200.
    public var acknowledgement: AcknowledgeMode
    /// Which terminals are its own, where there are other merchants.
    public var terminals: [TerminalPrefix]

    /// Makes a merchant.
    public init(
        credentials: CredentialToken, callbackKeys: [SecretBytes] = [], store: MerchantStoreAddress? = nil,
        acknowledgement: AcknowledgeMode = .merchant, terminals: [TerminalPrefix] = []
    ) {
        self.credentials = credentials
        self.callbackKeys = callbackKeys
        self.store = store
        self.acknowledgement = acknowledgement
        self.terminals = terminals
    }

    /// As iFortePay names it.
    public var id: MerchantID { credentials.merchant }

    /// Every key that may have signed its callbacks.
    var allCallbackKeys: [SecretBytes] { [credentials.hashKey] + callbackKeys }
}
