/// What the demo prints when it stays up: where everything is, and commands that work as they are pasted.
enum DemoGuide {
    static func text(_ stage: DemoStage) -> String {
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

            Ctrl-C ends the demo and removes what it made.

            """
    }
}
