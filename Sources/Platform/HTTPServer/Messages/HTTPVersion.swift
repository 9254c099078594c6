/// The HTTP/1 minor version a client speaks; a higher one than 1.1 counts as 1.1 (RFC 9110 section 2.5).
public enum HTTPVersion: Hashable, Sendable, CustomStringConvertible {
    /// No chunked coding, no 100 (Continue), and no keep-alive unless the client asks for it.
    case http10
    /// RFC 9112.
    case http11

    /// `HTTP/1.0` or `HTTP/1.1`.
    public var description: String {
        switch self {
        case .http10: "HTTP/1.0"
        case .http11: "HTTP/1.1"
        }
    }
}
