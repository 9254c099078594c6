import HTTPServer
import JSON
import Payments
import PaymentsSupport
import Testing

@testable import Gateway

/// An answer as a test looks at it.
struct Reply {
    let status: Int
    let headers: HTTPHeaders
    let text: String

    init(_ response: Response) async throws {
        status = response.status.code
        headers = response.headers
        text = String(decoding: try await response.collectedBody(), as: UTF8.self)
    }

    /// An answer from the wire, without the fields that say something about the connection or stand in every answer.
    init(wire answer: String) async throws {
        let parts = answer.split(separator: "\r\n\r\n", maxSplits: 1)
        let lines = try #require(parts.first).split(separator: "\r\n")
        var headers = HTTPHeaders()
        for line in lines.dropFirst() {
            let field = line.split(separator: ":", maxSplits: 1)
            guard field.count == 2, !["Date", "Connection", "Content-Length", "X-Content-Type-Options"].contains(field[0]) else { continue }
            headers.append(String(field[0]), String(field[1].drop { $0 == " " }))
        }
        let status = try #require(lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        try await self.init(Response(status: HTTPStatus(status), headers: headers, body: .bytes(Array((parts.last ?? "").utf8))))
    }

    /// The body's JSON; nil when it is none.
    var json: JSONValue? {
        try? JSONDocument(parsing: Array(text.utf8)).root
    }

    /// A member by its path, for instance `payment.card.last4` or `errors.0.field`.
    subscript(path: String) -> JSONValue? {
        path.split(separator: ".").reduce(json) { value, name in
            if let index = Int(name), let elements = value?.elements, value?.kind == .array { return index < elements.count ? elements[index] : nil }
            return value?[String(name)]
        }
    }

    /// The names of the failing fields with their codes, for instance `amount range`.
    var failingFields: [String] {
        (self["errors"]?.elements ?? []).map { "\($0["field"]?.string ?? "?") \($0["code"]?.string ?? "?")" }
    }

    var isProblem: Bool {
        headers["Content-Type"] == "application/problem+json" && self["status"]?.integer == Int64(status) && self["type"]?.string == "about:blank"
            && self["requestId"]?.string == headers["x-request-id"]
    }
}

extension TestGateway {
    /// Starts a read of the first merchant; where one was just given up, as soon as its tap has left the terminal.
    func startReadWhenFree(at terminal: TerminalID = ScriptedDriver.front) async throws -> Reply {
        while true {
            let reply = try await send(.post, "/v1/terminals/\(terminal)/reads")
            if reply.status != 409 { return reply }
            await Task.yield()
        }
    }

    /// The id of a read of the first merchant that can be charged.
    func succeededRead(at terminal: TerminalID = ScriptedDriver.front) async throws -> String {
        let path = try #require(try await send(.post, "/v1/terminals/\(terminal)/reads").headers["Location"])
        await driver.tapWaits(at: terminal)
        driver.end(at: terminal, with: ScriptedDriver.card)
        let reply = try await send(.get, path + "?wait=60")
        #expect(reply["read.status"]?.string == "SUCCEEDED")
        return try #require(reply["read.id"]?.string)
    }

    /// Sends a request to the routes; as the first merchant unless said otherwise, and JSON where there is a body. The answer must be as the contract
    /// has it.
    func send(
        _ method: HTTPMethod, _ target: String, _ body: String? = nil, as authorization: String? = TestGateway.shop.authorization,
        headers: HTTPHeaders = [:], clientCertificateVerified: Bool = false
    ) async throws -> Reply {
        try await send(
            method, target, bytes: body.map { Array($0.utf8) }, as: authorization, headers: headers,
            clientCertificateVerified: clientCertificateVerified)
    }

    func send(
        _ method: HTTPMethod, _ target: String, bytes: [UInt8]?, as authorization: String? = TestGateway.shop.authorization,
        headers: HTTPHeaders = [:], clientCertificateVerified: Bool = false
    ) async throws -> Reply {
        var headers = headers
        if let authorization, headers["Authorization"] == nil { headers["Authorization"] = authorization }
        if bytes != nil, headers["Content-Type"] == nil { headers["Content-Type"] = "application/json" }
        let request = try Request(
            method: method, target: target, headers: headers, body: bytes, isTLS: clientCertificateVerified,
            clientCertificateVerified: clientCertificateVerified)
        let reply = try await Reply(await router.respond(to: request, refusal: RefusalAnswers.response))
        let faults = Contract.shared.faults(of: reply, to: method, target)
        #expect(faults == [], "\(method) \(target) is not as openapi.yaml says")
        return reply
    }
}
