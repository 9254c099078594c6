/// What can go wrong with TLS. Reasons are OpenSSL's words and hold nothing of the traffic or of a key.
public enum TLSError: Error, Hashable, Sendable {
    /// A certificate, key or CA file cannot be used.
    case unusableFile(path: String, cause: String)
    /// The private key belongs to another certificate.
    case keyMismatch(certificatePath: String, keyPath: String)
    /// The handshake failed: versions, protocols or certificates do not fit, or the bytes are not TLS. An alert for the peer may wait to be sent.
    case handshakeFailed(reason: String)
    /// The established session broke: a forged record, or an alert from the peer.
    case broken(reason: String)
    /// The stream ended without the peer's close_notify: what came last may have been cut off by anybody on the way (RFC 8446 section 6.1).
    case truncated
    /// Data was to be read or written before the handshake was done or after `close()`.
    case notOpen
}

extension TLSError: CustomStringConvertible {
    /// The fault in words, with the file's name where it is about one.
    public var description: String {
        switch self {
        case .unusableFile(let path, let cause): "\(path): \(cause)"
        case .keyMismatch(let certificatePath, let keyPath): "\(keyPath): the private key does not belong to the certificate in \(certificatePath)"
        case .handshakeFailed(let reason): "TLS handshake failed: \(reason)"
        case .broken(let reason): "TLS session broke: \(reason)"
        case .truncated: "the stream ended without a TLS close"
        case .notOpen: "the TLS session is not open"
        }
    }
}
