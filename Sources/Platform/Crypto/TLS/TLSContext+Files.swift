import COpenSSL

// Certificates and keys from PEM files; each fault names the file and the cause.
extension TLSContext {
    /// The certificate first, then those that lead to its authority.
    func useCertificateChain(at path: String) throws(TLSError) {
        OpenSSLFailure.clearQueue()
        guard SSL_CTX_use_certificate_chain_file(pointer, path) == 1 else {
            throw .unusableFile(path: path, cause: Self.cause(.taken(), lacking: "certificate"))
        }
    }

    /// The key of the certificate that was loaded from `certificatePath` before.
    func usePrivateKey(at path: String, certificatePath: String) throws(TLSError) {
        OpenSSLFailure.clearQueue()
        guard SSL_CTX_use_PrivateKey_file(pointer, path, SSL_FILETYPE_PEM) == 1 else {
            let failure = OpenSSLFailure.taken()
            if failure.contains(ERR_LIB_X509, X509_R_KEY_VALUES_MISMATCH) || failure.contains(ERR_LIB_X509, X509_R_KEY_TYPE_MISMATCH) {
                throw .keyMismatch(certificatePath: certificatePath, keyPath: path)
            }
            throw .unusableFile(path: path, cause: Self.cause(failure, lacking: "private key"))
        }
        // A key of another type than the certificate's is taken for a second identity and noticed only here.
        guard SSL_CTX_check_private_key(pointer) == 1 else {
            OpenSSLFailure.clearQueue()
            throw .keyMismatch(certificatePath: certificatePath, keyPath: path)
        }
    }

    /// The authorities whose certificates are accepted from the peer.
    func useAuthorities(at path: String) throws(TLSError) {
        OpenSSLFailure.clearQueue()
        guard SSL_CTX_load_verify_file(pointer, path) == 1 else {
            throw .unusableFile(path: path, cause: Self.cause(.taken(), lacking: "certificate"))
        }
    }

    /// The same authorities by name, for a client to choose its certificate by.
    func announceAuthorities(at path: String) throws(TLSError) {
        OpenSSLFailure.clearQueue()
        guard let names = SSL_load_client_CA_file(path) else {
            throw .unusableFile(path: path, cause: Self.cause(.taken(), lacking: "certificate"))
        }
        SSL_CTX_set_client_CA_list(pointer, names)
    }

    private static func cause(_ failure: OpenSSLFailure, lacking content: String) -> String {
        if failure.contains(ERR_LIB_PEM, PEM_R_BAD_PASSWORD_READ) || failure.contains(ERR_LIB_CRYPTO, ERR_R_INTERRUPTED_OR_CANCELLED) {
            return "the \(content) is encrypted; it must be readable without a passphrase"
        }
        if failure.contains(ERR_LIB_PEM, PEM_R_NO_START_LINE) || failure.contains(ERR_LIB_X509, X509_R_NO_CERTIFICATE_OR_CRL_FOUND)
            || failure.contains(ERR_LIB_OSSL_DECODER, ERR_R_UNSUPPORTED)
        {
            return "there is no \(content) in PEM form in it"
        }
        return failure.cause
    }
}
