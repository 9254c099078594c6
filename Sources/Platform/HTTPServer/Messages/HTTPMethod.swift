/// A request method this server knows. A request with any other is refused with 501 (RFC 9110 section 9.1).
///
/// CONNECT is not among them: an origin server has no tunnel to offer, so it too is "not implemented".
public enum HTTPMethod: String, CaseIterable, Hashable, Sendable, CustomStringConvertible {
    /// RFC 9110 section 9.3.1.
    case get = "GET"
    /// RFC 9110 section 9.3.2.
    case head = "HEAD"
    /// RFC 9110 section 9.3.3.
    case post = "POST"
    /// RFC 9110 section 9.3.4.
    case put = "PUT"
    /// RFC 9110 section 9.3.5.
    case delete = "DELETE"
    /// RFC 9110 section 9.3.7.
    case options = "OPTIONS"
    /// RFC 9110 section 9.3.8.
    case trace = "TRACE"
    /// RFC 5789.
    case patch = "PATCH"

    /// The token as it stands in a request line.
    public var description: String { rawValue }

    /// Methods are case-sensitive: `get` is another method than `GET`.
    init?(token: UnsafeRawBufferPointer) {
        // There is one method of a length and an initial, so that a token is compared once.
        let candidate: (method: HTTPMethod, name: StaticString)? =
            switch (token.count, token.first) {
            case (3, UInt8(ascii: "G")): (.get, "GET")
            case (3, UInt8(ascii: "P")): (.put, "PUT")
            case (4, UInt8(ascii: "P")): (.post, "POST")
            case (4, UInt8(ascii: "H")): (.head, "HEAD")
            case (5, UInt8(ascii: "P")): (.patch, "PATCH")
            case (5, UInt8(ascii: "T")): (.trace, "TRACE")
            case (6, UInt8(ascii: "D")): (.delete, "DELETE")
            case (7, UInt8(ascii: "O")): (.options, "OPTIONS")
            default: nil
            }
        guard let candidate, token.equals(candidate.name) else { return nil }
        self = candidate.method
    }
}
