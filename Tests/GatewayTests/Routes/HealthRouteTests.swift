import HTTPServer
import JSON
import Payments
import Storage
import Testing

@testable import Gateway

@Suite struct `Health routes` {
    @Test func `They are open to everybody`() async throws {
        let gateway = try TestGateway()
        for target in ["/healthz", "/readyz"] {
            let reply = try await gateway.send(.get, target, as: nil)
            #expect(reply.status == 200)
            #expect(reply.text == #"{"status":"ok"}"#)
        }
        let contract = try await gateway.send(.get, "/openapi.yaml", as: nil)
        #expect(contract.status == 200)
        #expect(contract.headers["Content-Type"] == "application/yaml")
        #expect(contract.text.hasPrefix("openapi: 3.1.0\n"))
    }

    @Test func `A gateway that is stopping lives but is not ready`() async throws {
        let gateway = try TestGateway()
        gateway.readiness.stop()
        #expect(try await gateway.send(.get, "/healthz", as: nil).status == 200)
        let reply = try await gateway.send(.get, "/readyz", as: nil)
        #expect(reply.status == 503)
        #expect(reply.isProblem)
        #expect(reply.headers["Retry-After"] == "5")
    }

    @Test func `A gateway whose ledger does not answer is not ready`() async throws {
        let gateway = try TestGateway()
        await gateway.ledger.close()
        #expect(try await gateway.send(.get, "/healthz", as: nil).status == 200)
        #expect(try await gateway.send(.get, "/readyz", as: nil).status == 503)
    }
}
