import FoundationEssentials

/// What the demo prints when it stays up: where everything is, and commands that work as they are pasted.
enum DemoGuide {
    static func text(_ stage: DemoStage, terminal: String?) -> String {
        let authorization = "-H 'Authorization: \(stage.credentials.authorization)'"
        return """

            gateway           \(stage.gatewayURL)
            sandbox           \(stage.sandboxURL)
            merchant backend  http://\(stage.merchant.address)\(DemoMerchant.path)

            Pay with a card, and open the redirectUrl of the answer in a browser (for a second payment, change externalId in the file):
            curl -s \(stage.gatewayURL)/v1/payments \(authorization) -H 'Content-Type: application/json' -d @\(stage.paymentFile)

            See the payments:
            curl -s '\(stage.gatewayURL)/v1/payments?limit=5' \(authorization)

            See what the sandbox sent and what it was answered:
            curl -s \(stage.sandboxURL)/sandbox/callbacks
            \(terminal.map { tap(stage, at: $0, authorization) } ?? "")
            Ctrl-C ends the demo and removes what it made.

            """
    }

    private static func tap(_ stage: DemoStage, at terminal: String, _ authorization: String) -> String {
        guard let address = try? stage.reader.get().address else { return "" }
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "payment-gateway"
        return """

            Read a card at the terminal, while a virtual one is held to it ('\(program) card --list' names others):
            \(program) card mastercard --reader \(address) --for 3s & curl -s -X POST '\(stage.gatewayURL)/v1/terminals/\(terminal)/reads?wait=10' \
            \(authorization)

            """
    }
}
