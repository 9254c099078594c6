import Reactor
import TestSupport
import Testing
import WireSupport

@testable import HTTPServer

/// The end of a server.
@Suite struct ShutdownTests {
    @Test("Idle connections close, and nobody can connect any more")
    func closesIdle() async throws {
        try await TestServer.run { test in
            let used = try await test.connect()
            try await used.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await used.receive().status == 200)
            let fresh = try await test.connect()
            let duration = await ContinuousClock().measure { await test.server.shutdown(within: TestClient.patience) }
            #expect(duration < TestClient.patience / 2, "they were closed, not given up at the deadline")
            #expect(test.server.connectionCount == 0)
            #expect(test.events.failures == [])
            #expect(try await used.receiveAll() == "")
            _ = try? await fresh.receiveAll()
            await #expect(throws: SocketError.refused) { try await test.connect() }
        }
    }

    @Test("A request in flight finishes, and its connection closes behind it")
    func finishesRequests() async throws {
        let (started, finish) = (Gate(), Gate())
        var router = Router()
        router.add(.get, "/slow") { _, _ in
            started.open()
            await finish.wait()
            return Response(body: .bytes(Array("done".utf8)))
        }
        try await TestServer.run(router) { test in
            let client = try await test.connect()
            try await client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
            await started.wait()
            async let end: Void = test.server.shutdown(within: TestClient.patience)
            while !test.server.isDraining { try await test.clientLoop.sleep(for: .milliseconds(1)) }
            await #expect(throws: SocketError.refused) { try await test.connect() }
            finish.open()
            let answer = try await client.receive()
            #expect(answer.body == "done")
            #expect(answer["connection"] == "close")
            client.socket.close()
            await end
            #expect(test.server.connectionCount == 0)
        }
    }

    @Test("What is not done by the deadline is cancelled")
    func cancelsAtDeadline() async throws {
        let (started, finish) = (Gate(), Gate())
        var router = Router()
        router.add(.get, "/slow") { _, _ in
            started.open()
            await withTaskCancellationHandler {
                await finish.wait()
            } onCancel: {
                finish.open()
            }
            return Response()
        }
        try await TestServer.run(router) { test in
            let client = try await test.connect()
            try await client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
            await started.wait()
            await test.server.shutdown(within: .milliseconds(20))
            #expect(test.server.connectionCount == 0)
        }
    }

    @Test("A server that never started, and one that stopped before, shut down at once")
    func shutsDownTwice() async throws {
        try await TestServer.run { test in
            await test.server.shutdown(within: .seconds(1))
            await test.server.shutdown(within: .seconds(1))
        }
    }
}
