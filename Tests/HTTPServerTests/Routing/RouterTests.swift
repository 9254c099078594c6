import Secrets
import Testing

@testable import HTTPServer

/// Which handler answers which request, without a socket.
@Suite struct RouterTests {
    /// Each handler answers its template and the parameters it got.
    private static func router(_ routes: (HTTPMethod, String)...) -> Router {
        var router = Router()
        for (method, template) in routes {
            router.add(method, template) { _, parameters in
                let names = ["id", "read", "segment"].compactMap { name in parameters[name].map { "\(name)=\($0)" } }
                return Response(body: .bytes(Array(([template] + names).joined(separator: " ").utf8)))
            }
        }
        return router
    }

    private static let service = router(
        (.get, "/"), (.get, "/v1/payments"), (.post, "/v1/payments"), (.get, "/v1/payments/{id}"), (.post, "/v1/callbacks/redeliver"),
        (.get, "/v1/callbacks/{id}"), (.post, "/v1/callbacks/{id}/redeliver"), (.get, "/v1/terminals/{id}/reads/{read}"),
        (.delete, "/v1/terminals/{id}/reads/{read}"))

    private func answer(_ router: Router, _ method: HTTPMethod, _ target: String) async throws -> String {
        let response = await router.respond(to: try Request(method: method, target: target))
        guard response.status == .ok else { return "\(response.status.code) \(response.headers["Allow"] ?? "")" }
        return String(decoding: try await response.collectedBody(), as: UTF8.self)
    }

    static let paths: [(method: HTTPMethod, target: String, answer: String)] = [
        (.get, "/", "/"),
        (.get, "/?a=b", "/"),
        (.get, "/v1/payments", "/v1/payments"),
        (.post, "/v1/payments", "/v1/payments"),
        (.get, "/v1/payments/pay_1", "/v1/payments/{id} id=pay_1"),
        (.get, "/v1/payments/a%2Fb%20c", "/v1/payments/{id} id=a/b c"),
        (.get, "/v1/payments/caf%C3%A9", "/v1/payments/{id} id=café"),
        (.get, "/%761/p%61yments", "/v1/payments"),
        (.get, "/v1/terminals/t/reads/r", "/v1/terminals/{id}/reads/{read} id=t read=r"),
        (.post, "/v1/callbacks/redeliver", "/v1/callbacks/redeliver"),
        (.post, "/v1/callbacks/redeliver/redeliver", "/v1/callbacks/{id}/redeliver id=redeliver"),
        (.get, "/v1/callbacks/x", "/v1/callbacks/{id} id=x"),
        (.get, "/v1", "404 "),
        (.get, "/v1/", "404 "),
        (.get, "/v1/payments/", "404 "),
        (.get, "/v1/payments//", "404 "),
        (.get, "//v1/payments", "404 "),
        (.get, "/v1//payments", "404 "),
        (.get, "/v1/payments/a/b", "404 "),
        (.get, "/V1/payments", "404 "),
        (.get, "/v1/../v1/payments", "404 "),
        (.get, "/v1%2Fpayments", "404 "),
        (.put, "/v1/payments", "405 GET, HEAD, POST"),
        (.options, "/v1/payments", "405 GET, HEAD, POST"),
        (.trace, "/v1/payments/x", "405 GET, HEAD"),
        (.get, "/v1/terminals/t/reads/r", "/v1/terminals/{id}/reads/{read} id=t read=r"),
        (.patch, "/v1/terminals/t/reads/r", "405 GET, HEAD, DELETE"),
        (.get, "/v1/callbacks/redeliver", "405 POST"),
        (.put, "/nowhere", "404 "),
        (.options, "*", "204 GET, HEAD, POST, DELETE"),
    ]

    @Test("A path leads to its route, to 404, or to 405 with what is allowed", arguments: paths)
    func routes(_ method: HTTPMethod, _ target: String, _ expected: String) async throws {
        #expect(try await answer(Self.service, method, target) == expected)
    }

    @Test("A trailing slash is the same route only where that was asked for, and only one")
    func trailingSlash() async throws {
        var router = Self.router((.get, "/strict"))
        router.add(.post, "/callback/{id}", options: RouteOptions(allowsTrailingSlash: true)) { _, parameters in
            Response(body: .bytes(Array((parameters["id"] ?? "").utf8)))
        }
        router.add(.get, "/callback/{id}") { _, _ in Response() }
        #expect(try await answer(router, .post, "/callback/m/") == "m")
        #expect(try await answer(router, .post, "/callback/m") == "m")
        #expect(try await answer(router, .post, "/callback/m//") == "404 ")
        #expect(try await answer(router, .post, "/callback//") == "404 ")
        #expect(try await answer(router, .get, "/strict/") == "404 ")
        #expect(try await answer(router, .get, "/callback/m/") == "405 POST", "the route of the other method does not allow the slash")
    }

