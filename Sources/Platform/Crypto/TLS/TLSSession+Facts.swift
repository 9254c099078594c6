import COpenSSL

// What a finished handshake came to.
extension TLSSession {
    /// The version that is spoken; nil before the handshake is done.
    public var version: TLSVersion? {
        SSL_is_init_finished(pointer) == 1 ? TLSVersion(rawValue: SSL_version(pointer)) : nil
    }

    /// The protocol that ALPN chose; nil when the client named none.
    public var applicationProtocol: String? {
        var name: UnsafePointer<UInt8>?
        var length: UInt32 = 0
        SSL_get0_alpn_selected(pointer, &name, &length)
        return name.map { String(decoding: UnsafeBufferPointer(start: $0, count: Int(length)), as: UTF8.self) }
    }

    /// Whether the peer showed a certificate that is valid and comes from an accepted authority; in a resumed session, whether it had when the first
    /// one began.
    public var peerCertificateVerified: Bool {
        SSL_is_init_finished(pointer) == 1 && SSL_get0_peer_certificate(pointer) != nil && SSL_get_verify_result(pointer) == X509_V_OK
    }

    /// Whether an earlier session was resumed instead of a full handshake.
    public var isResumed: Bool { SSL_session_reused(pointer) == 1 }

    /// On a client: what a later session can resume; nil while the server has sent no ticket. In TLS 1.3 it comes with the first read.
    public var resumption: TLSResumption? {
        guard let session = SSL_get1_session(pointer) else { return nil }
        let resumption = TLSResumption(adopting: session)
        return SSL_SESSION_is_resumable(session) == 1 ? resumption : nil
    }
}
