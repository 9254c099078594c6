extension Connection {
    /// How much is gathered before it is sent, where requests sent ahead have short answers.
    private static let gathered = 64 * 1024

    /// Sends an answer and tells the observer. False if the connection is to close after it.
    @discardableResult
    func send(_ outcome: Outcome, to recipient: Recipient, since started: SuspendingClock.Instant) async throws(ConnectionError) -> Bool {
        guard !handle.isHungUp, !(outcome.failure is NoAnswer) else {
            report(outcome, recipient, wasAnswered: false, bodyBytes: 0, since: started)
            throw .ended
        }
        let form = AnswerForm(outcome.response, to: recipient)
        let sent = appendHead(of: outcome, form, recipient)
        switch sent.outcome.response.body {
        case .bytes(let bytes):
            if sent.form.hasContent { transport.output.append(contentsOf: bytes) }
            if transport.output.count > Self.gathered { try await transport.flush() }
            report(sent.outcome, recipient, bodyBytes: sent.form.hasContent ? bytes.count : 0, since: started)
        case .stream(let produce):
            guard sent.form.hasContent else {
                report(sent.outcome, recipient, bodyBytes: 0, since: started)
                break
            }
            let sink = StreamSink(transport, isChunked: sent.form.framing == .chunked)
            let failure = await stream(produce, to: sink, sent.outcome.cancelsOnHangup)
            report(sent.outcome, recipient, failure: failure, bodyBytes: sink.bodyBytes, since: started)
            if let ending = sink.ending { throw ending }
            // Without the last chunk, so that nobody takes a part for the whole.
            if failure != nil || handle.isHungUp { throw .ended }
            if sent.form.framing == .chunked { transport.output.append(contentsOf: Chunk.last) }
        }
        return sent.form.keepsAlive
    }

    /// Appends the head of the answer; if that cannot be sent, of the 500 that takes its place.
    private func appendHead(of outcome: Outcome, _ form: AnswerForm, _ recipient: Recipient) -> (outcome: Outcome, form: AnswerForm) {
        if (try? serializer.appendHead(of: outcome.response, requestID: recipient.requestID, form: form, to: &transport.output)) != nil {
            return (outcome, form)
        }
        let refusal = Refusal(.handlerFailed, requestID: recipient.requestID)
        // A refusal that cannot be sent either leaves nothing to say but its status.
        let isRefusal = outcome.refusal == .handlerFailed
        let response = isRefusal ? Response(status: refusal.status) : service.response(to: refusal, head: recipient.head)
        let replacement = Outcome(
            response, refusal: .handlerFailed, failure: ResponseSerializer.InvalidField(), bodyWasRead: outcome.bodyWasRead)
        return appendHead(of: replacement, AnswerForm(response, to: recipient), recipient)
    }

    /// Runs a stream to its end; answers what it threw.
    private func stream(
        _ produce: @Sendable (ResponseWriter) async throws -> Void, to sink: StreamSink, _ cancelsOnHangup: Bool
    ) async -> (any Error)? {
        do {
            try await sink.begin()
            try await noticingHangup(cancelsOnHangup) { try await produce(ResponseWriter(sink)) }
            return nil
        } catch {
            return error
        }
    }

    private func report(
        _ outcome: Outcome, _ recipient: Recipient, wasAnswered: Bool = true, failure: (any Error)? = nil, bodyBytes: Int,
        since started: SuspendingClock.Instant
    ) {
        service.observer(
            .finished(
                Exchange(
                    head: recipient.head,
                    requestID: recipient.requestID,
                    peer: facts.peer,
                    status: wasAnswered ? outcome.response.status : nil,
                    refusal: outcome.refusal,
                    failure: outcome.failure ?? failure,
                    bodyBytes: bodyBytes,
                    duration: started.duration(to: .now))))
    }
}
