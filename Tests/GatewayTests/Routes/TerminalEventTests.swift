import HTTPServer
import JSON
import Payments
import PaymentsSupport
import Storage
import Testing

@testable import Gateway

/// The stream of events as it comes out of a socket.
@Suite(.timeLimit(.minutes(2))) struct `Terminal events` {
    private static let path = "/v1/terminals/events"

    /// Runs `body` with a gateway behind a socket, and a client whose stream of events has begun.
    private func listening(
        _ gateway: TestGateway, _ body: (WireClient, ListeningGateway) async throws -> Void
    ) async throws {
        let listening = try await ListeningGateway(gateway)
        do {
            let client = try await listening.connect()
            try await client.send(.get, Self.path)
            try await client.read(until: "\r\n\r\n")
            try await body(client, listening)
        } catch {
            await listening.stop()
            throw error
        }
        await listening.stop()
    }

    /// The text of an event.
    private func text(_ name: String, _ read: String? = nil, at moment: Timestamp) -> String {
        let read = read.map { "\"\($0)\"" } ?? "null"
        return "event: \(name)\ndata: {\"terminalId\":\"front-00\",\"readId\":\(read),\"at\":\"\(moment.rfc3339)\"}\n\n"
    }

    @Test func `What happens comes in its order, to the merchant whose terminal it is`() async throws {
        let gateway = try TestGateway()
        let (front, now) = (ScriptedDriver.front, gateway.clock.now())
        try await listening(gateway) { client, _ in
            #expect(client.received.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(client.received.contains("Content-Type: text/event-stream\r\n"))
            #expect(client.received.contains("Cache-Control: no-store\r\n"))
            gateway.driver.happen(.cardPresent, at: ScriptedDriver.back)
            gateway.driver.happen(.attached, at: front)
            gateway.driver.happen(.cardPresent, at: front)
            try await client.read(until: "card.present")
            let read = try await gateway.succeededRead()
            try await client.read(until: "read.succeeded")
            gateway.driver.happen(.cardRemoved, at: front)
            gateway.driver.happen(.detached, at: front)
            let expected = [
                text("terminal.attached", at: now), text("card.present", at: now), text("read.started", read, at: now),
                text("read.succeeded", read, at: now), text("card.removed", at: now), text("terminal.detached", at: now),
            ]
            try await client.read(until: expected[5])
            let places = expected.map { client.received.firstRange(of: $0)?.lowerBound }
            #expect(places.allSatisfy { $0 != nil })
            #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
            #expect(client.received.split(separator: "event: ").count == 7)
            #expect(!client.received.contains("back-00"))
            #expect(!client.received.contains("411111"))
        }
    }

    @Test func `A read that failed or was cancelled has failed`() async throws {
        let gateway = try TestGateway()
        try await listening(gateway) { client, _ in
            let path = try #require(try await gateway.send(.post, "/v1/terminals/front-00/reads").headers["Location"])
            _ = try await gateway.send(.delete, path)
            let id = try #require(path.split(separator: "/").last)
            try await client.read(until: text("read.failed", String(id), at: gateway.clock.now()))
        }
    }

    @Test func `A comment comes every fifteen seconds`() async throws {
        let gateway = try TestGateway()
        try await listening(gateway) { client, _ in
            #expect(!client.received.contains(": \n"))
            for number in 1...3 {
                await gateway.clock.untilSomethingSleeps(for: .seconds(15))
                gateway.clock.advance(by: .seconds(15))
                while client.received.split(separator: ": \n\n", omittingEmptySubsequences: false).count <= number {
                    try await client.readMore()
                }
            }
        }
    }

    @Test func `Only so many may listen, and who leaves makes room`() async throws {
        let gateway = try TestGateway(maximumListeners: 1)
        try await listening(gateway) { client, listening in
            let refused = try await gateway.send(.get, Self.path)
            #expect(refused.status == 503)
            #expect(refused.isProblem)
            #expect(refused.headers["Retry-After"] == "5")
            client.close()
            await gateway.clock.untilNothingSleeps(for: .seconds(15))
            let next = try await listening.connect()
            // The place is given back a moment after the comments end.
            while !next.received.contains("HTTP/1.1 200 OK\r\n") {
                try await next.send(.get, Self.path)
                try await next.readMore()
            }
            // HEAD and a stream that nobody reads take no place.
            next.close()
            for _ in 1...3 { _ = try await gateway.send(.head, Self.path) }
        }
    }

    @Test func `Whoever leaves ends the stream's work`() async throws {
        let gateway = try TestGateway()
        try await listening(gateway) { client, _ in
            await gateway.clock.untilSomethingSleeps(for: .seconds(15))
            client.close()
            await gateway.clock.untilNothingSleeps(for: .seconds(15))
        }
    }

    @Test func `It ends well when the service stops`() async throws {
        let gateway = try TestGateway()
        try await listening(gateway) { client, _ in
            await gateway.terminals.stop()
            try await client.read(until: "\r\n0\r\n\r\n")
        }
    }
}

/// What a client that leaves means to what waits for a card, as it comes out of a socket.
@Suite(.timeLimit(.minutes(2))) struct `Hanging up at terminals` {
    /// Sends a request, and leaves once it waits for a card. When this returns nothing waits any more.
    private func hangUp(_ gateway: TestGateway, _ method: HTTPMethod, _ target: String, _ body: String = "") async throws {
        let listening = try await ListeningGateway(gateway)
        let client = try await listening.connect()
        try await client.send(method, target, body)
        await gateway.driver.tapWaits()
        client.close()
        await gateway.driver.tapEnded()
        await listening.stop()
    }

    @Test func `It cancels the read whose id is not heard yet`() async throws {
        let gateway = try TestGateway()
        try await hangUp(gateway, .post, "/v1/terminals/front-00/reads?wait=60")
        #expect(try await gateway.startReadWhenFree().status == 201)
    }

    @Test func `It ends a payment's wait, and nothing is charged`() async throws {
        let gateway = try TestGateway()
        try await hangUp(gateway, .post, "/v1/payments", PaymentSample().with("cardDetails", #"{"terminal": "front-00"}"#).json)
        #expect(gateway.channel.attempts == 0)
        #expect(try await gateway.send(.get, "/v1/payments")["payments"]?.elements.count == 0)
    }
}
