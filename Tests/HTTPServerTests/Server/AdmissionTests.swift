import HTTPServer
import Reactor
import Secrets
import Testing
import WireSupport

/// What is decided before a body is read, and 100 (Continue).
@Suite struct AdmissionTests {
    /// Admits by `Authorization`, and tells the handler who calls.
    private static let router: Router = {
        var router = Router()
        router.add(.post, "/{shop}/orders") { head, parameters in
            let shop = try parameters.value("shop") { $0 == "none" ? nil : $0 }
            guard let name = head.headers["Authorization"] else { return Admission<String>.refused(Response(status: .unauthorized)) }
            return .admitted("\(name) at \(shop)")
        } handler: { (request, _, caller: String) in
            Response(body: .bytes(Array("\(caller): \(request.body.count)".utf8)))
        }
        return router
    }()

    @Test("What the admission found out comes to the handler")
    func admits() async throws {
        try await TestServer.run(Self.router) { test in
            let client = try await test.connect()
            try await client.send("POST /a/orders HTTP/1.1\r\nHost: a\r\nAuthorization: me\r\nContent-Length: 3\r\n\r\nabc")
            #expect(try await client.receive().body == "me at a: 3")
        }
    }

    @Test("Who is not admitted is told before the body is sent, without 100 (Continue), and the connection closes")
    func refuses() async throws {
        try await TestServer.run(Self.router) { test in
            let client = try await test.connect()
            try await client.send("POST /a/orders HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
            let answer = try await client.receive()
            #expect(answer.status == 401)
            #expect(answer["connection"] == "close")
            #expect(try await client.receiveAll() == "")
        }
    }

    @Test("Who is not admitted is not told that the body is too large")
    func refusesBeforeSize() async throws {
        try await TestServer.run(Self.router) { test in
            let answer = try await test.exchange("POST /a/orders HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 401 "))
        }
    }

    @Test("A path that names nothing is a 404 before the body is looked at")
    func findsNothing() async throws {
        try await TestServer.run(Self.router) { test in
            let answer = try await test.exchange("POST /none/orders HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 404 "))
        }
    }

    @Test("Without a body the connection outlives a refused admission")
    func keepsConnection() async throws {
        try await TestServer.run(Self.router) { test in
            let client = try await test.connect()
            for _ in 1...2 {
                try await client.send("POST /a/orders HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try await client.receive().status == 401)
            }
        }
    }

    @Test("100 (Continue) comes when the request was admitted, then the body is read")
    func continues() async throws {
        try await TestServer.run(Self.router) { test in
            let client = try await test.connect()
            try await client.send("POST /a/orders HTTP/1.1\r\nHost: a\r\nAuthorization: me\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
            #expect(try await client.receive().status == 100)
            try await client.send("abc")
            #expect(try await client.receive().body == "me at a: 3")
        }
    }

    @Test("A client that did not wait needs no leave")
    func doesNotContinueNeedlessly() async throws {
        try await TestServer.run(Self.router) { test in
            let client = try await test.connect()
            try await client.send("POST /a/orders HTTP/1.1\r\nHost: a\r\nAuthorization: me\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\nabc")
            #expect(try await client.receive().status == 200)
        }
    }

    @Test("A body announced as too large gets 413 and no leave to send it")
    func refusesLargeExpectation() async throws {
        try await TestServer.run(Self.router) { test in
            let client = try await test.connect()
            try await client.send(
                "POST /a/orders HTTP/1.1\r\nHost: a\r\nAuthorization: me\r\nContent-Length: 9999999\r\nExpect: 100-continue\r\n\r\n")
            #expect(try await client.receive().status == 413)
        }
    }
}
