import COpenSSL

/// Application-layer protocol negotiation (RFC 7301).
enum ApplicationProtocols {
    /// HTTP/1.1 as ALPN writes it: the name after its length.
    private static let http11: StaticString = "\u{08}http/1.1"

    /// Lets a server speak HTTP/1.1 only. A client that names protocols and not this one is refused (section 3.2: no_application_protocol); one that
    /// names none is served.
    static func selectHTTP11(on context: TLSContext) {
        SSL_CTX_set_alpn_select_cb(
            context.pointer,
            { _, selected, selectedLength, offered, offeredLength, _ in
                let name = ApplicationProtocols.http11
                var choice: UnsafeMutablePointer<UInt8>?
                let result = SSL_select_next_proto(
                    &choice, selectedLength, name.utf8Start, UInt32(name.utf8CodeUnitCount), offered, offeredLength)
                guard result == OPENSSL_NPN_NEGOTIATED else { return SSL_TLSEXT_ERR_ALERT_FATAL }
                selected?.pointee = UnsafePointer(choice)
                return SSL_TLSEXT_ERR_OK
            }, nil)
    }

    /// Lets a client offer these protocols, the dearest first.
    static func offer(_ names: [String], on context: TLSContext) {
        let list = names.flatMap { [UInt8(truncatingIfNeeded: $0.utf8.count)] + Array($0.utf8) }
        // This call alone answers 0 for success.
        precondition(SSL_CTX_set_alpn_protos(context.pointer, list, UInt32(list.count)) == 0, "a protocol's name is empty or too long")
    }
}
