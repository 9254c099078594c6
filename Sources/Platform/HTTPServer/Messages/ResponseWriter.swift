/// Where the pieces of a streamed body go.
protocol BodySink: AnyObject {
    func write(_ part: [UInt8]) async throws
}

/// Writes a streamed body, piece by piece. Not `Sendable`: one task writes, so that pieces cannot interleave; what other tasks produce comes to it
/// through an `AsyncSequence`.
public final class ResponseWriter {
    private let sink: any BodySink

    init(_ sink: any BodySink) {
        self.sink = sink
    }

    /// Sends a piece now, and waits while the client is slower than the writer. Throws `ClientHasLeft` when there is nobody to
    /// write to any more.
    public func write(_ part: [UInt8]) async throws {
        guard !part.isEmpty else { return }
        try await sink.write(part)
    }
}

/// The client of a stream has left, or has read nothing for too long.
public struct ClientHasLeft: Error, Hashable, Sendable {}
