public import Reactor

/// What an observer hears: for access logs and metrics. Called on the connection's loop, so it must not block.
public enum ServerEvent: Sendable {
    /// A request has had its answer, or will never have one.
    case finished(Exchange)
    /// A connection ended otherwise than by its client's or this server's orderly wish.
    case connectionFailed(peer: SocketAddress, reason: ConnectionFailure)
    /// Connections wait in the kernel's queue, and no idle one is left to make room for them. Told once, until it is over.
    case acceptingPaused(AcceptingShortage)
    /// For a second no connection has had to wait; `after` is the time since `acceptingPaused`, with that second.
    case acceptingResumed(after: Duration)
    /// The listening socket broke and the loop that reports it accepts no more.
    case listeningFailed(SocketError)
}

/// Why no more connections are accepted.
public enum AcceptingShortage: Hashable, Sendable {
    /// As many are open as may be.
    case connections(maximum: Int)
    /// The system has no descriptor or memory for another.
    case descriptors
}

/// One request with its answer.
public struct Exchange: Sendable {
    /// Nil if the request could not be read that far.
    public var head: RequestHead? { recipient.head }
    /// What the answer bears in `x-request-id`.
    public var requestID: String { recipient.requestID.text }
    /// Who asked.
    public let peer: SocketAddress
    /// Nil where the client left before there was an answer.
    public let status: HTTPStatus?
    /// Why the server answered by itself; nil for an answer of the route's own.
    public let refusal: Refusal.Reason?
    /// What the route threw, but for a `PathParameterError`, which is the client's fault. Its text was not sent and is not known to be free of
    /// secrets: its type is what can be logged of it safely.
    public let failure: (any Error)?
    /// Bytes of the answer's content, before chunking.
    public let bodyBytes: Int
    /// From the end of the head to the answer's being ready to leave, or to the end of its stream.
    public var duration: Duration { began.duration(to: ended) }

    /// Whether the request was for this path, as sent.
    public func isOf(path: String) -> Bool { head?.hasPath(path) ?? false }

    let recipient: Recipient
    let began: MonotonicTime
    let ended: MonotonicTime
}

/// Why a connection was given up.
public enum ConnectionFailure: Error, Hashable, Sendable {
    /// The client did not read what it was sent.
    case writeTimedOut
    /// The client ended or reset the connection within a request or an answer.
    case brokenOff
    /// The TLS handshake was not finished in time.
    case handshakeTimedOut
    /// The client and this server could not agree on TLS, or a record was not genuine; the text is OpenSSL's, about the protocol only.
    case tls(String)
    /// The server's shutdown ended it before it was done.
    case shutDown
    /// Anything else the system reported.
    case system(SystemError)
}
