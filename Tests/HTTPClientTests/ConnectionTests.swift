import Glibc
import Reactor
import Secrets
import TestSupport
import Testing

@testable import HTTPClient

@Suite struct ConnectionTests {
    @Test func `proxies that the environment names are not asked`() async throws {
        try await withServer(script: { _ in .ok() }) { server, client in
            #expect(getenv("http_proxy").map { String(cString: $0) } == "http://127.0.0.1:1/")
            _ = try await client.send(.get(server.url))
            #expect(server.received.first?.head.hasPrefix("GET / HTTP/1.1") == true)
        }
    }

    @Test func `a connection is kept for the next request that may be sent twice`() async throws {
        try await withServer(script: { _ in .ok() }) { server, client in
            for _ in 1...5 { _ = try await client.send(.get(server.url)) }
            #expect(server.received.map(\.connection) == [1, 1, 1, 1, 1])
        }
    }

    @Test func `a request that must not be sent twice has a connection of its own`() async throws {
        try await withServer(script: { _ in .ok() }) { server, client in
            _ = try await client.send(.get(server.url))
            _ = try await client.send(.post(server.url))
            _ = try await client.send(.post(server.url))
            _ = try await client.send(.get(server.url))
            #expect(server.received.map(\.connection) == [1, 2, 3, 1])
        }
    }

    /// The server answers the first request, then reads the second one and closes: on the kept connection libcurl would send it once more.
    @Test func `a server that closes after reading a request that must not be sent twice sees it once`() async throws {
        try await withServer(script: { $0.head.hasPrefix("GET") ? .ok() : .answerAndClose("") }) { server, client in
            _ = try await client.send(.get(server.url))
            let error = await client.failure(of: .post(server.url))
            #expect(error.isUnanswered)
            #expect(server.received.count(where: { $0.head.hasPrefix("POST") }) == 1)
        }
    }

    @Test func `a request that may be sent twice outlives a kept connection that dies, body and all`() async throws {
        let script: ScriptedServer.Script = { $0.connection == 1 && $0.head.hasPrefix("POST") ? .answerAndClose("") : .ok() }
        try await withServer(script: script) { server, client in
            _ = try await client.send(.get(server.url))
            let answer = try await client.send(.post(server.url, "again", mayBeSentTwice: true))
            #expect(answer.status == 200)
            #expect(server.received.map(\.connection) == [1, 1, 2])
            #expect(server.received.dropFirst().allSatisfy { $0.body == Array("again".utf8) })
        }
    }

    @Test func `a client that is dropped with a kept connection closes it`() async throws {
        try await withServer(script: { _ in .ok() }) { server, _ in
            let loop = try EventLoop(name: "dropped")
            _ = try await HTTPClient(loop: loop, configuration: .init()).send(.get(server.url))
            #expect(await server.hasNoConnections())
            await loop.shutdown()
        }
    }

    @Test func `no more connections to a host than allowed are open at once`() async throws {
        try await withServer(.init(maximumConnectionsPerHost: 2), script: { _ in .ok() }) { server, client in
            let url = server.url
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 { group.addTask { _ = try await client.send(.get(url)) } }
                try await group.waitForAll()
            }
            #expect(server.received.count == 20)
            #expect(Set(server.received.map(\.connection)).count <= 2)
        }
    }

    @Test func `requests that wait for a connection have it in the order in which they came`() async throws {
        let gate = Gate()
        let script: ScriptedServer.Script = { received in
            if received.body == Array("0".utf8) { await gate.wait() }
            return .answerAndClose("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        }
        try await withServer(.init(maximumConnectionsPerHost: 1), script: script) { server, client in
            let url = server.url
            let count = 40
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<count {
                    group.addTask { _ = try await client.send(.post(url, "\(number)")) }
                    while await client.requestsUnderWay <= number { await Task.yield() }
                }
                gate.open()
                try await group.waitForAll()
            }
            #expect(server.received.map { String(decoding: $0.body, as: UTF8.self) } == (0..<count).map(String.init))
        }
    }

    @Test func `one that gives up leaves its place to the next`() async throws {
        try await withServer(.init(maximumConnectionsPerHost: 1), script: { $0.body.isEmpty ? .ok() : .stall }) { server, client in
            let url = server.url
            let first = Task { await client.failure(of: .post(url)) }
            try #require(await server.hasReceived())
            let second = Task { await client.failure(of: .post(url)) }
            while await client.requestsUnderWay < 2 { await Task.yield() }
            let third = Task { try await client.send(.get(url)) }
            while await client.requestsUnderWay < 3 { await Task.yield() }
            second.cancel()
            #expect(await second.value == .cancelled(sent: false))
            first.cancel()
            _ = await first.value
            #expect(try await third.value.status == 200)
        }
    }

    @Test func `a request that waits for a free connection ends at its own limit, unsent`() async throws {
        try await withServer(.init(maximumConnectionsPerHost: 1), script: { _ in .stall }) { server, client in
            let url = server.url
            let first = Task { await client.failure(of: .post(url)) }
            try #require(await server.hasReceived())
            let error = await client.failure(of: .post(url, timeLimit: .milliseconds(100)))
            #expect(error == .notSent(reason: "no connection within 0.1 seconds"))
            #expect(server.received.count == 1)
            first.cancel()
            _ = await first.value
        }
    }

    @Test func `requests beyond the bound are refused unsent`() async throws {
        try await withServer(.init(maximumRequests: 1), script: { _ in .stall }) { server, client in
            let url = server.url
            let first = Task { await client.failure(of: .post(url)) }
            try #require(await server.hasReceived())
            #expect(await client.failure(of: .post(url)) == .notSent(reason: "too many requests are under way"))
            first.cancel()
            _ = await first.value
        }
    }
}
