import HTTPServer
import Reactor
import TestSupport
import Testing
import WireSupport

/// Clients that leave while their request is being handled.
@Suite struct HangupTests {
    /// Waits for its own cancellation, and opens the gate then.
    private static func router(cancelsOnHangup: Bool, started: Gate, cancelled: Gate, finish: Gate) -> Router {
        var router = Router.forTests
        router.add(.get, "/wait", options: RouteOptions(cancelsOnHangup: cancelsOnHangup)) { _, _ in
            started.open()
            await withTaskCancellationHandler {
                await finish.wait()
            } onCancel: {
                cancelled.open()
                finish.open()
            }
            return Response(body: .bytes(Array((Task.isCancelled ? "cancelled" : "finished").utf8)))
        }
        return router
    }

    @Test("A route that asks for it is cancelled when its client leaves")
    func cancels() async throws {
        let (started, cancelled, finish) = (Gate(), Gate(), Gate())
        try await TestServer.run(Self.router(cancelsOnHangup: true, started: started, cancelled: cancelled, finish: finish)) { test in
            let client = try await test.connect()
            try await client.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
            await started.wait()
            client.socket.close()
            await cancelled.wait()
            await test.events.wait { !$0.isEmpty }
            let exchange = try #require(test.events.exchanges.first)
            #expect(exchange.status == nil, "nobody was there to get an answer")
        }
    }

    @Test("Any other route runs to its end, whatever its client does")
    func doesNotCancel() async throws {
        let (started, cancelled, finish) = (Gate(), Gate(), Gate())
        try await TestServer.run(Self.router(cancelsOnHangup: false, started: started, cancelled: cancelled, finish: finish)) { test in
            let client = try await test.connect()
            try await client.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
            await started.wait()
            client.socket.close()
            // Another request on the same loop: the loop has seen the end of the first connection by then.
            #expect(try await test.exchange("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n").hasSuffix("hello"))
            finish.open()
            await test.events.wait { $0.count >= 2 }
            let exchange = try #require(test.events.exchanges.last)
            #expect(exchange.head?.path == "/wait")
            #expect(exchange.bodyBytes == "finished".utf8.count)
        }
    }

    @Test("A client that stays gets its answer, and what it sent ahead meanwhile is not lost")
    func keepsWhatWasSentAhead() async throws {
        let (started, cancelled, finish) = (Gate(), Gate(), Gate())
        try await TestServer.run(Self.router(cancelsOnHangup: true, started: started, cancelled: cancelled, finish: finish)) { test in
            let client = try await test.connect()
            try await client.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
            await started.wait()
            try await client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nnext")
            // Its answer comes behind the loop's next look at the first connection.
            #expect(try await test.exchange("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n").hasSuffix("hello"))
            finish.open()
            #expect(try await client.receive().body == "finished")
            #expect(try await client.receive().body == "next")
        }
    }

    @Test("A stream of such a route ends when its client leaves, also while nothing is written")
    func cancelsStream() async throws {
        let (started, cancelled) = (Gate(), Gate())
        var router = Router()
        router.add(.get, "/events", options: RouteOptions(cancelsOnHangup: true)) { _, _ in
            .events { writer in
                try await writer.sendComment()
                started.open()
                let never = Gate()
                await withTaskCancellationHandler {
                    await never.wait()
                } onCancel: {
                    cancelled.open()
                    never.open()
                }
            }
        }
        try await TestServer.run(router) { test in
            let client = try await test.connect()
            try await client.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n")
            await started.wait()
            client.socket.close()
            await cancelled.wait()
            await test.events.wait { !$0.isEmpty }
            #expect(test.events.exchanges.first?.status == .ok)
        }
    }
}
