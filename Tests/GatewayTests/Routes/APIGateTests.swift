import HTTPServer
import JSON
import Payments
import Storage
import Testing

@testable import Gateway

@Suite struct `API gate` {
    let gateway: TestGateway

    init() throws {
        gateway = try TestGateway()
    }

    static let wrongTokens: [String?] = [
        nil, "", "Basic", "Basic ", "Basic !!!!", "Bearer abc",
        TestGateway.token("SHOP-1", "secret-1", "hash+key/1").authorization,
        TestGateway.token("SHOP-1", "secret-2", "hash+key/1=").authorization,
        TestGateway.token("SHOP-2", "secret-1", "hash+key/1=").authorization,
        TestGateway.token("SHOP-1", "secret-1:hash+key/1=", "").authorization,
        TestGateway.shop.authorization + "=", TestGateway.shop.authorization + " x", TestGateway.shop.authorization.lowercased(),
    ]

    @Test(arguments: wrongTokens)
    func `A missing or wrong token is AUTH_ERROR by the contract, on every route under v1`(token: String?) async throws {
        let requests: [(HTTPMethod, String)] = [
            (.get, "/v1/payments"), (.post, "/v1/payments"), (.get, "/v1/payments/pay_1"), (.post, "/v1/cards/check"), (.get, "/v1/callbacks"),
            (.get, "/v1/callbacks/cb_1"), (.post, "/v1/callbacks/cb_1/redeliver"), (.post, "/v1/callbacks/redeliver"),
            (.get, "/v1/terminals"), (.get, "/v1/terminals/events"), (.get, "/v1/terminals/front-00"), (.post, "/v1/terminals/front-00/reads"),
            (.get, "/v1/terminals/front-00/reads/read_1"), (.delete, "/v1/terminals/front-00/reads/read_1"),
        ]
        for (method, target) in requests {
            let reply = try await gateway.send(method, target, method == .post ? "{" : nil, as: token)
            #expect(reply.status == 401)
            #expect(reply["state"]?.string == "AUTH_ERROR")
            #expect(reply["payment"]?.isNull == true)
            #expect(reply.headers["WWW-Authenticate"] == #"Basic realm="payment-gateway""#)
        }
    }

    @Test func `A token given twice is nobody's`() async throws {
        var headers: HTTPHeaders = ["Authorization": TestGateway.shop.authorization]
        headers.append("Authorization", TestGateway.shop.authorization)
        #expect(try await gateway.send(.get, "/v1/payments", headers: headers).status == 401)
    }

    @Test func `A hash key may hold colons, and the scheme's name any case`() async throws {
        let token = TestGateway.other.authorization.split(separator: " ")[1]
        #expect(try await gateway.send(.get, "/v1/payments", as: "bAsIc  \(token)").status == 200)
    }

    @Test(arguments: ["cross-site", "same-site"])
    func `A page of another site is refused before its token is looked at`(site: String) async throws {
        let reply = try await gateway.send(.get, "/v1/payments", as: nil, headers: ["Sec-Fetch-Site": site])
        #expect(reply.status == 403)
        #expect(reply.isProblem)
    }

    @Test(arguments: ["same-origin", "none"])
    func `The gateway's own page and no page at all are not`(site: String) async throws {
        #expect(try await gateway.send(.get, "/v1/payments", headers: ["Sec-Fetch-Site": site]).status == 200)
    }

    @Test(arguments: [
        "text/plain", "application/jsonp", "application/json, text/plain", "", "json", "application/x-www-form-urlencoded", "application /json",
    ])
    func `Another content type is 415, with the token in order`(type: String) async throws {
        for target in ["/v1/payments", "/v1/cards/check", "/v1/callbacks/redeliver"] {
            let reply = try await gateway.send(.post, target, PaymentSample().json, headers: ["Content-Type": type])
            #expect(reply.status == 415)
            #expect(reply.isProblem)
        }
        #expect(gateway.channel.attempts == 0)
    }

    @Test(arguments: ["application/json; charset=utf-8", "Application/JSON", "application/json;charset=UTF-8", "application/json ; x=y"])
    func `JSON with parameters, in any case, is JSON`(type: String) async throws {
        #expect(try await gateway.send(.post, "/v1/payments", PaymentSample().json, headers: ["Content-Type": type]).status == 201)
    }

    @Test func `A compressed body is 415`() async throws {
        let reply = try await gateway.send(.post, "/v1/payments", PaymentSample().json, headers: ["Content-Encoding": "gzip"])
        #expect(reply.status == 415)
    }

    @Test func `Without a body there is no content type to be wrong`() async throws {
        #expect(try await gateway.send(.post, "/v1/callbacks/cb_1/redeliver", headers: ["Content-Length": "0"]).status == 404)
    }

    @Test func `A body is required where one is read`() async throws {
        for target in ["/v1/payments", "/v1/cards/check", "/v1/callbacks/redeliver"] {
            let reply = try await gateway.send(.post, target)
            #expect(reply.status == 411)
            #expect(reply.isProblem)
        }
    }

    @Test func `Where clients are asked for certificates v1 is closed without one, and the rest is open`() async throws {
        let gateway = try TestGateway(needsClientCertificate: true)
        let refused = try await gateway.send(.get, "/v1/payments")
        #expect(refused.status == 403)
        #expect(refused.isProblem)
        #expect(try await gateway.send(.get, "/v1/payments", clientCertificateVerified: true).status == 200)
        #expect(try await gateway.send(.get, "/healthz").status == 200)
        #expect(try await gateway.send(.post, "/callback", "{}").status == 403)
    }

    @Test func `An unknown path is a problem, also under v1 without a token`() async throws {
        for target in ["/", "/v1", "/v1/", "/v1/payments/", "/v1/refunds", "/v1/payments/a/b", "/metrics", "/callbacks"] {
            let reply = try await gateway.send(.get, target, as: nil)
            #expect(reply.status == 404)
            #expect(reply.isProblem)
        }
    }

    @Test(arguments: [
        (HTTPMethod.delete, "/v1/payments", "GET, HEAD, POST"), (.post, "/v1/payments/pay_1", "GET, HEAD"), (.get, "/callback", "POST"),
        (.put, "/callback/SHOP-1/pay_1/", "POST"), (.post, "/healthz", "GET, HEAD"), (.get, "/v1/cards/check", "POST"),
        (.post, "/v1/terminals", "GET, HEAD"), (.get, "/v1/terminals/front-00/reads", "POST"),
        (.post, "/v1/terminals/front-00/reads/read_1", "GET, HEAD, DELETE"),
    ])
    func `A method that a path has not is 405 with those it has`(method: HTTPMethod, target: String, allowed: String) async throws {
        let reply = try await gateway.send(method, target, as: nil)
        #expect(reply.status == 405)
        #expect(reply.headers["Allow"] == allowed)
        #expect(reply.isProblem)
    }

    @Test func `No answer allows other origins`() async throws {
        let reply = try await gateway.send(.options, "/v1/payments", headers: ["Origin": "https://evil.example.com"])
        #expect(reply.status == 405)
        #expect(reply.headers.fields.allSatisfy { !$0.name.lowercased().hasPrefix("access-control-") })
    }
}
