import Reactor

/// An answer whose head is written and whose body is to be.
struct AnswerStream {
    let produce: Response.Producer
    let form: AnswerForm
    let outcome: Outcome
    let recipient: Recipient
    let since: MonotonicTime
}

/// Sends the pieces of a streamed body, each as a chunk in one write, or bare to an HTTP/1.0 client.
final class StreamSink: BodySink {
    private let transport: Transport
    private let isChunked: Bool
    private(set) var bodyBytes = 0
    /// Why nothing can be written any more.
    private(set) var ending: ConnectionError?

    init(_ transport: Transport, isChunked: Bool) {
        self.transport = transport
        self.isChunked = isChunked
    }

    /// Sends the head by itself: the first piece may be long in coming.
    func begin() async throws(ClientHasLeft) {
        try await flush()
    }

    func write(_ part: [UInt8]) async throws {
        if isChunked {
            Chunk.append(part, to: transport.output)
        } else {
            transport.output.append(part)
        }
        bodyBytes += part.count
        try await flush()
    }

    private func flush() async throws(ClientHasLeft) {
        guard ending == nil else { throw ClientHasLeft() }
        do throws(ConnectionError) {
            try await transport.flush()
        } catch {
            ending = error
            throw ClientHasLeft()
        }
    }
}
