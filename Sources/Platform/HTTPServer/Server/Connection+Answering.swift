import Reactor
import Secrets

// Route, admission, body, handler: in this order, so that a body is read only of who may send it. Each step goes as far as it gets without waiting, and
// answers what has to be waited for; nil when the answer is ready to leave and the connection can go on.
extension Connection {
    func answer(_ head: RequestHead) throws(ConnectionError) -> Wait? {
        let started = MonotonicTime.now
        let inquiry: Inquiry
        do {
            inquiry = Inquiry(head: head, match: try service.routes.match(head), since: started)
        } catch {
            return try conclude(refused(error, head), head, since: started)
        }
        let route = inquiry.match.route
        if let answer = route.constant, head.framing == .none {
            return try conclude(Outcome(answer, bodyWasRead: true), head, since: started)
        }
        guard let admit = route.admit else { return try admitted(inquiry, by: route.decide) }
        return try follow(Result { try admit(head, inquiry.match.parameters) }, of: inquiry)
    }

    /// Does what the admission said, or threw.
    func follow(_ step: Result<Route.Step, any Error>, of inquiry: Inquiry) throws(ConnectionError) -> Wait? {
        switch step {
        case .success(.handle(let decide)): return try admitted(inquiry, by: decide)
        case .success(.wait(let ask)): return .admission(inquiry, ask)
        case .success(.refuse(let response)):
            return try conclude(Outcome(response, bodyWasRead: !inquiry.head.framing.hasContent), inquiry.head, since: inquiry.since)
        case .failure(let error): return try conclude(failed(error, inquiry.head), inquiry.head, since: inquiry.since)
        }
    }

    private func admitted(_ inquiry: Inquiry, by decide: @escaping Route.Decide) throws(ConnectionError) -> Wait? {
        let head = inquiry.head
        guard head.framing.hasContent else {
            if inquiry.match.route.options.requiresBody, head.framing == .none {
                return try conclude(refused(.lengthRequired, head), head, since: inquiry.since)
            }
            return try handle(inquiry, Self.noBody, by: decide)
        }
        if let body = BodyDecoder.whole(head.framing, in: input, limits: service.configuration.limits, memory: service.bodyMemory) {
            return try handle(inquiry, body, by: decide)
        }
        let body: SecretBytes
        do throws(ConnectionError) {
            var decoder = try decoder(for: head)
            // A client that already sends does not wait for leave (RFC 9110 section 10.1.1).
            let asksForLeave = head.storage.parsed.expectsContinue && input.isEmpty
            guard let whole = try decode(&decoder) else {
                if asksForLeave { transport.output.append(literal: "HTTP/1.1 100 Continue\r\n\r\n") }
                return .body(inquiry, decoder, decide)
            }
            body = whole
        } catch .refused(let reason) {
            return try conclude(refused(reason, head), head, since: inquiry.since)
        }
        return try handle(inquiry, body, by: decide)
    }

    func handle(_ inquiry: Inquiry, _ body: SecretBytes, by decide: Route.Decide) throws(ConnectionError) -> Wait? {
        // Asked when the body is there: a client that is slow to send it holds no place, and one that is refused keeps its connection.
        let needsPlace = !inquiry.match.route.options.isHandledUnderOverload
        guard !needsPlace || service.requestPlaces.hasRoom(for: 1) else {
            return try conclude(refused(.overloaded, inquiry.head, bodyWasRead: true), inquiry.head, since: inquiry.since)
        }
        let reply: Reply
        do {
            reply = try decide(Request(head: inquiry.head, body: body), inquiry.match.parameters)
        } catch {
            return try answered(inquiry, .failure(error))
        }
        if case .answer(let response) = reply, response.length != nil { return try answered(inquiry, .success(response)) }
        // What is not answered by now goes on when others are handled, and counts beside them. Nothing of it has begun.
        do throws(Refusal.Reason) {
            if needsPlace { place = try RequestPlace(among: service.requestPlaces) }
            if body.count > 0 { try reserve(body.count) }
        } catch {
            return try conclude(refused(error, inquiry.head, bodyWasRead: true), inquiry.head, since: inquiry.since)
        }
        switch reply {
        case .answer(let response): return try answered(inquiry, .success(response))
        case .wait(let work): return .answer(inquiry, work)
        }
    }

    /// What the handler answered, or threw.
    func answered(_ inquiry: Inquiry, _ response: Result<Response, any Error>) throws(ConnectionError) -> Wait? {
        let outcome: Outcome
        switch response {
        case .success(let response):
            outcome = Outcome(response, bodyWasRead: true, cancelsOnHangup: inquiry.match.route.options.cancelsOnHangup)
        case .failure(let error): outcome = failed(error, inquiry.head, bodyWasRead: true)
        }
        return try conclude(outcome, inquiry.head, since: inquiry.since)
    }

    func conclude(_ outcome: Outcome, _ head: RequestHead, since started: MonotonicTime) throws(ConnectionError) -> Wait? {
        let isStreamed = outcome.response.length == nil
        // The answer is made, and the body needed no more. Not after the answer has left: a client that has it may send its next request at once. A
        // stream may use the body to its end, and goes on being handled.
        if !isStreamed { release() }
        let keepsAlive = head.storage.parsed.keepsAlive && outcome.bodyWasRead && !isLast
        let wait = try send(outcome, to: .request(head, keepsAlive: keepsAlive), since: started)
        guard isStreamed else { return wait }
        if case .stream = wait { return wait }
        // To HEAD, or replaced.
        release()
        return wait
    }

    /// Gives back what the request took of what all share, and the memory that only a large one needs.
    func release() {
        // Now, and not when the last who refers to it is done.
        bodyReservation?.giveBack()
        bodyReservation = nil
        place = nil
        input.shrink()
    }

    /// For a whole body.
    private func reserve(_ count: Int) throws(Refusal.Reason) {
        let reservation = bodyReservation ?? BodyReservation(of: service.bodyMemory)
        bodyReservation = reservation
        try reservation.cover(count, of: count)
    }

    /// Whether the answer that is being made is the connection's last. Requests that were sent ahead before the server's end are answered too, and only
    /// the last answer says that it is the last (RFC 9112 section 9.6).
    private var isLast: Bool {
        guard let since = handle.drainsSince else { return false }
        return since.advanced(by: Self.endurance) < .now || (input.isEmpty && !transport.readAtOnce(into: input))
    }

    /// How long a client that sends ahead without end is answered when the server ends.
    private static let endurance = Duration.seconds(2)

    /// All requests without a body share it.
    private static let noBody = SecretBytes([])

    func refused(_ reason: Refusal.Reason, _ head: RequestHead, bodyWasRead: Bool? = nil) -> Outcome {
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
