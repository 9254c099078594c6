import COpenSSL

/// OpenSSL's settings and credentials for many sessions, as both sides share them: TLS 1.2 and 1.3, ciphers with forward secrecy and authenticated
/// encryption only, nothing of what had to be turned off later (compression, renegotiation).
///
/// The unsafe pointer: an `SSL_CTX` counts its references and locks itself, and is not changed after its context was made.
final class TLSContext: Sendable {
    nonisolated(unsafe) let pointer: OpaquePointer

    /// TLS 1.2's; TLS 1.3 has only good ones. ECDHE with AES-GCM or ChaCha20-Poly1305.
    private static let cipherList = "ECDHE+AESGCM:ECDHE+CHACHA20:!aNULL:!PSK"
    /// 112 bits: RSA keys of 2048 bits at least, no SHA-1 signatures.
    private static let securityLevel: Int32 = 2

    init(method: OpaquePointer?, versions: ClosedRange<TLSVersion>) {
        pointer = required(SSL_CTX_new(method))
        required(copenssl_set_versions(pointer, versions.lowerBound.rawValue, versions.upperBound.rawValue))
        SSL_CTX_set_security_level(pointer, Self.securityLevel)
        required(SSL_CTX_set_cipher_list(pointer, Self.cipherList))
        SSL_CTX_set_options(
            pointer,
            copenssl_op_no_compression | copenssl_op_no_renegotiation | copenssl_op_server_preference | copenssl_op_prioritize_chacha)
        copenssl_release_idle_buffers(pointer)
        copenssl_keep_no_sessions(pointer)
        // Without this OpenSSL asks for an encrypted key's passphrase on the terminal and waits.
        SSL_CTX_set_default_passwd_cb(pointer) { _, _, _, _ in -1 }
    }

    deinit {
        SSL_CTX_free(pointer)
    }
}
