import HTTPServer

extension Response {
    /// An answer in iFortePay's envelope.
    init(_ answer: ProviderAnswer) {
        self.init(status: HTTPStatus(answer.status), json: answer.body)
    }

    init(status: HTTPStatus = .ok, json: [UInt8]) {
        self.init(status: status, headers: ["Content-Type": "application/json"], body: .bytes(json))
    }

    /// A page that loads nothing, runs nothing and posts only to its own origin.
    init(status: HTTPStatus = .ok, html: String) {
        self.init(
            status: status,
            headers: [
                "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
                "Content-Security-Policy":
                    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
            ],
            body: .bytes(Array(html.utf8)))
    }
}
