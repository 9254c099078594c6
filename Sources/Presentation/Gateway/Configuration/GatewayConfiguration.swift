public import Payments
public import Reactor
public import Secrets

/// Everything that a gateway is started with: values only, already checked.
public struct GatewayConfiguration: Sendable {
    /// Where to listen; port 0 picks one.
    public var listen: SocketAddress
    /// Nil serves plain HTTP.
    public var tls: TLSFiles?
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
    /// The least serious events that are logged.
    public var logLevel: LogLevel
    /// Whether card numbers must have a right check digit.
    public var checksLuhn: Bool
    /// When all attempts of a charge have ended, counted from the moment the card is at hand.
    public var requestDeadline: Duration
    /// How long a shutdown waits for what is running.
    public var shutdownDeadline: Duration

    /// Makes a configuration; what is left out is as the contract's section 6 has it by default.
    public init(
        listen: SocketAddress, tls: TLSFiles? = nil, publicURL: String? = nil, database: DatabaseLocation, upstream: Upstream,
        merchants: [MerchantConfiguration], retrySchedule: RetrySchedule = .standard, loops: Int, logLevel: LogLevel = .info, checksLuhn: Bool = true,
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
        self.logLevel = logLevel
        self.checksLuhn = checksLuhn
        self.requestDeadline = requestDeadline
        self.shutdownDeadline = shutdownDeadline
    }

    /// What works but should not be left so.
    public var warnings: [String] {
        guard tls == nil, !listen.isLoopback else { return [] }
        return ["\(listen) can be reached from other machines without TLS: tokens and card numbers cross the network in the clear"]
    }
}

/// PEM files of the listener's TLS.
public struct TLSFiles: Hashable, Sendable {
    /// The certificate and its chain.
    public var certificate: String
    /// The certificate's key.
    public var key: String
    /// Issuers of client certificates; nil asks for none.
    public var clientCA: String?

    /// Names the files.
    public init(certificate: String, key: String, clientCA: String? = nil) {
        self.certificate = certificate
        self.key = key
        self.clientCA = clientCA
    }
}

/// Where the ledger is.
public enum DatabaseLocation: Hashable, Sendable {
    /// A SQLite file.
    case sqlite(path: String)
}

/// The provider's end.
public struct Upstream: Hashable, Sendable {
    /// What its paths are put behind, without a slash at its end.
    public var url: String
    /// PEM bundle that its certificate is verified with; nil is the system's.
    public var caBundle: String?

    /// Names the provider.
    public init(url: String, caBundle: String? = nil) {
        self.url = url
        self.caBundle = caBundle
    }
}

/// A merchant and its keys.
public struct MerchantConfiguration: Sendable {
    /// As iFortePay names it.
    public var id: MerchantID
    /// The middle part of its credential token.
    public var secretUnbound: SecretBytes
    /// Signs requests to iFortePay and verifies its callbacks.
    public var hashKey: SecretBytes
    /// Further keys that verify callbacks.
    public var callbackKeys: [SecretBytes]
    /// Its own backend; nil makes the ledger the merchant store.
    public var store: MerchantStoreAddress?
    /// When a callback is answered 200.
    public var acknowledgement: AcknowledgeMode

    /// Makes a merchant.
    public init(
        id: MerchantID, secretUnbound: SecretBytes, hashKey: SecretBytes, callbackKeys: [SecretBytes] = [], store: MerchantStoreAddress? = nil,
        acknowledgement: AcknowledgeMode = .merchant
    ) {
        self.id = id
        self.secretUnbound = secretUnbound
        self.hashKey = hashKey
        self.callbackKeys = callbackKeys
        self.store = store
        self.acknowledgement = acknowledgement
    }
}

/// Where a merchant's callbacks go.
public struct MerchantStoreAddress: Sendable {
    /// The URL that is posted to.
    public var url: String
    /// The key of the signature (Standard Webhooks), decoded.
    public var secret: SecretBytes

    /// Names the merchant store.
    public init(url: String, secret: SecretBytes) {
        self.url = url
        self.secret = secret
    }
}
