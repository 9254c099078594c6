/// What the demo prints when it stays up: where everything is, and commands that work as they are pasted.
enum DemoGuide {
    static func text(_ stage: DemoStage) -> String {
        let authorization = "-H 'Authorization: \(stage.credentials.authorization)'"
        // A quote ends, the shell puts the time in, a quote begins: each paste is a new payment.
        let body = String(decoding: DemoPayment.body(externalID: "TRY-'$(date +%s)'"), as: UTF8.self)
        return """

            gateway           \(stage.gatewayURL)
            sandbox           \(stage.sandboxURL)
            merchant backend  http://\(stage.merchant.address)\(DemoMerchant.path)

            Pay once more, and open the redirectUrl of the answer in a browser:
            curl -s \(stage.gatewayURL)/v1/payments \(authorization) -H 'Content-Type: application/json' -d '\(body)'

            See the payments:
            curl -s '\(stage.gatewayURL)/v1/payments?limit=5' \(authorization)

            See what the sandbox sent and what it was answered:
            curl -s \(stage.sandboxURL)/sandbox/callbacks

            Ctrl-C ends the demo and removes what it made.

            """
    }
}
