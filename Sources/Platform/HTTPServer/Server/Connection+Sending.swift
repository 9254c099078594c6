import Reactor

extension Connection {
    /// How much is gathered before it is sent, where requests sent ahead have short answers.
    private static let gathered = 64 * 1024
    /// From this size on a body is sent from where it lies: it may be the same for thousands of clients, and a slow one must not have a copy of its own.
    private static let uncopied = 16 * 1024

    /// Makes an answer ready to leave and tells the observer; answers what has to be waited for, nil if the connection can go on.
    func send(_ outcome: Outcome, to recipient: Recipient, since started: MonotonicTime) throws(ConnectionError) -> Wait? {
        guard !handle.isHungUp, !(outcome.failure is NoAnswer) else {
            report(outcome, recipient, wasAnswered: false, bodyBytes: 0, since: started)
            throw .ended
        }
        let form = AnswerForm(outcome.response, to: recipient)
        do throws(ResponseSerializer.InvalidField) {
            try serializer.appendHead(of: outcome.response, requestID: recipient.requestID, form: form, to: transport.output)
        } catch {
            return try send(substitute(for: outcome, recipient, error), to: recipient, since: started)
        }
        if form.hasContent, case .stream(let produce) = outcome.response.body {
            return .stream(AnswerStream(produce: produce, form: form, outcome: outcome, recipient: recipient, since: started))
        }
        let length = form.hasContent ? outcome.response.length ?? 0 : 0
        report(outcome, recipient, bodyBytes: length, since: started)
        guard length < Self.uncopied else { return .content(outcome.response.bytes, keepsAlive: form.keepsAlive) }
        if length > 0 { transport.output.append(outcome.response.bytes) }
        guard form.keepsAlive else { return .finish }
        return transport.output.count > Self.gathered ? .flush : nil
    }

    /// The 500 that takes the place of an answer which cannot be sent.
    private func substitute(for outcome: Outcome, _ recipient: Recipient, _ failure: ResponseSerializer.InvalidField) -> Outcome {
        let refusal = Refusal(.handlerFailed, requestID: recipient.requestID.text)
        // A refusal that cannot be sent either leaves nothing to say but its status.
        let isRefusal = outcome.refusal == .handlerFailed
        let response = isRefusal ? Response(status: refusal.status) : service.response(to: refusal, head: recipient.head)
        return Outcome(response, refusal: .handlerFailed, failure: failure, bodyWasRead: outcome.bodyWasRead)
    }

    /// Answers what has to be waited for next.
    func sendStream(_ stream: AnswerStream) async throws(ConnectionError) -> Wait? {
        let sink = StreamSink(transport, isChunked: stream.form.framing == .chunked)
        let failure = await run(stream, to: sink)
        report(stream.outcome, stream.recipient, failure: failure, bodyBytes: sink.bodyBytes, since: stream.since)
        release()
        if let ending = sink.ending { throw ending }
        // Without the last chunk, so that nobody takes a part for the whole.
        if failure != nil || handle.isHungUp { throw .ended }
        if stream.form.framing == .chunked { transport.output.append(Chunk.last) }
        return stream.form.keepsAlive ? nil : .finish
    }

    /// Runs a stream to its end; answers what it threw.
    private func run(_ stream: AnswerStream, to sink: StreamSink) async -> (any Error)? {
        do {
            try await sink.begin()
            try await noticingHangup(stream.outcome.cancelsOnHangup) { try await stream.produce(ResponseWriter(sink)) }
            return nil
        } catch {
            return error
        }
    }

    private func report(
        _ outcome: Outcome, _ recipient: Recipient, wasAnswered: Bool = true, failure: (any Error)? = nil, bodyBytes: Int,
        since started: MonotonicTime
    ) {
        service.observer(
            .finished(
                Exchange(
                    peer: facts.peer,
                    status: wasAnswered ? outcome.response.status : nil,
                    refusal: outcome.refusal,
                    failure: outcome.failure ?? failure,
                    bodyBytes: bodyBytes,
                    recipient: recipient,
                    began: started,
                    ended: .now)))
    }
}
