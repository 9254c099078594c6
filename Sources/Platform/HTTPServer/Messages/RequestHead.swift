public import Reactor
import Secrets

/// What a request says before its body. A view over its bytes, which go away, wiped, with the last copy.
public struct RequestHead: Sendable {
    let storage: Storage

    /// GET, POST, …
    public var method: HTTPMethod { storage.parsed.method }

    /// The client's version.
    public var version: HTTPVersion { storage.parsed.version }

    /// The target exactly as sent: path and query, an absolute URL, or `*`.
    public var target: String { storage.text(storage.parsed.target) }

    /// The path as sent, percent-encoded, without the query; `/` for an absolute URL that has none, `*` for the server as a whole.
    public var path: String { storage.parsed.path.isEmpty ? "/" : storage.text(storage.parsed.path) }

    /// Whether the path as sent is this one; not empty.
    func hasPath(_ path: String) -> Bool {
        storage.withBytes { bytes in path.withUTF8Bytes { bytes.slice(storage.parsed.path).equals($0) } }
    }

    /// The items of the query; read anew on each call.
    public var query: QueryItems {
        storage.withBytes { QueryItems($0.slice(storage.parsed.query)) }
    }

    /// The header fields.
    public var headers: RequestHeaders { RequestHeaders(head: storage) }

    /// The client's `x-request-id` if it is sane, else one made for this request (contract section 1).
    public var requestID: String { storage.requestID.text }

    /// Who is at the other end of the connection.
    public var peer: SocketAddress { storage.connection.peer }

    /// Whether the connection is encrypted by this server.
    public var isTLS: Bool { storage.connection.isTLS }

    /// Whether the client showed a certificate at the handshake that its configured authority signed.
    public var clientCertificateVerified: Bool { storage.connection.clientCertificateVerified }

    /// Whether a body is announced, be it an empty one.
    public var announcesBody: Bool { storage.parsed.framing != .none }

    /// Whether the body comes in another form than its media type's: there is a `Content-Encoding`, whatever it says (RFC 9110 section 8.4).
    public var isContentEncoded: Bool { storage.parsed.isContentEncoded }

    var framing: BodyFraming { storage.parsed.framing }
}

extension RequestHead: CustomStringConvertible, CustomReflectable {
    /// Method and path: neither the query nor a header's value, which may be private.
    public var description: String { "\(method) \(path)" }
    /// Hides the bytes from `dump` and from the printing of an enclosing value.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension RequestHead {
    /// What all requests of a connection have in common.
    struct ConnectionFacts: Sendable {
        var peer: SocketAddress
        var isTLS = false
        var clientCertificateVerified = false
    }

    /// One reference behind all copies of a head.
    final class Storage: Sendable {
        private let bytes: SecretBytes
        let parsed: ParsedHead
        let requestID: RequestID
        let connection: ConnectionFacts

        /// `newID` makes the id of a request that has none, or none that is sane.
        init(bytes: UnsafeRawBufferPointer, parsed: ParsedHead, connection: ConnectionFacts, newID: () -> RequestID = RequestID.next) {
            self.bytes = SecretBytes(capacity: bytes.count) { copy in
                copy.copyMemory(from: bytes)
                return bytes.count
            }
            self.parsed = parsed
            self.connection = connection
            requestID = parsed.requestID.flatMap { RequestID(taken: bytes.slice($0)) } ?? newID()
        }

        /// Lends the bytes of the whole head.
        @inline(__always)
        func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
            bytes.withUnsafeBytes(body)
        }

        func text(_ range: Range<UInt32>) -> String {
            withBytes { String(decoding: $0.slice(range), as: UTF8.self) }
        }
    }
}
