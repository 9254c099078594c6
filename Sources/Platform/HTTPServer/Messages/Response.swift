/// An answer.
public struct Response: Sendable {
    /// What follows the header section.
    public enum Body: Sendable {
        /// Sent with its length, in one piece with the header section.
        case bytes([UInt8])
        /// Written piece by piece while the closure runs: chunked, and to an HTTP/1.0 client until the connection ends. A closure that throws breaks
        /// the connection off, so that nobody takes a part for the whole (an HTTP/1.0 client has no way to tell).
        case stream(Producer)
    }

    /// Writes a stream to its end.
    public typealias Producer = @Sendable (ResponseWriter) async throws -> Void

    /// All of it behind one reference: an answer is handed on several times before it leaves, and the one that goes out by the thousand is shared by the
    /// loops.
    private final class Parts: Sendable {
        let status: HTTPStatus
        let headers: HTTPHeaders
        let body: Body
        /// The content, where it is not streamed.
        let bytes: [UInt8]
        let written: WrittenHead?

        init(_ status: HTTPStatus, _ headers: HTTPHeaders, _ body: Body, written: WrittenHead? = nil) {
            self.status = status
            self.headers = headers
            self.body = body
            if case .bytes(let bytes) = body { self.bytes = bytes } else { bytes = [] }
            self.written = written
        }
    }

    private var parts: Parts

    /// An answer, without content unless said otherwise.
    public init(status: HTTPStatus = .ok, headers: HTTPHeaders = [:], body: Body = .bytes([])) {
        parts = Parts(status, headers, body)
    }

    /// The status.
    public var status: HTTPStatus {
        get { parts.status }
        set { parts = Parts(newValue, headers, body) }
    }

    /// The fields besides those the server itself sets (see `HTTPHeaders`).
    public var headers: HTTPHeaders {
        get { parts.headers }
        set { parts = Parts(status, newValue, body) }
    }

    /// The content. Not sent for HEAD and with a status that has none.
    public var body: Body {
        get { parts.body }
        set { parts = Parts(status, headers, newValue, written: parts.written) }
    }

    /// The same, for an answer that goes out again and again: status and fields are checked and written here, once, and not at each sending.
    public func writtenOut() -> Response {
        var response = self
        // Fields that cannot be sent are found out when they are.
        response.parts = Parts(status, headers, body, written: try? WrittenHead(status, headers))
        return response
    }

    /// What `writtenOut()` has written.
    var written: WrittenHead? { parts.written }
    /// The content; empty where it is streamed.
    var bytes: [UInt8] { parts.bytes }
    /// Nil where the content is streamed, and so known only when all is written.
    var length: Int? {
        if case .bytes = parts.body { parts.bytes.count } else { nil }
    }
}

extension Response {
    /// The whole content in memory: for tests, and for an answer that is to be looked at before it is sent. Runs a stream to its end.
    public func collectedBody() async throws -> [UInt8] {
        switch body {
        case .bytes(let bytes): return bytes
        case .stream(let produce):
            let sink = MemorySink()
            try await produce(ResponseWriter(sink))
            return sink.bytes
        }
    }
}

private final class MemorySink: BodySink {
    private(set) var bytes: [UInt8] = []

    func write(_ part: [UInt8]) {
        bytes += part
    }
}
