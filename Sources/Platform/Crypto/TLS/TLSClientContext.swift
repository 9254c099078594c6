import COpenSSL

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

/// What all sessions of a TLS client share. A server's certificate must be valid for the name it is called by; there is no way to leave that out.
///
/// Outbound calls go through libcurl, which brings its own; this is for talking to the gateway's own listener over any transport, in tests above all.
public final class TLSClientContext: Sendable {
    let context: TLSContext

    /// Reads the files; the error names file and cause.
    public init(_ configuration: TLSClientConfiguration) throws(TLSError) {
        context = TLSContext(method: TLS_client_method(), versions: configuration.versions)
        if let path = configuration.authoritiesPath {
            try context.useAuthorities(at: path)
        } else {
            required(SSL_CTX_set_default_verify_paths(context.pointer))
        }
        if let identity = configuration.identity {
            try context.useCertificateChain(at: identity.certificatePath)
            try context.usePrivateKey(at: identity.keyPath, certificatePath: identity.certificatePath)
        }
        if !configuration.applicationProtocols.isEmpty {
            ApplicationProtocols.offer(configuration.applicationProtocols, on: context)
        }
        SSL_CTX_set_verify(context.pointer, SSL_VERIFY_PEER, nil)
    }
}

/// A session that a client may resume: what the server's ticket and the secrets of the session before come to.
///
/// The unsafe pointer: an `SSL_SESSION` counts its references and is not changed once a session has received it.
public final class TLSResumption: Sendable {
    nonisolated(unsafe) let pointer: OpaquePointer

    init(adopting pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        SSL_SESSION_free(pointer)
    }
}
