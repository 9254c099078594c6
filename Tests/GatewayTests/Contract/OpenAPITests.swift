import HTTPServer
import JSON
import Payments
import PaymentsSupport
import Storage
import Testing

@testable import Gateway

/// That the contract and the running routes say the same. Every answer that any other test of the routes gets is held against the contract, too:
/// see `TestGateway.send`.
@Suite struct `OpenAPI document` {
    private let contract = Contract.shared

    private func schema(_ name: String) throws -> YAML {
        try #require(contract.document[["components", "schemas", name]])
    }

    private func words(_ schema: YAML?) -> [String] {
        schema?["enum"]?.elements.compactMap(\.string) ?? []
    }

    @Test func `Its paths and methods are the router's, in both directions`() throws {
        let routes = try TestGateway().router.routes.map { "\($0.method.rawValue) \($0.template)" }
        #expect(Set(contract.operations).subtracting(routes) == [])
        #expect(Set(routes).subtracting(contract.operations) == [])
        #expect(contract.operations.count == routes.count)
    }

    @Test func `The fields of a payment request are the decoder's, in both directions`() throws {
        let request = try schema("PaymentRequest")["properties"]
        #expect(request?.names == PaymentField.allCases.map(\.rawValue))
        #expect(request?[["paymentOptions", "properties"]]?.names == OptionsField.allCases.map(\.rawValue))
        #expect(try schema("CustomerDetails")["properties"]?.names == CustomerField.allCases.map(\.rawValue))
        #expect(try schema("ItemDetails")["properties"]?.names == ItemField.allCases.map(\.rawValue))
        #expect(try schema("PostalAddress")["properties"]?.names == AddressField.allCases.map(\.rawValue))
        let card = try schema("CardDetails")["oneOf"]?.elements.flatMap { $0["properties"]?.names ?? [] } ?? []
        #expect(Set(card) == Set(CardField.allCases.map(\.rawValue)))
    }

    @Test func `Its words are the domain's`() throws {
        #expect(words(try schema("PaymentResult")[["properties", "state"]]) == ResultState.allCases.map(\.rawValue))
        #expect(words(try schema("PaymentStatus")) == PaymentStatus.allCases.map(\.rawValue))
        #expect(words(try schema("DeliveryStatus")) == DeliveryStatus.allCases.map(\.rawValue))
        #expect(words(try schema("PaymentChannel")) == AcquirerChannel.allCases.map(\.rawValue))
        #expect(words(try schema("PaymentRequest")[["properties", "paymentChannel"]]) == AcquirerChannel.allCases.map(\.rawValue))
        #expect(words(try schema("PaymentRequest")[["properties", "paymentMode"]]) == PaymentMode.allCases.map(\.rawValue))
        #expect(words(try schema("PaymentRequest")[["properties", "authentication"]]) == Authentication.allCases.map(\.rawValue))
        #expect(words(try schema("Card")[["properties", "source"]]) == CardSource.allCases.map(\.rawValue))
        #expect(try schema("Tenor")["enum"]?.elements == Tenor.allCases.map { .number(String($0.rawValue)) })
    }

    @Test func `Every state's HTTP status stands at the operation that creates payments`() {
        let statuses = contract.document[["paths", "/v1/payments", "post", "responses"]]?.names ?? []
        for state in ResultState.allCases where state != .notFound {
            #expect(statuses.contains(String(state.httpStatus(isRepeat: false).code)), "\(state)")
        }
        #expect(statuses.contains("200"))
    }

    @Test func `Every refusal by the protocol stands at every operation that can meet it`() {
        let everywhere = ["400", "408", "413", "414", "417", "431", "500", "501", "503", "505"]
        for path in contract.document["paths"]?.members ?? [] {
            for operation in path.value.members where operation.name != "parameters" {
                let statuses = operation.value["responses"]?.names ?? []
                #expect(Set(everywhere).subtracting(statuses) == [], "\(operation.name) \(path.name)")
                let body = operation.value["requestBody"].map(contract.schema.resolved)
                #expect(statuses.contains("411") == (body?["required"] == .bool(true)), "\(operation.name) \(path.name)")
                #expect(statuses.contains("401") == path.name.hasPrefix("/v1"), "\(operation.name) \(path.name)")
                // Orchestrators ask them, and are never told to ask less often.
                let isHealthCheck = [HealthRoutes.livenessPath, HealthRoutes.readinessPath].contains(path.name)
                #expect(statuses.contains("429") == !isHealthCheck, "\(operation.name) \(path.name)")
            }
        }
    }

    @Test func `Its example requests are accepted by the service`() async throws {
        let gateway = try TestGateway(terminals: ["acs", "back"])
        let terminal = TerminalID("acs-acr122u-00-00")
        gateway.driver.attach(TerminalListing(terminals: [Terminal(id: terminal, name: "ACS ACR122U 00 00", status: .ready)]))
        let examples = contract.document[["paths", "/v1/payments", "post", "requestBody", "content", "application/json", "examples"]]?.members ?? []
        #expect(examples.map(\.name) == ["card", "token", "terminalRead", "terminal"])
        for example in examples {
            gateway.channel.answer(example.name == "card" ? ScriptedChannel.redirect : ScriptedChannel.approved("T-\(example.name)"))
            var body = try #require(example.value["value"]).json
            if example.name == "terminalRead" {
                let read = try await gateway.succeededRead(at: terminal)
                body = body.split(separator: "read_01JDZ6V3D00000000000000000").joined(separator: read)
            }
            async let answer = gateway.send(.post, "/v1/payments", body)
            if example.name == "terminal" {
                #expect(await gateway.driver.tapWaits(at: terminal) == .seconds(60))
                gateway.driver.end(at: terminal, with: ScriptedDriver.card)
            }
            let reply = try await answer
            #expect(reply.status == 201, "\(example.name): \(reply.failingFields)")
        }
        let start = contract.document[["paths", "/v1/terminals/{id}/reads", "post", "requestBody", "content", "application/json", "example"]]
        #expect(try await gateway.send(.post, "/v1/terminals/\(terminal)/reads", try #require(start).json).status == 201)
        let check = contract.document[["paths", "/v1/cards/check", "post", "requestBody", "content", "application/json", "example"]]
        #expect(try await gateway.send(.post, "/v1/cards/check", try #require(check).json).status == 200)
    }

    @Test func `Its example answers keep its own schemas`() throws {
        for example in contract.document[["components", "examples"]]?.members ?? [] {
            let value = try JSONDocument(parsing: Array(try #require(example.value["value"]).json.utf8)).root
            let kind = ["Read": "ReadResult", "Terminals": "TerminalList"].first { example.name.hasSuffix($0.key) }?.value
            let schema = try schema(kind ?? "PaymentResult")
            #expect(contract.schema.faults(of: value, against: schema) == [], "\(example.name)")
        }
    }

    @Test func `Every reference leads somewhere`() {
        func follow(_ value: YAML) {
            if value["$ref"] != nil { _ = contract.schema.resolved(value) }
            value.members.forEach { follow($0.value) }
            value.elements.forEach(follow)
        }
        follow(contract.document)
    }
}
