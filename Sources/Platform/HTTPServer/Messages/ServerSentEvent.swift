/// One event of a `text/event-stream` (HTML Living Standard section 9.2).
public struct ServerSentEvent: Hashable, Sendable {
    /// What `addEventListener` of a browser's `EventSource` listens for.
    public let name: String
    /// Text; several lines are sent as several `data` lines.
    public let data: String
    /// What a browser repeats in `Last-Event-ID` when it connects again.
    public let id: String?

    /// An event. Line breaks in `name` and `id`, which cannot be sent, are dropped.
    public init(name: String, data: String, id: String? = nil) {
        self.name = Self.withoutLineBreaks(name)
        self.data = data
        self.id = id.map(Self.withoutLineBreaks)
    }

    var bytes: [UInt8] {
        var text = "event: \(name)\n"
        if let id { text += "id: \(id)\n" }
        for line in data.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) { text += "data: \(line)\n" }
        return Array((text + "\n").utf8)
    }

    private static func withoutLineBreaks(_ text: String) -> String {
        text.filter { !$0.isNewline }
    }
}

extension ResponseWriter {
    /// Sends one event.
    public func send(_ event: ServerSentEvent) async throws {
        try await write(event.bytes)
    }

    /// Sends a comment, which a client drops: it keeps proxies from closing a quiet stream, and finds out whether the client is still there.
    public func sendComment(_ text: String = "") async throws {
        try await write(Array(": \(text.filter { !$0.isNewline })\n\n".utf8))
    }
}

extension Response {
    /// A stream of events, which goes on until the closure returns or the client leaves.
    public static func events(headers: HTTPHeaders = [:], _ produce: @escaping Producer) -> Response {
        var headers = headers
        headers["Content-Type"] = "text/event-stream"
        headers["Cache-Control"] = "no-store"
        return Response(status: .ok, headers: headers, body: .stream(produce))
    }
}
