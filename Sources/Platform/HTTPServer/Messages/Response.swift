/// An answer.
public struct Response: Sendable {
    /// What follows the header section.
    public enum Body: Sendable {
        /// Sent with its length, in one piece with the header section.
        case bytes([UInt8])
        /// Written piece by piece while the closure runs: chunked, and to an HTTP/1.0 client until the connection ends. A closure that throws breaks
        /// the connection off, so that nobody takes a part for the whole (an HTTP/1.0 client has no way to tell).
        case stream(Producer)

        /// Nil where it is known only when all is written.
        var length: Int? {
            if case .bytes(let bytes) = self { bytes.count } else { nil }
        }
    }

    /// Writes a stream to its end.
    public typealias Producer = @Sendable (ResponseWriter) async throws -> Void

    /// The status.
    public var status: HTTPStatus { didSet { written = nil } }
    /// The fields besides those the server itself sets (see `HTTPHeaders`).
    public var headers: HTTPHeaders { didSet { written = nil } }
    /// The content. Not sent for HEAD and with a status that has none.
    public var body: Body
    /// What `writtenOut()` has written.
    private(set) var written: WrittenHead?

    /// An answer, without content unless said otherwise.
    public init(status: HTTPStatus = .ok, headers: HTTPHeaders = [:], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The same, for an answer that goes out again and again: status and fields are checked and written here, once, and not at each sending.
    public func writtenOut() -> Response {
        var response = self
        // Fields that cannot be sent are found out when they are.
        response.written = try? WrittenHead(status, headers)
        return response
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
