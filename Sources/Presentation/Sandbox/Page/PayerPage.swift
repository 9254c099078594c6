/// The page at the link that `charge` hands out: where iFortePay's acquirer would ask the payer for a one-time password.
enum PayerPage {
    /// Where it is. The name and the parameter are those of iFortePay's own page.
    static let path = "/payment/process"
    static let referenceParameter = "refno"
    static let choiceParameter = "choice"

    /// The link to a transaction's page.
    static func link(reference: String, origin: String) -> String {
        "\(origin)\(path)/?\(referenceParameter)=\(reference)"
    }

    /// What `charge` answers for `response-type: html`: a form that submits itself and so opens the page.
    static func selfSubmittingForm(reference: String, origin: String) -> String {
        """
        <html lang="en"><head><title>Payment</title></head><body onload="document.forms[0].submit()">\
        <form method="get" action="\(HTML.escaped(origin + path))/">\
        <input type="hidden" name="\(referenceParameter)" value="\(HTML.escaped(reference))">\
        <button type="submit">Continue</button></form></body></html>
        """
    }

    /// The page of a transaction, with its buttons or with what became of it.
    static func html(_ transaction: Transaction, merchant: String) -> String {
        let submission = transaction.submission
        let rows = [
            ("Merchant", merchant), ("Order", submission.orderID), ("For", submission.description),
            ("Card", submission.card.description), ("Instalments", submission.tenor == 0 ? "none" : "\(submission.tenor) months"),
        ]
        return HTML.page(
            title: "Pay \(HTML.rupiah(submission.amount))",
            body: """
                <dl>\(rows.map { "<dt>\(HTML.escaped($0))</dt><dd>\(HTML.escaped($1))</dd>" }.joined())</dl>
                \(turn(transaction))
                """)
    }

    /// The page of a reference that names no transaction, or one that the sandbox has forgotten.
    static let unknown = HTML.page(title: "No such payment", body: "<p>This link names no payment that the sandbox remembers.</p>")

    private static func turn(_ transaction: Transaction) -> String {
        let returnLink = "<p><a href=\"\(HTML.escaped(transaction.submission.returnURL))\">Return to the merchant</a></p>"
        switch transaction.state {
        case .paid: return "<p role=\"status\"><strong>Pay</strong> was chosen.</p>\(returnLink)"
        case .declined: return "<p role=\"status\"><strong>Decline</strong> was chosen.</p>\(returnLink)"
        case .awaitingPayer:
            return """
                <form method="post" action="\(path)/">
                <input type="hidden" name="\(referenceParameter)" value="\(HTML.escaped(transaction.identifiers.reference))">
                <button name="\(choiceParameter)" value="\(PayerChoice.pay.rawValue)">Pay</button>
                <button name="\(choiceParameter)" value="\(PayerChoice.decline.rawValue)" class="quiet">Decline</button>
                </form>
                <p class="note">After Pay the merchant is told: \(announcement(transaction.scenario.callbacks)).</p>
                """
        }
    }

    private static func announcement(_ callbacks: [PlannedCallback]) -> String {
        guard !callbacks.isEmpty else { return "nothing" }
        return callbacks.map { callback in
            let times = callback.copies == 1 ? "" : ", \(callback.copies) times at once"
            let signature = callback.signature == .right ? "" : ", with a wrong signature"
            return "<code>\(callback.kind.rawValue)</code>\(times)\(signature)"
        }.joined(separator: ", then ")
    }
}
