import HTTPClient
import JSON
import Reactor
import Secrets

/// The first journey, step by step: a card payment goes in, its callback comes out, and a forged one does not.
struct Demo: Sendable {
    /// How long the demo waits for an answer, and for what happens by itself.
    private static let patience: Duration = .seconds(15)

    let stage: DemoStage
    let loop: EventLoop

    var gateway: GatewayAPI { stage.gateway }

    private struct Payment {
        let id: String
        let redirectURL: String
    }

    /// Plays every step; throws at the first that does not work.
    func play(_ transcript: inout DemoTranscript) async throws(DemoFailure) {
        let payment = try await transcript.step("a card payment in 3 instalments") { () async throws(DemoFailure) in try await pay() }
        let page = try await transcript.step("its redirect link") { () async throws(DemoFailure) in try await open(payment.redirectURL) }
        try await transcript.step("the payer presses Pay there") { () async throws(DemoFailure) in try await press(page) }
        let callback = try await transcript.step("the callback, its signature verified") { () async throws(DemoFailure) in
            try await receivedCallback(of: payment)
        }
        try await transcript.step("its forward to the merchant backend") { () async throws(DemoFailure) in try await forward(of: callback) }
        try await transcript.step("the payment now") { () async throws(DemoFailure) in try await confirmation(of: payment) }
        try await transcript.step("a forged callback") { () async throws(DemoFailure) in try await forge(payment) }
    }

    private func pay() async throws(DemoFailure) -> (Payment, outcome: String) {
        let answer = try await DemoFailure.explaining { () async throws(HTTPClientError) in
            try await gateway.post("/v1/payments", DemoPayment.body(externalID: "DEMO-1"))
        }
        let payment = answer.json?["payment"]
        guard answer.status == 201, let id = payment?["id"]?.string, let status = payment?["status"]?.string,
            let link = payment?["redirectUrl"]?.string, let first6 = payment?["card"]?["first6"]?.string,
            let last4 = payment?["card"]?["last4"]?.string
        else { throw DemoFailure("the gateway answered \(answer.explanation)") }
        return (Payment(id: id, redirectURL: link), "HTTP 201, \(id) is \(status), card \(first6)******\(last4)")
    }

    /// Opens the page as a browser would.
    private func open(_ link: String) async throws(DemoFailure) -> (DemoPayerPage, outcome: String) {
        let response = try await send(OutboundRequest(.get, link, timeLimit: Self.patience, mayBeSentTwice: true))
        guard response.status == 200, let page = DemoPayerPage(link: link, html: String(decoding: response.body, as: UTF8.self)) else {
            throw DemoFailure("\(link) answered HTTP \(response.status) without a Pay button")
        }
        return (page, link)
    }

    private func press(_ page: DemoPayerPage) async throws(DemoFailure) -> (Void, outcome: String) {
        let response = try await send(
            OutboundRequest(
                .post, page.action, headers: [OutboundHeader("Content-Type", "application/x-www-form-urlencoded")],
                body: SecretBytes(utf8: page.payForm), timeLimit: Self.patience, mayBeSentTwice: false))
        guard response.status == 303 else { throw DemoFailure("the sandbox answered HTTP \(response.status)") }
        return ((), "HTTP 303")
    }

    private func receivedCallback(of payment: Payment) async throws(DemoFailure) -> (String, outcome: String) {
        try await eventually("no callback of this payment was delivered") { () async throws(HTTPClientError) in
            let callbacks = try await gateway.get("/v1/callbacks").json?["callbacks"]?.elements
            guard let callback = callbacks?.first(where: { $0["paymentId"]?.string == payment.id }), callback["status"]?.string == "DELIVERED",
                let id = callback["id"]?.string
            else { return nil }
            return (id, "\(id), \(callback["event"]?.string ?? "?"), transaction \(callback["transactionId"]?.string ?? "?")")
        }
    }

    private func forward(of callback: String) async throws(DemoFailure) -> (Void, outcome: String) {
        guard let event = await firstEvent() else {
            throw DemoFailure("nothing with a right signature came in \(Self.patience.components.seconds) s")
        }
        guard event.id == callback else { throw DemoFailure("webhook-id is \(event.id), the callback is \(callback)") }
        return ((), "\(event.name) for \(event.orderID), attempt \(event.attempt), signature right, answered 200")
    }

    private func firstEvent() async -> DemoMerchant.Event? {
        await withTaskGroup(of: DemoMerchant.Event?.self) { group in
            group.addTask { await stage.merchant.events.first { _ in true } }
            group.addTask {
                try? await loop.sleep(for: Self.patience)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    private func confirmation(of payment: Payment) async throws(DemoFailure) -> (Void, outcome: String) {
        try await eventually("the payment did not become SUCCEEDED") { () async throws(HTTPClientError) in
            let shown = try await gateway.get("/v1/payments/\(payment.id)").json?["payment"]
            guard shown?["status"]?.string == "SUCCEEDED", shown?["confirmedBy"]?.string == "CALLBACK" else { return nil }
            return ((), "\(payment.id) is SUCCEEDED, confirmed by CALLBACK")
        }
    }

    private func forge(_ payment: Payment) async throws(DemoFailure) -> (Void, outcome: String) {
        let url = "\(stage.gatewayURL)/callback/\(stage.credentials.merchantID)/\(payment.id)"
        let response = try await send(
            OutboundRequest(
                .post, url, headers: [OutboundHeader("Content-Type", "application/json")], body: DemoPayment.forgedCallback,
                timeLimit: Self.patience, mayBeSentTwice: false))
        guard response.status == 403 else { throw DemoFailure("the gateway answered HTTP \(response.status), not 403") }
        let (_, unchanged) = try await confirmation(of: payment)
        return ((), "HTTP 403 \(String(decoding: response.body, as: UTF8.self)); \(unchanged)")
    }

    private func send(_ request: OutboundRequest) async throws(DemoFailure) -> OutboundResponse {
        try await DemoFailure.explaining { () async throws(HTTPClientError) in try await stage.client.send(request) }
    }

    /// Asks until there is an answer.
    func eventually<Result>(
        _ failure: String, endingWith child: ChildProcess? = nil, _ probe: () async throws(HTTPClientError) -> Result?
    ) async throws(DemoFailure) -> Result {
        let clock = ContinuousClock()
        let end = clock.now + Self.patience
        while clock.now < end {
            if let result = try await DemoFailure.explaining(probe) { return result }
            if let child, await child.hasEnded {
                throw DemoFailure("pcscd did not start: \(stage.lastWords(of: DemoReader.log) ?? "it said nothing")")
            }
            do {
                try await loop.sleep(for: .milliseconds(50))
            } catch {
                throw DemoFailure("stopped")
            }
        }
        throw DemoFailure("\(failure) in \(Self.patience.components.seconds) s")
    }
}
