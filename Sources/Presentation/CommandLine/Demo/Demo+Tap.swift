import HTTPClient
import JSON

// A payer at the counter holds a card to the terminal.
extension Demo {
    /// The card that is held there.
    private static let card = "visa"

    /// Charges a card that is tapped, and answers at which terminal; throws at the first step that does not work.
    func playTap(_ transcript: inout DemoTranscript) async throws(DemoFailure) -> String {
        let terminal = try await transcript.step("a card terminal") { () async throws(DemoFailure) in try await findTerminal() }
        try await transcript.step("a \(Self.card) card tapped there and charged") { () async throws(DemoFailure) in try await tap(at: terminal) }
        return terminal
    }

    private func findTerminal() async throws(DemoFailure) -> (String, outcome: String) {
        let reader = try stage.reader.get()
        return try await eventually("no terminal came up", endingWith: reader.service) { () async throws(HTTPClientError) in
            let terminals = try await gateway.get("/v1/terminals").json?["terminals"]?.elements
            guard let terminal = terminals?.first(where: { $0["name"]?.string?.hasPrefix(DemoReader.name) == true }),
                terminal["status"]?.string == "READY", let id = terminal["id"]?.string
            else { return nil }
            return (id, "\(id) is READY")
        }
    }

    private func tap(at terminal: String) async throws(DemoFailure) -> (Void, outcome: String) {
        // The gateway waits for the card, which comes meanwhile.
        async let payment = charge(at: terminal)
        let card = try await stage.holdCard(Self.card, on: loop)
        let result = await payment
        if case .failure = result, await card.hasEnded, let words = stage.lastWords(of: "card.log") { throw DemoFailure("'card' ended: \(words)") }
        await card.stop(within: .seconds(5))
        let answer = try result.get()
        let made = answer.json?["payment"]
        guard answer.status == 201, let status = made?["status"]?.string, let network = made?["card"]?["network"]?.string,
            let first6 = made?["card"]?["first6"]?.string, let last4 = made?["card"]?["last4"]?.string,
            made?["card"]?["source"]?.string == "TERMINAL"
        else { throw DemoFailure("the gateway answered \(answer.explanation)") }
        return ((), "HTTP 201, \(network) \(first6)******\(last4) read from the chip, \(status)")
    }

    private func charge(at terminal: String) async -> Result<GatewayAPI.Answer, DemoFailure> {
        do throws(DemoFailure) {
            return .success(
                try await DemoFailure.explaining { () async throws(HTTPClientError) in
                    try await gateway.post("/v1/payments", DemoPayment.tap(externalID: "DEMO-TAP-1", terminal: terminal))
                })
        } catch {
            return .failure(error)
        }
    }
}
