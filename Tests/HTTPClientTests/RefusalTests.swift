import HTTPClient
import Reactor
import Secrets
import Testing

@Suite struct RefusalTests {
    @Test(arguments: [
        "", "example.com/path", "ftp://127.0.0.1/", "file:///etc/passwd", "gopher://127.0.0.1/", "http://", "http:// space/",
        "http://user:secret@127.0.0.1/", "http://127.0.0.1:99999/", "http://127.0.0.1/a\r\nb",
        "http://127.0.0.1/\0",
    ]) func `a URL that is not plainly http or https is refused unsent`(url: String) async throws {
        try await withClient(.init(plainHTTP: .anywhere)) { client in
            #expect(await client.failure(of: .post(url)).isNotSent)
        }
    }

    @Test(arguments: [
        "http://192.0.2.1/", "http://example.com/", "http://127.0.0.1.example.com/", "http://localhost.example.com/", "http://[2001:db8::1]/",
        "http://0.0.0.0/", "http://[::]/",
    ]) func `plain http to another machine is refused unless allowed`(url: String) async throws {
        try await withClient { client in
            #expect(await client.failure(of: .post(url)) == .notSent(reason: "plain http is allowed to this machine only"))
        }
    }

    @Test func `plain http to localhost and to 127.0.0.0/8 is allowed`() async throws {
        try await withServer(script: { _ in .ok() }) { server, client in
            for host in ["localhost", "127.0.0.1", "LOCALHOST"] {
                let answer = try await client.send(.get("http://\(host):\(server.address.port)/"))
                #expect(answer.status == 200)
            }
        }
    }

    @Test(arguments: [
        OutboundHeader("X-A", "b\r\nX-C: d"), OutboundHeader("X-A", "b\nX-C: d"), OutboundHeader("X-A", "b\0c"), OutboundHeader("X A", "b"),
        OutboundHeader("", "b"), OutboundHeader("X-A:", "b"), OutboundHeader("X-A\r\nX-B", "b"), OutboundHeader("Content-Length", "5"),
        OutboundHeader("Transfer-Encoding", "chunked"), OutboundHeader("X-A", secret: SecretBytes(utf8: "b\r\nc")),
    ]) func `a header that would change the message's frame is refused unsent`(header: OutboundHeader) async throws {
        try await withServer(script: { _ in .ok() }) { server, client in
            var request = OutboundRequest.post(server.url)
            request.headers.append(header)
            #expect(await client.failure(of: request).isNotSent)
            #expect(server.received.isEmpty)
        }
    }

    @Test func `printing a request shows neither its body nor a secret header`() {
        var request = OutboundRequest.post("http://127.0.0.1/", "4111111111111111")
        request.headers.append(OutboundHeader("Authorization", secret: SecretBytes(utf8: "Basic c2VjcmV0")))
        var dumped = ""
        dump(request, to: &dumped)
        for text in ["\(request)", String(reflecting: request), dumped] {
            #expect(!text.contains("4111111111111111"))
            #expect(!text.contains("c2VjcmV0"))
        }
    }
}
