import HTTPClient
import JSON
import Reactor
import Secrets

/// What a gateway answered to its merchant.
struct Reply: Sendable, CustomStringConvertible {
    /// 0 when there was no answer.
    let status: Int
    let location: String?
    let bytes: [UInt8]
    let json: JSONValue?

    init(_ response: OutboundResponse?) {
        status = response?.status ?? 0
        location = response?.header("Location")
        bytes = response?.body ?? []
        json = try? JSONDocument(parsing: bytes).root
    }

    /// The text at a place.
    subscript(_ path: String...) -> String? { value(path)?.string }

    /// The number at a place.
    func number(_ path: String...) -> Int? { value(path)?.integer.flatMap { Int($0) } }

    /// What is wrong with each field: `field: code`.
    var faults: [String] {
        (json?["errors"]?.elements ?? []).map { "\($0["field"]?.string ?? "?"): \($0["code"]?.string ?? "?")" }
    }

    var description: String { "HTTP \(status): \(String(decoding: bytes, as: UTF8.self))" }

    private func value(_ path: [String]) -> JSONValue? {
        path.reduce(json) { $0?[$1] }
    }
}

extension TestCaller {
    /// Asks as the merchant does.
    func ask(
        _ method: OutboundRequest.Method, _ url: String, _ body: String? = nil, token: String = TestCaller.token
    ) async -> Reply {
        Reply(await send(method, url, body, token: token))
    }

    /// A payment.
    func pay(_ body: String, at gateway: GatewayProcess, token: String = TestCaller.token) async -> Reply {
        await ask(.post, gateway.url + "/v1/payments", body, token: token)
    }
}

/// Requests for payments.
enum PaymentBody {
    static func json(_ externalID: String, amount: Int = 150_000, card: String, more: String = "") -> String {
        """
        {\(more)"externalId":"\(externalID)","orderId":"ORDER-1","amount":\(amount),"transactionDescription":"Shoes","cardDetails":\(card),
        "customerDetails":{"fullName":"Siti Nurhaliza","phone":"+628123456789","email":"siti@example.id","ipAddress":"203.0.113.7"},
        "returnUrl":"https://shop.example.id/back"}
        """
    }
}
