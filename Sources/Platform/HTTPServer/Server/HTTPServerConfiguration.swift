public import Crypto
public import Reactor

/// What a server needs to know before it starts.
public struct HTTPServerConfiguration: Sendable {
    /// Where to listen; port 0 picks one.
    public var address: SocketAddress
    /// What makes the server speak TLS; nil for plain HTTP. `HTTPServer.reload(tls:)` replaces it.
    public var tls: TLSServerContext?
    /// How much of a request is read.
    public var limits = HTTPLimits()
    /// How long a client may take.
    public var timeouts = HTTPTimeouts()
    /// How many connections may be open, other sockets on the server's loops counted in. At the bound those that have been idle longest are closed for
    /// new ones. If none is idle the server stops accepting until one closes: those who come wait in the kernel's queue, which costs nothing here, and
    /// are served late rather than turned away.
    public var maximumConnections = 10_000
    /// How many requests may be handled at one time: from the call of a handler to its answer, or to the end of the stream it answered with. Those
    /// beyond are refused with 503, at once. Below `maximumConnections`, or it is never met: a connection has one request at a time. Routes can be
    /// left out (`RouteOptions.isHandledUnderOverload`). As many as there are connections unless said otherwise.
    public var maximumRequests = Int.max
    /// How many bytes the bodies of all requests may have together. A body that is announced as longer than what is free is refused before it is
    /// read, a chunk likewise. Reserved is what has come, twice over and no more than was announced, so that nobody keeps others out by announcing; a
    /// long body may thus be refused in its midst. It is given back when the handler has answered, or when the stream it answered with has ended. A
    /// request whose body does not fit is refused with 503; one without a body never is.
    ///
    /// While a body is put together its memory may be up to twice its bytes; what a connection reads ahead, as for a header section, is not counted.
    /// With less than `limits.bodyBytes` the largest bodies never fit.
    public var bodyMemory = 256 * 1024 * 1024
    /// Sent with every answer, refusals too, unless the answer has a field of that name.
    public var standingHeaders: HTTPHeaders = ["X-Content-Type-Options": "nosniff"]
    /// Sent besides with every answer over TLS.
    public var standingTLSHeaders: HTTPHeaders = ["Strict-Transport-Security": "max-age=31536000"]

    /// A server at `address` with the limits and time-outs of a payment gateway.
    public init(address: SocketAddress) {
        self.address = address
    }
}

/// How long a client may take. While a handler works no time runs.
public struct HTTPTimeouts: Hashable, Sendable {
    /// For a header section, from its first byte, and of the first on a connection from accept (over TLS also for the handshake): 408.
    public var header: Duration = .seconds(10)
    /// For a body in all: 408.
    public var body: Duration = .seconds(30)
    /// Between requests: the connection closes without a word.
    public var idle: Duration = .seconds(60)
    /// For a client that reads nothing of what it is sent (of each 64 KiB of it, in fact): the connection is broken off.
    public var write: Duration = .seconds(30)
    /// How long what a refused client still sends is read and thrown away, so that it sees the answer and not a reset (RFC 9112 section 9.6).
    public var linger: Duration = .seconds(2)
    /// How much of it.
    public var lingerBytes = 8 * 1024 * 1024

    /// The time-outs of a payment gateway.
    public init() {}
}
