import HTTPServer
import JSON
import Payments
import Reactor

/// A card endpoint of iFortePay. It refuses, in this order:
/// - without the merchant's Basic credentials: HTTP 401, `04`; with a `sub-merchant-id`, of which the sandbox has none: HTTP 403, `04`;
/// - no JSON object, or one without `external_id` and `order_id`: HTTP 400, `01`;
/// - another `x-req-signature` than theirs: HTTP 401, `04`;
/// - wrong headers or fields: HTTP 400, `01`, with all messages at once;
/// - more outcomes under way than it keeps: HTTP 503, `98`.
struct ChargeRoute: Sendable {
    let operation: ChargeOperation
    let check: MerchantCheck
    let memory: SandboxMemory
    let outcomes: OutcomeQueue
    let configuration: SandboxConfiguration
    /// Where a client that gets no answer waits.
    let loop: EventLoop

    func add(to router: inout Router) {
        // Only an amount that asks for silence keeps a handler waiting: it ends when the client gives up.
        router.add(.post, operation.path, options: RouteOptions(cancelsOnHangup: true)) { head, _ -> Admission<Void> in
            guard let refusal = check.refusal(of: head.headers) else { return .admitted(()) }
            return .refused(answer(refusal, to: head, nil))
        } handler: { request, _, _ in
            try await respond(to: request)
        }
    }

    private func respond(to request: Request) async throws(NoAnswer) -> Response {
        let submission: ChargeSubmission
        let form: PageForm
        do throws(ProviderAnswer) {
            (submission, form) = try read(request)
        } catch {
            return answer(error, to: request.head, nil)
        }
        guard outcomes.hasRoom else {
            return answer(ProviderAnswer(status: 503, .systemError, error: "too many payments are under way"), to: request.head, submission)
        }
        switch memory.take(submission) {
        case .answer(let transaction):
            schedule(transaction)
            return answer(accepted(transaction, form, request.head), to: request.head, submission)
        case .cut(let transaction):
            schedule(transaction)
            note(request.head, submission, .cut)
            throw NoAnswer()
        case .decline: return answer(ProviderAnswer(.failed), to: request.head, submission)
        case .used: return answer(.externalIDUsed, to: request.head, submission)
        case .refuse(let status): return answer(.refusal(status: status), to: request.head, submission)
        case .silence:
            note(request.head, submission, .none)
            // Woken by the client's hang-up or by the limit: either way nobody is told anything.
            try? await loop.sleep(for: configuration.limits.silence)
            throw NoAnswer()
        }
    }

    /// What happens by itself later. Nobody can press a button of a page whose link was cut off, so that one is paid in any case.
    private func schedule(_ transaction: Transaction) {
        let delay = configuration.callbackDelay
        if transaction.state != .awaitingPayer {
            outcomes.tell(transaction, after: delay)
        } else if configuration.payer == .auto || transaction.scenario.reply == .acceptAndCut {
            outcomes.pay(reference: transaction.identifiers.reference, after: delay)
        }
    }

    private func accepted(_ transaction: Transaction, _ form: PageForm, _ head: RequestHead) -> ProviderAnswer {
        guard !operation.isDirect else { return ProviderAnswer(.success, data: .decision(transaction)) }
        // The parser let only a host and a port pass.
        let origin = configuration.pageURL ?? "http://" + (head.headers["host"] ?? configuration.address.description)
        let reference = transaction.identifiers.reference
        return switch form {
        case .url: ProviderAnswer(.success, data: .link(PayerPage.link(reference: reference, origin: origin)))
        case .html: ProviderAnswer(.success, data: .html(PayerPage.selfSubmittingForm(reference: reference, origin: origin)))
        }
    }

    private func answer(_ answer: ProviderAnswer, to head: RequestHead, _ submission: ChargeSubmission?) -> Response {
        note(head, submission, .answered(status: answer.status, responseCode: answer.code.rawValue, error: answer.error))
        return Response(answer)
    }

    private func note(_ head: RequestHead, _ submission: ChargeSubmission?, _ reply: ReceivedRequest.Reply) {
        let responseType = head.headers["response-type"].map { String($0.prefix(16)) }
        memory.note(ReceivedRequest(at: .now, path: operation.path, responseType: responseType, submission: submission, reply: reply))
    }
}

extension ChargeRoute {
    /// The charge that a request asks for and how its page is to be handed out, or the refusal.
    private func read(_ request: Request) throws(ProviderAnswer) -> (ChargeSubmission, PageForm) {
        let root = try document(request)
        let ids = ["external_id", "order_id"].map { name in (name, root[name]?.string) }
        guard let externalID = ids[0].1, let orderID = ids[1].1, !externalID.isEmpty, !orderID.isEmpty else {
            throw .invalid(ids.filter { $0.1?.isEmpty != false }.map { "\($0.0) is required" })
        }
        let headers = request.head.headers
        guard check.accepts(signature: headers.secret(named: "x-req-signature"), externalID: externalID, orderID: orderID) else {
            throw .unauthorized("x-req-signature is not the SHA-256 of hash key, external_id and order_id")
        }
        var messages = headerMessages(headers)
        let form = headers["response-type"].map(PageForm.init(rawValue:)) ?? .html
        if form == nil { messages.append("response-type must be html or url") }
        var submission: ChargeSubmission?
        do throws(ChargeReader.Invalid) {
            submission = try ChargeReader.read(root, for: operation)
        } catch {
            messages += error.messages
        }
        guard let submission, let form, messages.isEmpty else { throw .invalid(messages) }
        return (submission, form)
    }

    private func document(_ request: Request) throws(ProviderAnswer) -> JSONValue {
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONDocument(parsing: request.body).root
        } catch {
            throw .invalid(["the body is not JSON: \(error)"])
        }
        guard root.kind == .object else { throw .invalid(["the body must be a JSON object"]) }
        return root
    }

    private func headerMessages(_ headers: RequestHeaders) -> [String] {
        var messages: [String] = []
        let mediaType = headers["content-type"]?.prefix { $0 != ";" && $0 != " " }.lowercased()
        if mediaType != "application/json" { messages.append("Content-Type must be application/json") }
        if headers["x-version"] != "v3" { messages.append("x-version must be v3") }
        return messages
    }
}
