/// What a TLS client trusts, offers and shows.
public struct TLSClientConfiguration: Hashable, Sendable {
    /// The authorities of servers, PEM; nil for the system's.
    public var authoritiesPath: String?
    /// The client's certificate, with those that lead to its authority, and its key, PEM; nil shows none.
    public var identity: Identity?
    /// The versions to offer.
    public var versions: ClosedRange<TLSVersion>
    /// The ALPN names to offer, the dearest first; none for no ALPN.
    public var applicationProtocols: [String]

    /// A client's certificate and key.
    public struct Identity: Hashable, Sendable {
        /// PEM.
        public var certificatePath: String
        /// PEM, without a passphrase.
        public var keyPath: String

        /// Names the files.
        public init(certificatePath: String, keyPath: String) {
            self.certificatePath = certificatePath
            self.keyPath = keyPath
        }
    }

    /// Describes a client that speaks HTTP/1.1 unless told otherwise.
    public init(
        authoritiesPath: String? = nil, identity: Identity? = nil, versions: ClosedRange<TLSVersion> = .tls12 ... .tls13,
        applicationProtocols: [String] = ["http/1.1"]
    ) {
        self.authoritiesPath = authoritiesPath
        self.identity = identity
        self.versions = versions
        self.applicationProtocols = applicationProtocols
    }
}
