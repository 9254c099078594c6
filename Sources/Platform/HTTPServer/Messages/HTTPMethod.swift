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
        guard let candidate = Self.candidate(length: token.count, initial: token.first ?? 0), token.equals(candidate.rawValue) else { return nil }
        self = candidate
    }

    /// The one method of this length and initial; so a token is compared once.
    private static func candidate(length: Int, initial: UInt8) -> HTTPMethod? {
        switch (length, initial) {
        case (3, UInt8(ascii: "G")): .get
        case (3, UInt8(ascii: "P")): .put
        case (4, UInt8(ascii: "P")): .post
        case (4, UInt8(ascii: "H")): .head
        case (5, UInt8(ascii: "P")): .patch
        case (5, UInt8(ascii: "T")): .trace
        case (6, UInt8(ascii: "D")): .delete
        case (7, UInt8(ascii: "O")): .options
        default: nil
        }
    }
}
