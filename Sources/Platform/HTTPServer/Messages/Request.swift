import Reactor
public import Secrets

/// A whole request, as a handler gets it.
public struct Request: Sendable {
    /// Everything before the body.
    public let head: RequestHead
    /// The body, decoded from its chunks; empty where none came. May be wiped by whoever used it; else it is with its last copy.
    public let body: SecretBytes

    init(head: RequestHead, body: SecretBytes) {
        self.head = head
        self.body = body
    }
}

extension Request {
    /// A request made in memory, for `Router.respond(to:)`. It is written out and read back by the parser that sockets use, so that it can be no other
    /// than one from the wire, and is refused for the same reasons.
    ///
    /// `Host` is added where it is missing, and `Content-Length` where there is a body and nothing that announces it.
    public init(
        method: HTTPMethod,
        target: String,
        headers: HTTPHeaders = [:],
        body: [UInt8]? = nil,
        from peer: String = "127.0.0.1:0",
        isTLS: Bool = false,
        clientCertificateVerified: Bool = false
    ) throws(Refusal.Reason) {
        var headers = headers
        if headers["Host"] == nil { headers.append("Host", "localhost") }
        if let body, headers["Content-Length"] == nil, headers["Transfer-Encoding"] == nil { headers.append("Content-Length", String(body.count)) }
        var text = "\(method.rawValue) \(target) HTTP/1.1\r\n"
        for field in headers.fields { text += "\(field.name): \(field.value)\r\n" }
        text += "\r\n"

        let facts = RequestHead.ConnectionFacts(peer: try Self.address(peer), isTLS: isTLS, clientCertificateVerified: clientCertificateVerified)
        let input = WipedBuffer(capacity: text.utf8.count)
        Array(text.utf8).withUnsafeBytes { input.append($0) }
        var parser = HeadParser(limits: HTTPLimits())
        guard let (parsed, length) = try parser.parse(input.bytes), length == input.count else { throw .malformedHeaderField }
        head = RequestHead(storage: RequestHead.Storage(bytes: input.bytes, parsed: parsed, connection: facts))
        extendLifetime(input)
        self.body = SecretBytes(body ?? [])
    }

    private static func address(_ text: String) throws(Refusal.Reason) -> SocketAddress {
        do { return try SocketAddress(parsing: text) } catch { throw .invalidHost }
    }
}
