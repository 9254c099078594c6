import HTTPServer
import Reactor
import TestSupport
import Testing
import WireSupport

/// Answers over real sockets: persistence, order, HEAD, and what every answer has.
@Suite struct ServerAnswerTests {
    @Test("A connection stays open from request to request")
    func keepsAlive() async throws {
        try await TestServer.run { test in
            let client = try await test.connect()
            for _ in 1...3 {
                try await client.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
                let answer = try await client.receive()
                #expect(answer.status == 200)
                #expect(answer.body == "hello")
                #expect(answer["connection"] == nil)
            }
            #expect(test.server.connectionCount == 1)
        }
    }

    @Test("Every answer has a date, a length, its request's id and the standing headers")
    func hasStandardFields() async throws {
        try await TestServer.run { test in
            let client = try await test.connect()
            try await client.send("GET /hello HTTP/1.1\r\nHost: a\r\nX-Request-ID: My.id_1-2\r\n\r\n")
            let answer = try await client.receive()
            #expect(answer["x-request-id"] == "My.id_1-2")
            #expect(answer["content-length"] == "5")
            #expect(answer["x-content-type-options"] == "nosniff")
            #expect(answer["strict-transport-security"] == nil, "it belongs to TLS")
            #expect(answer["date"]?.utf8.count == "Sun, 06 Nov 1994 08:49:37 GMT".utf8.count)
        }
    }

    @Test("An id that is not sane is replaced", arguments: ["", "a b", "a;b", "ä", String(repeating: "a", count: 65)])
    func replacesRequestID(_ id: String) async throws {
        try await TestServer.run { test in
            let answer = try await test.exchange("GET /hello HTTP/1.1\r\nHost: a\r\nx-request-id: \(id)\r\n\r\n")
            #expect(answer.contains("\r\nx-request-id: "))
            #expect(!answer.contains("x-request-id: \(id)\r\n"))
        }
    }