    @Test("A dead end behind a literal falls back to a parameter")
    func fallsBack() async throws {
        let router = Self.router((.get, "/a/b"), (.get, "/{segment}/c"))
        #expect(try await answer(router, .get, "/a/c") == "/{segment}/c segment=a")
        #expect(try await answer(router, .get, "/a/b") == "/a/b")
        let deeper = Self.router((.get, "/a/{id}/x"), (.get, "/{segment}/{id}/y"))
        #expect(try await answer(deeper, .get, "/a/1/y") == "/{segment}/{id}/y id=1 segment=a")
    }

    @Test("HEAD is answered by GET without the content, unless it has a route of its own")
    func answersHead() async throws {
        var router = Self.service
        router.add(.head, "/own") { _, _ in Response(status: .accepted) }
        router.add(.get, "/own") { _, _ in Response() }
        let borrowed = await router.respond(to: try Request(method: .head, target: "/v1/payments"))
        #expect(borrowed.status == .ok)
        #expect(try await borrowed.collectedBody() == [])
        #expect(await router.respond(to: try Request(method: .head, target: "/own")).status == .accepted)
    }

    @Test("A parameter that is not of its type names nothing: 404")
    func typedParameters() async throws {
        var router = Router()
        router.add(.get, "/numbers/{number}") { _, parameters in
            let number = try parameters.value("number", { Int($0) })
            return Response(body: .bytes(Array("\(number + 1)".utf8)))
        }
        #expect(try await answer(router, .get, "/numbers/41") == "42")
        #expect(try await answer(router, .get, "/numbers/none") == "404 ")
    }

    @Test("The routes are listed as they were written, in their order")
    func listsRoutes() {
        #expect(
            Self.service.routes.map { "\($0.method) \($0.template)" }.prefix(4) == [
                "GET /", "GET /v1/payments", "POST /v1/payments", "GET /v1/payments/{id}",
            ])
        #expect(Self.service.routes.count == 9)
    }

    @Test(
        "A template is a path of whole literals and whole named places",
        arguments: ["", "a", "/a/", "//", "/{}", "/{a}b", "/a{b}", "/{a}/{a}", "/a%20b", "/{a{b}}"])
    func refusesTemplate(_ template: String) {
        #expect(RouteTemplate(template) == nil)
    }

    @Test("A route's failure is a 500 that bears the request's id and nothing of the error")
    func hidesFailures() async throws {
        var router = Router()
        router.add(.get, "/") { _, _ in throw InnerError(text: "inner") }
        router.add(.get, "/admission") { _, _ in
            throw InnerError(text: "inner")
        } handler: { (_, _, _: Int) in
            Response()
        }
        for target in ["/", "/admission"] {
            let response = await router.respond(to: try Request(method: .get, target: target, headers: ["x-request-id": "abc"]))
            #expect(response.status.code == 500)
            #expect(response.headers["x-request-id"] == "abc")
            #expect(!String(decoding: try await response.collectedBody(), as: UTF8.self).contains("inner"))
        }
    }

    @Test("An admission refuses, or hands over what it found out")
    func admits() async throws {
        var router = Router()
        router.add(.post, "/{id}", options: RouteOptions(requiresBody: true)) { head, _ in
            head.headers["Authorization"].map(Admission.admitted) ?? .refused(Response(status: .unauthorized))
        } handler: { (request, parameters, caller: String) in
            Response(body: .bytes(Array("\(caller) \(parameters["id"] ?? "") \(request.body.count)".utf8)))
        }
        #expect(await router.respond(to: try Request(method: .post, target: "/a")).status.code == 401, "before the missing body")
        let authorized: HTTPHeaders = ["Authorization": "me"]
        #expect(await router.respond(to: try Request(method: .post, target: "/a", headers: authorized)).status.code == 411)
        let response = await router.respond(to: try Request(method: .post, target: "/a", headers: authorized, body: [1, 2]))
        #expect(String(decoding: try await response.collectedBody(), as: UTF8.self) == "me a 2")
    }

    @Test("A request made in memory obeys the rules of the wire")
    func refusesImpossibleRequest() {
        #expect(throws: Refusal.Reason.malformedTarget) { try Request(method: .get, target: "nowhere") }
        #expect(throws: Refusal.Reason.malformedRequestLine) { try Request(method: .get, target: "/a b") }
        #expect(throws: Refusal.Reason.unknownExpectation) { try Request(method: .get, target: "/", headers: ["Expect": "more"]) }
        #expect(throws: (any Error).self) { try Request(method: .get, target: "/", headers: ["A": "b\r\n\r\nGET / HTTP/1.1"]) }
    }
}
