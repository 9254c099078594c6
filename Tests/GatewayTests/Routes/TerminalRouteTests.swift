import HTTPServer
import JSON
import Payments
import PaymentsSupport
import Storage
import Testing

@testable import Gateway

@Suite struct `Terminal routes` {
    let gateway: TestGateway

    init() throws {
        gateway = try TestGateway()
    }

    @Test func `A merchant sees its own terminals`() async throws {
        let reply = try await gateway.send(.get, "/v1/terminals")
        #expect(reply.status == 200)
        #expect(reply.text == #"{"terminals":[{"id":"front-00","name":"Front 00","status":"READY"}]}"#)
        #expect(reply.headers["Cache-Control"] == "no-store")
        let other = try await gateway.send(.get, "/v1/terminals", as: TestGateway.other.authorization)
        #expect(other.text == #"{"terminals":[{"id":"back-00","name":"Back 00","status":"READY"}]}"#)
    }

    @Test func `No reader is an empty list that says why, never an error`() async throws {
        gateway.driver.attach(TerminalListing(terminals: [], problem: "pcscd does not run"))
        let reply = try await gateway.send(.get, "/v1/terminals")
        #expect(reply.status == 200)
        #expect(reply.text == #"{"terminals":[],"problem":"pcscd does not run"}"#)
    }

    @Test(arguments: TerminalStatus.allCases)
    func `A terminal is shown with what it does`(status: TerminalStatus) async throws {
        gateway.driver.attach(TerminalListing(terminals: [Terminal(id: TerminalID("front-01"), name: "Front \"1\"", status: status)]))
        let reply = try await gateway.send(.get, "/v1/terminals/front-01")
        #expect(reply.status == 200)
        #expect(reply.text == #"{"terminal":{"id":"front-01","name":"Front \"1\"","status":"\#(status.rawValue)"}}"#)
    }

    @Test(arguments: ["front-99", "back-00", "FRONT-00", "front-00%20", "event"])
    func `A terminal that is not there, or another merchant's, is a 404`(id: String) async throws {
        for reply in [try await gateway.send(.get, "/v1/terminals/\(id)"), try await gateway.send(.post, "/v1/terminals/\(id)/reads")] {
            #expect(reply.status == 404)
            #expect(reply.isProblem)
            #expect(reply["detail"]?.string == "there is no such terminal")
        }
        #expect(gateway.driver.limits.isEmpty)
    }

    @Test func `The stream of events is no terminal, and no terminal is taken for it`() async throws {
        let request = try Request(method: .get, target: "/v1/terminals/events", headers: ["Authorization": TestGateway.shop.authorization])
        #expect(await gateway.router.respond(to: request).headers["Content-Type"] == "text/event-stream")
        #expect(try await gateway.send(.post, "/v1/terminals/events").headers["Allow"] == "GET, HEAD")
        let read = try await gateway.send(.post, "/v1/terminals/events/reads")
        #expect(read.status == 404)
        #expect(read["detail"]?.string == "there is no such terminal")
    }

    @Test func `Every word of a status or a fault is in the contract`() throws {
        let schemas = try #require(Contract.shared.document[["components", "schemas"]])
        func words(_ path: [String]) -> [String] { schemas[path]?["enum"]?.elements.compactMap(\.string) ?? [] }
        #expect(words(["Terminal", "properties", "status"]) == TerminalStatus.allCases.map(\.rawValue))
        #expect(words(["Read", "properties", "status"]) == ReadStatus.allCases.map(\.rawValue))
        #expect(words(["ReadError", "properties", "code"]) == TapFault.Code.allCases.map(\.rawValue))
        #expect(words(["CardNetwork"]) == CardNetwork.allCases.map(\.rawValue))
    }
}
