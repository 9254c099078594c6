import HTTPClient
import Reactor
import Secrets
import Testing

@Suite struct ExchangeTests {
    @Test func `a request arrives with its method, path, headers and body`() async throws {
        try await withServer(script: { _ in .ok() }) { server, client in
            var request = OutboundRequest.post(server.url + "/card-v2/v1/charge?a=b%20c", #"{"amount":10000}"#)
            request.headers += [
                OutboundHeader("Authorization", secret: SecretBytes(utf8: "Basic TUNQ")), OutboundHeader("X-Empty", ""),
            ]
            let answer = try await client.send(request)
            #expect(answer.status == 200)
            #expect(answer.body == Array("ok".utf8))
            let received = try #require(server.received.first)
            #expect(received.head.hasPrefix("POST /card-v2/v1/charge?a=b%20c HTTP/1.1\r\n"))
            #expect(received.header("host") == "\(server.address)")
            #expect(received.header("content-type") == "application/json")
            #expect(received.header("authorization") == "Basic TUNQ")
            #expect(received.head.contains("\r\nX-Empty:"))
            #expect(received.header("user-agent") == "payment-gateway")
            #expect(received.header("expect") == nil)
            #expect(received.body == Array(#"{"amount":10000}"#.utf8))
        }
    }

    @Test func `a body larger than a mebibyte is sent whole and without waiting for 100 Continue`() async throws {
        let body = String(repeating: "0123456789", count: 150_000)
        try await withServer(script: { _ in .ok() }) { server, client in
            let answer = try await client.send(.post(server.url, body))
            #expect(answer.status == 200)
            #expect(server.received.first?.header("expect") == nil)
            #expect(server.received.first?.body == Array(body.utf8))
        }
    }

    @Test(arguments: [OutboundRequest.Method.post, .put, .patch]) func `a method with content but none given says length 0`(
        method: OutboundRequest.Method
    ) async throws {
        try await withServer(script: { _ in .ok() }) { server, client in
            _ = try await client.send(OutboundRequest(method, server.url, timeLimit: .seconds(20), mayBeSentTwice: false))
            let received = try #require(server.received.first)
            #expect(received.head.hasPrefix("\(method.rawValue) / "))
            #expect(received.header("content-length") == "0")
            #expect(received.header("content-type") == nil)
        }
    }

    @Test func `GET, DELETE and HEAD without a body send no length`() async throws {
        let script: ScriptedServer.Script = { $0.head.hasPrefix("HEAD") ? .answer("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n") : .ok() }
        try await withServer(script: script) { server, client in
            for method in [OutboundRequest.Method.get, .delete, .head] {
                let answer = try await client.send(OutboundRequest(method, server.url, timeLimit: .seconds(20), mayBeSentTwice: false))
                #expect(answer.status == 200)
                #expect(server.received.last?.head.hasPrefix(method.rawValue) == true)
                #expect(server.received.last?.header("content-length") == nil)
            }
        }
    }

    @Test func `an answer's headers are those after the last status line, without white space around values`() async throws {
        let text = "HTTP/1.1 100 Continue\r\nX-Early: 1\r\n\r\nHTTP/1.1 201 Created\r\nLocation:   /a b \r\nX-Empty:\r\nContent-Length: 0\r\n\r\n"
        try await withServer(script: { _ in .answer(text) }) { server, client in
            let answer = try await client.send(.post(server.url))
            #expect(answer.status == 201)
            #expect(answer.header("x-early") == nil)
            #expect(answer.header("LOCATION") == "/a b")
            #expect(answer.header("x-empty") == "")
            #expect(answer.headers.first == ResponseHeader("Location", "/a b"))
        }
    }

    @Test func `a chunked answer is put together and its trailers are no headers`() async throws {
        let text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\nX-Trailer: 1\r\n\r\n"
        try await withServer(script: { _ in .answer(text) }) { server, client in
            let answer = try await client.send(.get(server.url))
            #expect(answer.body == Array("abcde".utf8))
            #expect(answer.header("x-trailer") == nil)
        }
    }

    @Test func `a redirect is an answer and is not followed`() async throws {
        let target = try ScriptedServer { _ in .ok("followed") }
        let running = Task { await target.run() }
        let redirect = "HTTP/1.1 302 Found\r\nLocation: \(target.url)/\r\nContent-Length: 0\r\n\r\n"
        try await withServer(script: { _ in .answer(redirect) }) { server, client in
            let answer = try await client.send(.post(server.url))
            #expect(answer.status == 302)
            #expect(answer.header("location") == target.url + "/")
        }
        #expect(target.received.isEmpty)
        running.cancel()
        await running.value
        await target.loop.shutdown()
    }

    @Test func `a cookie that was set does not come back`() async throws {
        try await withServer(script: { _ in .answer("HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n") }) { server, client in
            for _ in 1...2 { _ = try await client.send(.get(server.url)) }
            #expect(server.received.count == 2)
            #expect(server.received.allSatisfy { $0.header("cookie") == nil })
        }
    }

    @Test func `a hundred requests at once are all answered with their own answer`() async throws {
        try await withServer(.init(maximumConnectionsPerHost: 16), script: { .ok(String(decoding: $0.body, as: UTF8.self)) }) { server, client in
            let url = server.url
            let answers = try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
                for number in 0..<100 { group.addTask { (number, try await client.send(.post(url, "n\(number)")).body) } }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            for number in 0..<100 { #expect(answers[number] == Array("n\(number)".utf8)) }
            #expect(server.received.count == 100)
        }
    }
}
