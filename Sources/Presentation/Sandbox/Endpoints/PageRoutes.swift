import HTTPServer
import Payments

/// The payer's page and its buttons. Refused: a reference that names no transaction, 404; a press without one of the two buttons, 400.
struct PageRoutes: Sendable {
    let merchant: MerchantID
    let memory: SandboxMemory
    let outcomes: OutcomeQueue

    func add(to router: inout Router) {
        let options = RouteOptions(allowsTrailingSlash: true)
        router.add(.get, PayerPage.path, options: options) { request, _ in
            page(of: request.head.query[PayerPage.referenceParameter] ?? "")
        }
        router.add(.post, PayerPage.path, options: options) { request, _ in
            press(FormBody(request.body))
        }
    }

    private func page(of reference: String) -> Response {
        guard let transaction = memory.transaction(reference: reference) else { return Response(status: .notFound, html: PayerPage.unknown) }
        return Response(html: PayerPage.html(transaction, merchant: merchant.rawValue))
    }

    /// A second press changes nothing and shows what the first did. The answer leads back to the page, so that reloading it presses nothing.
    private func press(_ form: FormBody) -> Response {
        let reference = form[PayerPage.referenceParameter] ?? ""
        guard memory.transaction(reference: reference) != nil else { return Response(status: .notFound, html: PayerPage.unknown) }
        guard let choice = form[PayerPage.choiceParameter].flatMap(PayerChoice.init(rawValue:)) else {
            return Response(status: .badRequest, html: HTML.page(title: "No button was pressed", body: ""))
        }
        if let transaction = memory.settle(reference: reference, as: choice) { outcomes.tell(transaction) }
        return Response(status: HTTPStatus(303), headers: ["Location": PayerPage.link(reference: reference, origin: "")])
    }
}
