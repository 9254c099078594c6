import HTTPServer
import Reactor
import TestSupport
import Testing
import WireSupport

/// As many requests at handlers as may be, and more.
@Suite struct OverloadTests {
    /// `GET /hold` waits at a gate in its handler, `GET /stream` in its answer; `/alive` is answered whatever there is to do.
    private struct Holding {
        let held = Watched(0)
        let gate = Gate()

        var router: Router {
            var router = Router.forTests
            router.add(.get, "/hold") { [held, gate] _, _ in
                held.withLock { $0 += 1 }
                await gate.wait()
                return Response(body: .bytes(Array("held".utf8)))
            }
            router.add(.get, "/stream") { [held, gate] _, _ in
                Response(
                    body: .stream { writer in
                        held.withLock { $0 += 1 }
                        await gate.wait()
                        try await writer.write(Array("held".utf8))
                    })
            }
            router.add(.get, "/alive", options: RouteOptions(isHandledUnderOverload: true)) { _, _ in Response(body: .bytes(Array("alive".utf8))) }
            return router
        }
    }

    private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

    @Test(
        "Those beyond are refused while the others are still handled, keep their connections, and find room later", arguments: ["/hold", "/stream"])
    func refusesBeyond(_ path: String) async throws {
        let holding = Holding()
        try await TestServer.run(holding.router, configure: { $0.maximumRequests = 2 }) { test in
            let accepted = [try await test.connect(), try await test.connect()]
            for client in accepted { try await client.send(Self.get(path)) }
            await holding.held.until { $0 == 2 }

            let late = try await test.connect()
            for request in [Self.get("/hello"), "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", Self.get("/hello")] {
                try await late.send(request)
                let answer = try await late.receive()
                #expect(answer.status == 503)
                #expect(answer["retry-after"] == "5")
                #expect(answer["connection"] == nil, "it stays open")
            }
            try await late.send(Self.get("/alive"))
            #expect(try await late.receive().body == "alive")
            try await late.send(Self.get("/nowhere"))
            #expect(try await late.receive().status == 404, "what no handler answers needs no place")

            holding.gate.open()
            for client in accepted { #expect(try await client.receive().body == "held") }
            // The places are free by the time a client has its answer, those of streams soon after.
            if path == "/hold" {
                for client in accepted + [late] {
                    try await client.send(Self.get("/hello"))
                    #expect(try await client.receive().status == 200)
                }
            }
            #expect(test.events.exchanges.compactMap(\.refusal).count { $0 == .overloaded } == 3)
        }
    }

    @Test("A body that is long in coming holds no place")
    func slowBodiesHoldNothing() async throws {
        try await TestServer.run(configure: { $0.maximumRequests = 1 }) { test in
            let slow = try await test.connect()
            try await slow.send("POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
            #expect(try await slow.receive().status == 100)
            let other = try await test.connect()
            try await other.send(Self.get("/hello"))
            #expect(try await other.receive().status == 200)
            try await slow.send("abc")
            #expect(try await slow.receive().body == "abc")
        }
    }

    @Test("A handler that throws gives its place back, and so does one whose client has left")
    func givesBack() async throws {
        let holding = Holding()
        try await TestServer.run(holding.router, configure: { $0.maximumRequests = 1 }) { test in
            let client = try await test.connect()
            try await client.send(Self.get("/throws"))
            #expect(try await client.receive().status == 500)
            let leaving = try await test.connect()
            try await leaving.send(Self.get("/hold"))
            await holding.held.until { $0 == 1 }
            leaving.socket.close()
            holding.gate.open()
            await test.events.wait { $0.count == 2 }
            try await client.send(Self.get("/hello"))
            #expect(try await client.receive().status == 200)
        }
    }
}
