import COpenSSL

/// What all sessions of a TLS server share: certificate, key, accepted authorities, ticket keys. To take up renewed files make a new one and use it
/// for new sessions; those that exist keep theirs.
///
/// TLS 1.2 and 1.3; ALPN `http/1.1`; sessions are resumed by tickets, so the server remembers none; no early data, which could be replayed.
public final class TLSServerContext: Sendable {
    let context: TLSContext
    private let ticketKeys: TicketKeys

    /// Reads the files. Refuses one that cannot be read, holds no PEM or something else, is encrypted, has too short a key, or a key that belongs to
    /// another certificate; the error names file and cause.
    public convenience init(_ configuration: TLSServerConfiguration) throws(TLSError) {
        try self.init(configuration, ticketKeys: TicketKeys())
    }

    init(_ configuration: TLSServerConfiguration, ticketKeys: TicketKeys) throws(TLSError) {
        context = TLSContext(method: TLS_server_method(), versions: .tls12 ... .tls13)
        self.ticketKeys = ticketKeys
        try context.useCertificateChain(at: configuration.certificatePath)
        try context.usePrivateKey(at: configuration.keyPath, certificatePath: configuration.certificatePath)
        ApplicationProtocols.selectHTTP11(on: context)
        ticketKeys.install(on: context)
        // Needed to resume sessions of verified clients; tickets are bound to this context by their keys.
        let name = Array("payment-gateway".utf8)
        required(SSL_CTX_set_session_id_context(context.pointer, name, UInt32(name.count)))
        guard let clientCAPath = configuration.clientCAPath else { return }
        try context.useAuthorities(at: clientCAPath)
        try context.announceAuthorities(at: clientCAPath)
        // Asks and does not insist: a client without a certificate passes, one with an invalid certificate fails the handshake.
        SSL_CTX_set_verify(context.pointer, SSL_VERIFY_PEER, nil)
    }
}
