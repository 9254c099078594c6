import HTTPServer
import JSON
import Payments

/// `/v1/terminals`: the card readers of this machine, and what is read at them (contract, section 3).
struct TerminalRoutes: Sendable {
    static let path = "/v1/terminals"

    let service: TerminalService
    let clock: any GatewayClock

    func add(to table: inout RouteTable) {
        let path = Self.path
        table.addForMerchants(.get, path) { _, _, merchant in .json(.ok, JSONWriter.terminals(await service.terminals(of: merchant))) }
        // Its literal segment wins over the `{id}` beside it.
        table.addForMerchants(.get, path + "/events", options: RouteOptions(cancelsOnHangup: true)) { request, _, merchant in
            TerminalEventStream(service: service, clock: clock).response(for: merchant, request.head.requestID)
        }
        table.addForMerchants(.get, path + "/{id}") { request, parameters, merchant in
            let id = try parameters.value("id") { TerminalID($0) }
            guard let terminal = await service.terminal(id, of: merchant) else { return Self.noSuchTerminal(request.head.requestID) }
            return .json(.ok, JSONWriter.terminal(terminal))
        }
        // Whoever waits and hangs up waits no longer.
        table.addForMerchants(.post, path + "/{id}/reads", options: RouteOptions(cancelsOnHangup: true)) { request, parameters, merchant in
            await start(request, at: try parameters.value("id") { TerminalID($0) }, for: merchant)
        }
        table.addForMerchants(.get, path + "/{id}/reads/{readId}", options: RouteOptions(cancelsOnHangup: true)) { request, parameters, merchant in
            let (id, terminal) = (try parameters.value("readId") { ReadID($0) }, try parameters.value("id") { TerminalID($0) })
            return await show(id, at: terminal, of: merchant, request)
        }
        table.addForMerchants(.delete, path + "/{id}/reads/{readId}") { request, parameters, merchant in
            let (id, terminal) = (try parameters.value("readId") { ReadID($0) }, try parameters.value("id") { TerminalID($0) })
            return Self.response(await service.cancelRead(id, at: terminal, of: merchant), request.head.requestID)
        }
    }

    /// Starts a read, and answers it as it stands once it has ended or the wait is over. Refused:
    ///
    /// - 422 for malformed JSON (field `$`), a `timeoutSeconds` or a `wait` that breaks its rule; nothing was started
    /// - 404 when the merchant has no such terminal
    /// - 409 while another read or a payment waits there
    /// - 503 while there are too many reads, or shutting down
    private func start(_ request: Request, at terminal: TerminalID, for merchant: MerchantID) async -> Response {
        let requestID = request.head.requestID
        let asked: ReadRequest
        do {
            asked = try ReadRequest(request)
        } catch {
            return .problem(.unprocessableContent, error.detail, requestID: requestID, errors: error.errors)
        }
        do {
            let started = try await service.startRead(at: terminal, timeout: asked.timeout, for: merchant)
            let read = await outcome(of: started, waitingAtMost: asked.wait, for: merchant)
            var response = Response.json(.created, JSONWriter.read(read))
            response.headers["Location"] = "\(Self.path)/\(read.terminal)/reads/\(read.id)"
            return response
        } catch {
            return Self.refusal(error, requestID)
        }
    }

    /// The client that hangs up before it has heard the read's id can neither look at it nor cancel it: the terminal is let go for the next.
    private func outcome(of started: TerminalRead, waitingAtMost wait: Duration, for merchant: MerchantID) async -> TerminalRead {
        guard wait > .zero else { return started }
        let read = await service.read(started.id, at: started.terminal, of: merchant, waitingAtMost: wait)
        guard Task.isCancelled else { return read ?? started }
        return await service.cancelRead(started.id, at: started.terminal, of: merchant) ?? started
    }

    /// A read, at the latest when it has ended or the wait is over. Refused: 404, also for another merchant's or at another terminal; 422 for a `wait`
    /// that breaks its rule.
    private func show(_ id: ReadID, at terminal: TerminalID, of merchant: MerchantID, _ request: Request) async -> Response {
        let requestID = request.head.requestID
        var query = QueryReader(request.head.query)
        let wait = query.wait()
        guard query.errors.isEmpty else {
            return .problem(.unprocessableContent, "query parameters are not valid", requestID: requestID, errors: query.errors)
        }
        return Self.response(await service.read(id, at: terminal, of: merchant, waitingAtMost: wait), requestID)
    }

    private static func response(_ read: TerminalRead?, _ requestID: String) -> Response {
        guard let read else { return .problem(.notFound, "there is no such read", requestID: requestID) }
        return .json(.ok, JSONWriter.read(read))
    }

    private static func refusal(_ error: StartReadError, _ requestID: String) -> Response {
        switch error {
        case .noSuchTerminal: noSuchTerminal(requestID)
        case .busy: .problem(.conflict, "a read at this terminal has not ended", requestID: requestID)
        case .tooManyReads: .unavailable("too many reads are kept at the moment", requestID: requestID)
        case .stopping: .unavailable("the gateway is stopping", requestID: requestID)
        }
    }

    private static func noSuchTerminal(_ requestID: String) -> Response {
        .problem(.notFound, "there is no such terminal", requestID: requestID)
    }
}
