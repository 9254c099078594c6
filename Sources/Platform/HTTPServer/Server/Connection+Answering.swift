import Reactor
import Secrets

extension Connection {
    /// Answers a request; false if the connection is to close after it.
    func answer(_ head: RequestHead) async throws(ConnectionError) -> Bool {
        let started = MonotonicTime.now
        // On every way out. A stream may use the body to its end, and goes on being handled.
        defer { release() }
        let outcome = try await outcome(of: head)
        // Any other answer is made, and the body gone. Not after the answer has left: a client that has it may send its next request at once.
        if case .bytes = outcome.response.body { release() }
        let keepsAlive = head.storage.parsed.keepsAlive && outcome.bodyWasRead && !isLast
        return try await send(outcome, to: Recipient(head, keepsAlive: keepsAlive), since: started)
    }

    /// Gives back what the request took of what all share.
    private func release() {
        bodyReservation.giveBack()
        place.giveBack()
    }

    /// Whether the answer that is being made is the connection's last. Requests that were sent ahead before the server's end are answered too, and only
    /// the last answer says that it is the last (RFC 9112 section 9.6).
    private var isLast: Bool {
        guard let since = handle.drainsSince else { return false }
        return since.advanced(by: Self.endurance) < .now || (input.isEmpty && !transport.readAtOnce(into: input))
    }

    /// How long a client that sends ahead without end is answered when the server ends.
    private static let endurance = Duration.seconds(2)

    /// Route, admission, body, handler: in this order, so that a body is read only of who may send it.
    private func outcome(of head: RequestHead) async throws(ConnectionError) -> Outcome {
        let match: Router.Match
        do { match = try service.router.match(head) } catch { return refused(error, head) }
        if let answer = match.route.constant, head.framing == .none { return Outcome(answer, bodyWasRead: true) }
        var handler = match.route.handler
        if let admit = match.route.admit {
            switch try await waiting({ try await admit(head, match.parameters) }) {
            case .success(.handle(let admitted)): handler = admitted
            case .success(.refuse(let response)): return Outcome(response, bodyWasRead: !head.framing.hasContent)
            case .failure(let error): return failed(error, head)
            }
        }
        if match.route.options.requiresBody, head.framing == .none { return refused(.lengthRequired, head) }
        var body = Self.noBody
        if head.framing.hasContent {
            do throws(ConnectionError) {
                body = try await readBody(of: head)
            } catch .refused(let reason) {
                return refused(reason, head)
            }
        }
        return try await handled(Request(head: head, body: body), match, by: handler)
    }

    private func handled(_ request: Request, _ match: Router.Match, by handler: Handler) async throws(ConnectionError) -> Outcome {
        let options = match.route.options
        let cancelsOnHangup = options.cancelsOnHangup
        // Asked when the body is there: a client that is slow to send it holds no place, and one that is refused keeps its connection.
        if !options.isHandledUnderOverload {
            do { try place.take() } catch { return refused(error, request.head, bodyWasRead: true) }
        }
        do {
            let response: Response
            if transport.isFlushed, !cancelsOnHangup {
                // The common case, at the price of a call.
                response = try await handler(request, match.parameters)
            } else {
                response = try await waiting {
                    try await self.noticingHangup(cancelsOnHangup) { try await handler(request, match.parameters) }
                }.get()
            }
            return Outcome(response, bodyWasRead: true, cancelsOnHangup: cancelsOnHangup)
        } catch let error as ConnectionError {
            throw error
        } catch {
            return failed(error, request.head, bodyWasRead: true)
        }
    }

    /// All requests without a body share it.
    private static let noBody = SecretBytes([])

    /// Lets earlier answers leave while the program's own code waits for something. `ConnectionError` if they could not.
    private func waiting<Value>(_ work: () async throws -> Value) async throws(ConnectionError) -> Result<Value, any Error> {
        try transport.deferFlush()
        let result: Result<Value, any Error>
        do { result = .success(try await work()) } catch { result = .failure(error) }
        try await transport.settle()
        return result
    }

    private func refused(_ reason: Refusal.Reason, _ head: RequestHead, bodyWasRead: Bool? = nil) -> Outcome {
        let response = service.response(to: Refusal(reason, requestID: head.requestID), head: head)
        return Outcome(response, refusal: reason, bodyWasRead: bodyWasRead ?? !head.framing.hasContent)
    }

    private func failed(_ error: any Error, _ head: RequestHead, bodyWasRead: Bool? = nil) -> Outcome {
        let reason = Refusal.Reason.thrown(error)
        let response = service.response(to: Refusal(reason, requestID: head.requestID), head: head)
        // That a path names nothing is the client's fault, and no failure of the route.
        let failure = reason == .handlerFailed ? error : nil
        return Outcome(response, refusal: reason, failure: failure, bodyWasRead: bodyWasRead ?? !head.framing.hasContent)
    }
}
