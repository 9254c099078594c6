import COpenSSL

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
