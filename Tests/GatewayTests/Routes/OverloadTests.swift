import Glibc
import HTTPServer
import JSON
import Payments
import Reactor
import Synchronization
import Testing

@testable import Gateway
@testable import Storage

/// What callers are told when there is too much to do, at the handlers and at the ledger.
@Suite(.timeLimit(.minutes(1))) struct Overload {
    /// The answer of a gateway none of whose handlers may be at work.
    private func answer(_ method: HTTPMethod, _ target: String) async throws -> Reply {
        let gateway = try TestGateway()
        let listening = try await ListeningGateway(gateway) { $0.maximumRequests = 0 }
        let client = try await listening.connect()
        try await client.send(method, target, method == .post ? "{}" : "")
        try await client.readAnswer()
        client.close()
        await listening.stop()
        // Its ledger is open for as long as somebody has it.
        withExtendedLifetime(gateway) {}
        let reply = try await Reply(wire: client.received)
        #expect(Contract.shared.faults(of: reply, to: method, target) == [])
        return reply
    }

    @Test(arguments: [(HTTPMethod.post, "/v1/payments"), (.get, "/v1/payments"), (.get, "/v1/payments/pay_1")])
    func `On payment routes it is UNAVAILABLE by the result contract`(method: HTTPMethod, target: String) async throws {
        let reply = try await answer(method, target)
        #expect(reply.status == 503)
        #expect(reply.headers["Retry-After"] == "5")
        #expect(reply["state"]?.string == "UNAVAILABLE")
        #expect(reply["retryable"]?.bool == true)
        #expect(reply["payment"]?.isNull == true)
    }

    @Test func `On callback routes it is a message`() async throws {
        let reply = try await answer(.post, "/callback/SHOP-1")
        #expect(reply.status == 503)
        #expect(reply.headers["Retry-After"] == "5")
        #expect(reply.text == #"{"message":"not at the moment"}"#)
    }

    @Test(arguments: [(HTTPMethod.get, "/v1/callbacks"), (.get, "/v1/terminals"), (.post, "/v1/cards/check"), (.get, "/openapi.yaml")])
    func `Elsewhere it is a problem`(method: HTTPMethod, target: String) async throws {
        let reply = try await answer(method, target)
        #expect(reply.status == 503)
        #expect(reply.headers["Retry-After"] == "5")
        #expect(reply.isProblem)
    }

    @Test(arguments: ["/healthz", "/readyz"])
    func `Health checks are answered all the same`(target: String) async throws {
        #expect(try await answer(.get, target).status == 200)
    }

    /// Keeps the ledger's one writer busy until `end`, as a disk that hangs does.
    private final class Hang: Sendable {
        private let hasBegun = Atomic(false)
        private let mayEnd = Atomic(false)

        func begin(on ledger: SQLiteLedger) async -> Task<Void, any Error> {
            let task = Task {
                try await ledger.writer.write { [self] _ throws(StorageFault) in
                    hasBegun.store(true, ordering: .relaxed)
                    while !mayEnd.load(ordering: .relaxed) { usleep(1000) }
                }
            }
            while !hasBegun.load(ordering: .relaxed) { await Task.yield() }
            return task
        }

        func end() { mayEnd.store(true, ordering: .relaxed) }
    }

    private static func callback(_ transaction: String) -> String {
        signedCallback(#"{"transactionId": "\#(transaction)", "amount": 150000, "paymentStatus": "SUCCESS"}"#)
    }

    @Test func `What is beyond the ledger's queue is refused while those in it still wait, and they get their answers`() async throws {
        let gateway = try TestGateway(bounds: GatewayBounds(ledger: LedgerBounds(writes: 2, reads: 10)))
        let listening = try await ListeningGateway(gateway)
        let hang = Hang()
        let hanging = await hang.begin(on: gateway.ledger)
        let accepted = [try await listening.connect(), try await listening.connect()]
        for (number, client) in accepted.enumerated() {
            try await client.send(.post, "/callback/SHOP-1", Self.callback("TXN-\(number)"))
        }
        while gateway.ledger.writer.backlog < 2 { await Task.yield() }

        let callback = try await gateway.send(.post, "/callback/SHOP-1", Self.callback("TXN-LATE"))
        #expect(callback.status == 503)
        #expect(callback.headers["Retry-After"] == "5")
        let payment = try await gateway.send(.post, "/v1/payments", PaymentSample().json)
        #expect(payment.status == 503)
        #expect(payment.headers["Retry-After"] == "5")
        #expect(payment["state"]?.string == "UNAVAILABLE")
        #expect(payment["responseMessage"]?.string == UnavailableCause.overload.rawValue)
        #expect(gateway.channel.attempts == 0, "nothing was sent")
        #expect(try await gateway.send(.get, "/v1/payments").status == 200, "reads have a queue of their own")
        #expect(try await gateway.send(.get, "/readyz").status == 200, "busy is not broken")
        #expect(accepted.allSatisfy { $0.received.isEmpty })

        hang.end()
        try await hanging.value
        for client in accepted {
            try await client.readAnswer()
            #expect(client.received.hasPrefix("HTTP/1.1 200 "))
            client.close()
        }
        #expect(try await gateway.send(.post, "/v1/payments", PaymentSample().json).status == 201)
        await listening.stop()
    }

    @Test func `However many ask whether it is ready, the ledger is asked once`() async throws {
        let gateway = try TestGateway()
        let hang = Hang()
        let hanging = await hang.begin(on: gateway.ledger)
        let asking = (1...100).map { _ in Task.immediate { await gateway.readiness.check() } }
        while gateway.ledger.writer.backlog == 0 { await Task.yield() }
        #expect(gateway.ledger.writer.backlog == 1)
        hang.end()
        try await hanging.value
        for question in asking { #expect(await question.value == .ready) }
        let checks = try await gateway.ledger.reader.read { connection throws(StorageFault) in
            try connection.first("SELECT checks FROM health") { row throws(StorageFault) in try row.integer() }
        }
        #expect(checks == 1)
        #expect(await gateway.readiness.check() == .ready, "and anew for who asks later")
    }
}
