public import Secrets

/// One HTTP request to another server.
///
/// It is refused unsent (`HTTPClientError.notSent`) when its URL is not http or https, holds a user name, or is plain http to a host that the
/// client's `PlainHTTP` setting does not allow; and when a header's name is no token, its value has a control character, or it frames the message.
public struct OutboundRequest: Sendable {
    /// The methods of RFC 9110 and RFC 5789 that a client of ours sends.
    public enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// What is asked for.
    public var method: Method
    /// An absolute http or https URL.
    public var url: String
    /// Sent in this order. `Content-Type` has no default.
    public var headers: [OutboundHeader]
    /// Nil is none; a method that calls for content then says `Content-Length: 0` (RFC 9110 section 8.6).
    public var body: SecretBytes?
    /// How long it may take until the connection stands, the TLS handshake and a wait for a free connection included.
    public var connectLimit: Duration
    /// How long the whole exchange may take, from the call on.
    public var timeLimit: Duration
    /// A larger answer is dropped and counts as none.
    public var maximumResponseBytes: Int
    /// Whether the request may reach the server twice. libcurl sends a request again by itself when a kept connection dies before the first byte of
    /// an answer, though the server may have acted on it; where that must not happen the request gets a connection of its own.
    public var mayBeSentTwice: Bool

    /// Makes a request.
    public init(
        _ method: Method, _ url: String, headers: [OutboundHeader] = [], body: SecretBytes? = nil, connectLimit: Duration = .seconds(5),
        timeLimit: Duration, maximumResponseBytes: Int = 1 << 20, mayBeSentTwice: Bool
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.connectLimit = connectLimit
        self.timeLimit = timeLimit
        self.maximumResponseBytes = maximumResponseBytes
        self.mayBeSentTwice = mayBeSentTwice
    }

    /// What is sent after the headers; nil when the message has no such part.
    var content: SecretBytes? {
        switch method {
        case .post, .put, .patch: body ?? SecretBytes([])
        case .get, .head, .delete: body
        }
    }
}