    @Test("Requests sent ahead are answered in their order, whatever each takes")
    func answersPipelinedInOrder() async throws {
        let gate = Gate()
        var router = Router.forTests
        router.add(.get, "/slow") { _, _ in
            await gate.wait()
            return Response(body: .bytes(Array("slow".utf8)))
        }
        try await TestServer.run(router) { test in
            let client = try await test.connect()
            try await client.send(
                "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nfirst" + "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n"
                    + "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.receive().body == "first", "an answer that is ready does not wait for a later one that is not")
            gate.open()
            #expect(try await client.receive().body == "slow")
            #expect(try await client.receive().body == "hello")
        }
    }

    @Test("Answers that are ready together leave together")
    func gathersPipelinedAnswers() async throws {
        try await TestServer.run { test in
            let client = try await test.connect()
            try await client.send(String(repeating: "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n", count: 50))
            for _ in 1...50 { #expect(try await client.receive().body == "hello") }
            #expect(test.events.exchanges.count == 50)
        }
    }

    @Test("HEAD gets what GET would, without the content")
    func answersHead() async throws {
        try await TestServer.run { test in
            let client = try await test.connect()
            try await client.send("HEAD /hello HTTP/1.1\r\nHost: a\r\n\r\nGET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            let head = try await client.receive(toHead: true)
            #expect(head.status == 200)
            #expect(head["content-length"] == "5")
            #expect(try await client.receive().body == "hello")
        }
    }

    @Test("A client that asks for the end gets it, behind its answer")
    func closesWhenAsked() async throws {
        try await TestServer.run { test in
            let client = try await test.connect()
            try await client.send("GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            let answer = try await client.receive()
            #expect(answer["connection"] == "close")
            #expect(try await client.receiveAll() == "")
        }
    }

    @Test("HTTP/1.0 closes unless asked not to, and is told so")
    func speaksHTTP10() async throws {
        try await TestServer.run { test in
            let client = try await test.connect()
            try await client.send("GET /hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            #expect(try await client.receive()["connection"] == "keep-alive")
            try await client.send("GET /hello HTTP/1.0\r\n\r\n")
            #expect(try await client.receive()["connection"] == "close")
            #expect(try await client.receiveAll() == "")
        }
    }

    @Test("A client that ends its stream behind its request still gets the answer")
    func answersHalfClosedClient() async throws {
        let gate = Gate()
        var router = Router()
        router.add(.get, "/slow") { _, _ in
            await gate.wait()
            return Response(body: .bytes(Array("slow".utf8)))
        }
        try await TestServer.run(router) { test in
            let client = try await test.connect()
            try await client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
            client.socket.shutdownWrites()
            gate.open()
            #expect(try await client.receive().body == "slow")
            #expect(try await client.receiveAll() == "")
        }
    }

    @Test("A large answer arrives whole, and the connection goes on behind it")
    func sendsLargeAnswer() async throws {
        let body = [UInt8](repeating: 0x78, count: 8 * 1024 * 1024)
        var router = Router.forTests
        router.add(.get, "/large") { _, _ in Response(body: .bytes(body)) }
        try await TestServer.run(router) { test in
            let client = try await test.connect()
            try await client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\nGET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            let answers = Array(try await client.receive(until: "hello").utf8)
            let head = try #require(answers.prefix(1024).firstRange(of: Array("\r\n\r\n".utf8)))
            // Bytes are not compared one by one: in a debug build that takes seconds.
            #expect(answers[head.upperBound + body.count - 1] == 0x78)
            #expect(answers[(head.upperBound + body.count)...].starts(with: Array("HTTP/1.1 200 OK\r\n".utf8)))
        }
    }

    @Test(
        "A request cut short by its client is not handled",
        arguments: ["GET /hello HT", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel"])
    func ignoresCutRequest(_ text: String) async throws {
        try await TestServer.run { test in
            let answer = try await test.exchange(text)
            #expect(answer == "")
            await test.events.wait { !$0.isEmpty }
            #expect(test.events.failures == [.brokenOff])
        }
    }

    @Test("What a handler throws is a 500 with the id and no inner text; the connection goes on")
    func hidesFailures() async throws {
        try await TestServer.run { test in
            let client = try await test.connect()
            try await client.send("GET /throws HTTP/1.1\r\nHost: a\r\nx-request-id: abc\r\n\r\nGET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            let answer = try await client.receive()
            #expect(answer.status == 500)
            #expect(answer["x-request-id"] == "abc")
            #expect(!answer.body.contains("inner"))
            #expect(try await client.receive().status == 200)
            let exchange = try #require(test.events.exchanges.first)
            #expect(exchange.failure is InnerError)
            #expect(exchange.refusal == .handlerFailed)
        }
    }

    @Test("A path parameter that names nothing is a 404, and no failure of the route")
    func tellsClientsFaults() async throws {
        var router = Router()
        router.add(.get, "/numbers/{number}") { _, parameters in
            let number = try parameters.value("number") { Int($0) }
            return Response(body: .bytes(Array("\(number)".utf8)))
        }
        try await TestServer.run(router) { test in
            #expect(try await test.exchange("GET /numbers/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").hasPrefix("HTTP/1.1 404 "))
            let exchange = try #require(test.events.exchanges.first)
            #expect(exchange.refusal == .noSuchRoute)
            #expect(exchange.failure == nil)
        }
    }

    @Test("A route may end the connection without an answer")
    func leavesWithoutAnswer() async throws {
        var router = Router()
        router.add(.get, "/") { _, _ in throw NoAnswer() }
        try await TestServer.run(router) { test in
            let answer = try await test.exchange("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(answer == "")
            #expect(test.events.exchanges.map(\.status) == [nil])
        }
    }

    @Test("A header that would break the answer apart is not sent: 500", arguments: ["a\r\nSet-Cookie: b", "a\nb", "a\u{0}"])
    func refusesUnsendableHeader(_ value: String) async throws {
        var router = Router()
        router.add(.get, "/") { _, _ in Response(headers: ["X-Value": value]) }
        try await TestServer.run(router) { test in
            let answer = try await test.exchange("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 500 "))
            #expect(!answer.contains("X-Value"))
        }
    }

    @Test("The fields that frame an answer are the server's own")
    func dropsHandlersFraming() async throws {
        var router = Router()
        router.add(.get, "/") { _, _ in
            Response(
                headers: [
                    "content-length": "99", "transfer-encoding": "chunked", "connection": "close", "date": "today", "x-request-id": "other",
                    "x-content-type-options": "sniff",
                ], body: .bytes([0x61]))
        }
        try await TestServer.run(router) { test in
            let client = try await test.connect()
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let answer = try await client.receive()
            #expect(answer.body == "a")
            #expect(answer.fields.map { $0.name.lowercased() } == ["date", "x-request-id", "content-length", "x-content-type-options"])
            #expect(answer["x-content-type-options"] == "sniff")
        }
    }

    @Test("A 204 has neither content nor length")
    func answersWithoutContent() async throws {
        var router = Router()
        router.add(.get, "/") { _, _ in Response(status: .noContent, body: .bytes([1, 2, 3])) }
        try await TestServer.run(router) { test in
            let client = try await test.connect()
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
            for _ in 1...2 {
                let answer = try await client.receive()
                #expect(answer.status == 204)
                #expect(answer["content-length"] == nil)
            }
        }
    }

    @Test("The address is known before the first connection is accepted")
    func tellsAddress() async throws {
        let group = try EventLoopGroup(count: 1)
        let server = HTTPServer(
            configuration: HTTPServerConfiguration(address: try SocketAddress(parsing: "127.0.0.1:0")), group: group, router: .forTests)
        var bound: SocketAddress?
        let address = try await server.start { bound = $0 }
        #expect(bound == address)
        #expect(address.port != 0)
        await server.shutdown(within: TestClient.patience)
        await group.shutdown()
    }

    @Test("The observer hears of each request: what, which status, how much")
    func tellsObserver() async throws {
        try await TestServer.run { test in
            _ = try await test.exchange("GET /hello HTTP/1.1\r\nHost: a\r\n\r\nGET /nowhere HTTP/1.1\r\nHost: a\r\nx-request-id: b\r\n\r\n")
            await test.events.wait { $0.count >= 2 }
            let exchanges = test.events.exchanges
            #expect(exchanges.map(\.status) == [.ok, .notFound])
            #expect(exchanges.map(\.refusal) == [nil, .noSuchRoute])
            #expect(exchanges.first?.bodyBytes == 5)
            #expect(exchanges.last?.requestID == "b")
            #expect(exchanges.first?.head?.path == "/hello")
            #expect(exchanges.first?.peer.isLoopback == true)
        }
    }
}
