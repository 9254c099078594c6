import HTTPClient
import Reactor
import Secrets
import Testing

@Suite struct FailureTests {
    /// What a request of the fixtures ends with when only its time limit stops it before it was sent.
    static let timeLimitReached = HTTPClientError.notSent(reason: "no connection within 20.0 seconds")

    @Test func `a refused connection is not sent`() async throws {
        let listener = try Listener.bind(to: SocketAddress(parsing: "127.0.0.1:0"))
        let address = listener.address
        listener.close()
        try await withClient { client in
            #expect(await client.failure(of: .post("http://\(address)")).isNotSent)
        }
    }

    /// RFC 6761 section 6.4: names under `invalid` never exist.
    @Test func `a name that does not exist is not sent`() async throws {
        try await withClient(.init(plainHTTP: .anywhere)) { client in
            #expect(await client.failure(of: .post("http://gateway.invalid/", timeLimit: .seconds(10))).isNotSent)
        }
    }

    /// A listener that nobody accepts from, its queue full: the kernel leaves further SYNs unanswered.
    @Test func `a connection that does not come about within the connect limit is not sent`() async throws {
        let listener = try Listener.bind(to: SocketAddress(parsing: "127.0.0.1:0"), backlog: 0)
        let loop = try EventLoop(name: "filler")
        let filler = try await StreamSocket.connect(to: listener.address, on: loop, within: .seconds(5))
        try await withClient { client in
            var request = OutboundRequest.post("http://\(listener.address)")
            request.connectLimit = .milliseconds(150)
            let error = await client.failure(of: request)
            #expect(error.isNotSent && error != Self.timeLimitReached)
        }
        filler.close()
        listener.close()
        await loop.shutdown()
    }

    @Test func `a server that does not answer within the time limit leaves the request unanswered`() async throws {
        try await withServer(script: { _ in .stall }) { server, client in
            let error = await client.failure(of: .post(server.url, timeLimit: .seconds(1)))
            #expect(error == .unanswered(reason: "no complete answer within 1.0 seconds"))
            #expect(server.received.count == 1)
        }
    }

    @Test(arguments: [
        ("closed without an answer", ""),
        ("cut in the status line", "HTTP/1.1 20"),
        ("cut in the headers", "HTTP/1.1 200 OK\r\nContent-Le"),
        ("cut before the body", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"),
        ("cut in the body", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{\"respons"),
        ("cut in a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nabc"),
        ("cut before the last chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"),
        ("no HTTP at all", "220 mail.example.com ESMTP\r\n"),
        ("HTTP/0.9", "hello"),
        ("a chunk size that is no number", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
    ]) func `an answer that is no complete one leaves the request unanswered`(what: String, text: String) async throws {
        try await withServer(script: { _ in .answerAndClose(text) }) { server, client in
            #expect(await client.failure(of: .post(server.url)).isUnanswered, "\(what)")
            #expect(server.received.count == 1)
        }
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n" + String(repeating: "x", count: 1001),
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n" + String(repeating: "x", count: 1001) + "\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 1001),
    ]) func `an answer over the limit is dropped, however it is framed`(text: String) async throws {
        try await withServer(script: { _ in .answerAndClose(text) }) { server, client in
            var request = OutboundRequest.post(server.url)
            request.maximumResponseBytes = 1000
            #expect(await client.failure(of: request) == .unanswered(reason: "the answer is larger than 1000 bytes"))
            request.maximumResponseBytes = 1001
            let whole = try await client.send(request)
            #expect(whole.body.count == 1001)
        }
    }

    @Test func `headers over the limit are dropped`() async throws {
        let headers = (0..<70).map { "X-\($0): " + String(repeating: "x", count: 1000) + "\r\n" }.joined()
        try await withServer(script: { _ in .answerAndClose("HTTP/1.1 200 OK\r\n\(headers)Content-Length: 0\r\n\r\n") }) { server, client in
            #expect(await client.failure(of: .post(server.url)) == .unanswered(reason: "the answer's headers are larger than 65536 bytes"))
        }
    }

    @Test func `cancelling a request that the server has aborts it and says that it was sent`() async throws {
        try await withServer(script: { _ in .stall }) { server, client in
            let url = server.url
            let sending = Task { await client.failure(of: .post(url)) }
            try #require(await server.hasReceived())
            sending.cancel()
            #expect(await sending.value == .cancelled(sent: true))
        }
    }

    @Test func `a request of a task that is cancelled already is not sent`() async throws {
        try await withServer(script: { _ in .ok() }) { server, client in
            let url = server.url
            let sending = Task {
                while !Task.isCancelled { await Task.yield() }
                return await client.failure(of: .post(url))
            }
            sending.cancel()
            #expect(await sending.value == .cancelled(sent: false))
            #expect(server.received.isEmpty)
        }
    }

    @Test func `shutdown fails what is pending and refuses what comes later`() async throws {
        try await withServer(script: { _ in .stall }) { server, client in
            let url = server.url
            let sending = Task { await client.failure(of: .post(url)) }
            try #require(await server.hasReceived())
            await client.shutdown()
            #expect(await sending.value == .unanswered(reason: "the client was shut down"))
            #expect(await client.failure(of: .post(url)) == .notSent(reason: "the client was shut down"))
            #expect(server.received.count == 1)
        }
    }
}
