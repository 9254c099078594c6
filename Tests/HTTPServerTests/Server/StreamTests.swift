import HTTPServer
import Reactor
import TestSupport
import Testing
import WireSupport

/// Answers that are written while they are made.
@Suite struct StreamTests {
    private static func router(_ produce: @escaping Response.Producer) -> Router {
        var router = Router.forTests
        router.add(.get, "/stream") { _, _ in Response(headers: ["Content-Type": "text/plain"], body: .stream(produce)) }
        return router
    }

    @Test("Pieces go out as chunks, and the connection goes on behind the last")
    func chunks() async throws {
        let router = Self.router { writer in
            try await writer.write(Array("one".utf8))
            try await writer.write([])
            try await writer.write([UInt8](repeating: 0x78, count: 300))
        }
        try await TestServer.run(router) { test in
            let client = try await test.connect()
            try await client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\nGET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            let answer = try await client.receive()
            #expect(answer["transfer-encoding"] == "chunked")
            #expect(answer["content-length"] == nil)
            #expect(answer.body == "one" + String(repeating: "x", count: 300))
            #expect(try await client.receive().body == "hello")
            #expect(test.events.exchanges.first?.bodyBytes == 303)
        }
    }

    @Test("The chunks on the wire are size, data and end")
    func chunksOnTheWire() async throws {
        let router = Self.router { writer in
            try await writer.write([UInt8](repeating: 0x78, count: 26))
        }
        try await TestServer.run(router) { test in
            let answer = try await test.exchange("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(answer.hasSuffix("\r\n\r\n1a\r\n\(String(repeating: "x", count: 26))\r\n0\r\n\r\n"))
        }
    }

    @Test("An HTTP/1.0 client gets the bare content until the connection ends, even if it asked to stay")
    func delimitsByClose() async throws {
        let router = Self.router { writer in
            try await writer.write(Array("one".utf8))
            try await writer.write(Array("two".utf8))
        }
        try await TestServer.run(router) { test in
            let client = try await test.connect()
            try await client.send("GET /stream HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            let answer = try await client.receiveAll()
            #expect(answer.hasSuffix("\r\n\r\nonetwo"))
            #expect(answer.contains("Connection: close\r\n"))
            #expect(!answer.contains("Transfer-Encoding"))
        }
    }

    @Test("The head and each piece leave at once")
    func doesNotHoldBack() async throws {
        let gates = [Gate(), Gate()]
        let router = Self.router { writer in
            await gates[0].wait()
            try await writer.write(Array("one".utf8))
            await gates[1].wait()
            try await writer.write(Array("two".utf8))
        }
        try await TestServer.run(router) { test in
            let client = try await test.connect()
            try await client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
            gates[0].open()
            #expect(try await client.receive(until: "\r\none\r\n") == "3\r\none\r\n")
            gates[1].open()
            #expect(try await client.receive(until: "0\r\n\r\n") == "3\r\ntwo\r\n0\r\n\r\n")
        }
    }

    @Test("A stream that fails is cut, so that no client takes a part for the whole")
    func cutsFailedStream() async throws {
        let router = Self.router { writer in
            try await writer.write(Array("one".utf8))
            throw InnerError(text: "inner text")
        }
        try await TestServer.run(router) { test in
            let answer = try await test.exchange("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(answer.hasSuffix("3\r\none\r\n"))
            #expect(test.events.exchanges.first?.failure is InnerError)
        }
    }

    @Test("HEAD does not run a stream")
    func answersHead() async throws {
        let router = Self.router { _ in throw InnerError(text: "it ran") }
        try await TestServer.run(router) { test in
            let client = try await test.connect()
            try await client.send("HEAD /stream HTTP/1.1\r\nHost: a\r\n\r\nGET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.receive(toHead: true).status == 200)
            #expect(try await client.receive().body == "hello")
        }
    }

    @Test("A writer waits for its client, and hears when that one reads nothing for too long")
    func hearsOfSlowReader() async throws {
        let router = Self.router { writer in
            while true { try await writer.write([UInt8](repeating: 0x78, count: 1024 * 1024)) }
        }
        try await TestServer.run(router, configure: { $0.timeouts.write = .milliseconds(50) }) { test in
            let client = try await test.connect()
            try await client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
            await test.events.wait { !$0.isEmpty }
            #expect(test.events.exchanges.first?.failure is ClientHasLeft)
            client.socket.close()
        }
    }

    @Test("Server-sent events have a name, lines of data and an id")
    func sendsEvents() async throws {
        var router = Router()
        router.add(.get, "/events") { _, _ in
            .events { writer in
                try await writer.send(ServerSentEvent(name: "card\n.present", data: "{\"a\":1}\r\nline", id: "7\r"))
                try await writer.sendComment("still\nthere")
            }
        }
        try await TestServer.run(router) { test in
            let client = try await test.connect()
            try await client.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n")
            let answer = try await client.receive()
            #expect(answer["content-type"] == "text/event-stream")
            #expect(answer["cache-control"] == "no-store")
            #expect(answer.body == "event: card.present\nid: 7\ndata: {\"a\":1}\ndata: line\n\n: stillthere\n\n")
        }
    }
}
