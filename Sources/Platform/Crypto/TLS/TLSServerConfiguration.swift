/// Which files a TLS server uses, all PEM.
public struct TLSServerConfiguration: Hashable, Sendable {
    /// The certificate, followed by those that lead to its authority.
    public var certificatePath: String
    /// The certificate's private key, without a passphrase.
    public var keyPath: String
    /// The authorities of client certificates; nil asks clients for none.
    public var clientCAPath: String?

    /// Names the files.
    public init(certificatePath: String, keyPath: String, clientCAPath: String? = nil) {
        self.certificatePath = certificatePath
        self.keyPath = keyPath
        self.clientCAPath = clientCAPath
    }
}
