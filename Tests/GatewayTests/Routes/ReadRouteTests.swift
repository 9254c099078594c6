import HTTPServer
import JSON
import Payments
import PaymentsSupport
import Secrets
import Storage
import Testing

@testable import Gateway

@Suite(.timeLimit(.minutes(2))) struct `Read routes` {
    let gateway: TestGateway
    private static let path = "/v1/terminals/front-00/reads"

    init() throws {
        gateway = try TestGateway()
    }

    private func start(_ body: String? = nil, query: String = "") async throws -> Reply {
        try await gateway.send(.post, Self.path + query, body)
    }

    /// A read that waits for its card; its path.
    private func started() async throws -> String {
        let location = try #require(try await start().headers["Location"])
        await gateway.driver.tapWaits()
        return location
    }

    /// A read that has ended so.
    private func ended(_ outcome: TapOutcome) async throws -> Reply {
        let path = try await started()
        gateway.driver.end(with: outcome)
        return try await gateway.send(.get, path + "?wait=60")
    }

    @Test func `A read begins with its id and place, and waits`() async throws {
        let reply = try await start()
        let id = try #require(reply["read.id"]?.string)
        #expect(reply.status == 201)
        #expect(ReadID(id) != nil)
        #expect(reply.headers["Location"] == "/v1/terminals/front-00/reads/\(id)")
        #expect(reply.headers["Cache-Control"] == "no-store")
        #expect(
            reply.text == #"{"read":{"id":"\#(id)","terminalId":"front-00","status":"WAITING","expiresAt":null,"card":null,"error":null}}"#)
        #expect(await gateway.driver.tapWaits() == .seconds(30))
    }

    @Test func `A card that has come and is being read shows`() async throws {
        let path = try await started()
        gateway.driver.touch()
        let reply = try await gateway.send(.get, path)
        #expect(reply["read.status"]?.string == "READING")
        #expect(reply["read.card"]?.isNull == true)
    }

    @Test func `A read that succeeded shows the card to the letter, and not its number`() async throws {
        let reply = try await ended(ScriptedDriver.card)
        let id = try #require(reply["read.id"]?.string)
        let expiresAt = (gateway.clock.now() + .seconds(300)).rfc3339
        #expect(reply.status == 200)
        #expect(
            reply.text == """
                {"read":{"id":"\(id)","terminalId":"front-00","status":"SUCCEEDED","expiresAt":"\(expiresAt)",\
                "card":{"network":"VISA","panNetwork":"VISA","first6":"411111","last4":"1111","expiryMonth":12,"expiryYear":2039,\
                "holderName":"NURHALIZA/SITI","aid":"A0000000031010","applicationLabel":"VISA CREDIT"},"error":null}}
                """)
    }

    @Test func `A chip that says little, and belongs to two networks, shows so`() async throws {
        let card = TerminalCard(
            number: SecretBytes(utf8: "6011000990139424"), applicationNetwork: .gpn, expiry: nil, holderName: SecretBytes(utf8: " /"),
            applicationIdentifier: "A0000006021010", applicationLabel: nil)
        let reply = try await ended(.card(card))
        #expect(reply["read.card.network"]?.string == "GPN")
        #expect(reply["read.card.panNetwork"]?.string == "DISCOVER")
        for name in ["expiryMonth", "expiryYear", "holderName", "applicationLabel"] { #expect(reply["read.card.\(name)"]?.isNull == true) }
    }

    @Test(arguments: TapFault.Code.allCases)
    func `A read without a card says why, and what to tell the payer`(code: TapFault.Code) async throws {
        let fault = TapFault(code: code, message: "Please try again.")
        let reply = try await ended(code == .timedOut ? .timedOut(fault) : .failed(fault))
        #expect(reply["read.status"]?.string == (code == .timedOut ? "TIMED_OUT" : "FAILED"))
        #expect(reply["read.error.code"]?.string == code.rawValue)
        #expect(reply["read.error.message"]?.string == "Please try again.")
        #expect(reply["read.card"]?.isNull == true)
        #expect(reply["read.expiresAt"]?.isNull == true)
    }

    @Test func `One at a time at a terminal`() async throws {
        _ = try await started()
        let second = try await start()
        #expect(second.status == 409)
        #expect(second.isProblem)
        // The other merchant's terminal is not this one.
        #expect(try await gateway.send(.post, "/v1/terminals/back-00/reads", as: TestGateway.other.authorization).status == 201)
    }

    @Test(
        arguments: [
            (nil, 30), ("", 30), ("{}", 30), (#"{"timeoutSeconds": null}"#, 30), (#"{"timeoutSeconds": 1}"#, 1), (#"{"timeoutSeconds": 120.0}"#, 120),
            (#"{"colour": ["red"]}"#, 30),
        ] as [(String?, Int)])
    func `A body may say how long to wait for a card, or be left out`(body: String?, seconds: Int) async throws {
        #expect(try await start(body).status == 201)
        #expect(await gateway.driver.tapWaits() == .seconds(seconds))
    }

    @Test(arguments: [
        ("{", "", ["$ json"]), ("[]", "", ["$ json"]), (" ", "", ["$ json"]),
        (#"{"timeoutSeconds": 0}"#, "", ["timeoutSeconds range"]), (#"{"timeoutSeconds": 121}"#, "", ["timeoutSeconds range"]),
        (#"{"timeoutSeconds": 1.5}"#, "", ["timeoutSeconds type"]), (#"{"timeoutSeconds": "30"}"#, "", ["timeoutSeconds type"]),
        (#"{"timeoutSeconds": 1, "timeoutSeconds": 2}"#, "", ["timeoutSeconds repeated"]),
        ("{}", "?wait=61", ["wait format"]), ("{}", "?wait=-1", ["wait format"]), ("{}", "?wait=", ["wait format"]),
        ("{}", "?wait=1.5", ["wait format"]), ("{}", "?wait=1&wait=1", ["wait repeated"]),
        (#"{"timeoutSeconds": 0}"#, "?wait=x", ["timeoutSeconds range", "wait format"]), ("{", "?wait=x", ["$ json", "wait format"]),
    ])
    func `What breaks a rule is named, all at once, and nothing is started`(body: String, query: String, fields: [String]) async throws {
        let reply = try await start(body, query: query)
        #expect(reply.status == 422)
        #expect(reply.isProblem)
        #expect(reply.failingFields == fields)
        #expect(gateway.driver.limits.isEmpty)
    }

    @Test func `A body that is no JSON is 415`() async throws {
        #expect(try await gateway.send(.post, Self.path, "timeoutSeconds=1", headers: ["Content-Type": "text/plain"]).status == 415)
    }

    @Test func `Asked to wait, the answer comes with the read's end, and is 201 all the same`() async throws {
        async let reply = start(query: "?wait=60")
        await gateway.driver.tapWaits()
        gateway.driver.end(with: ScriptedDriver.card)
        #expect(try await reply.status == 201)
        #expect(try await reply["read.status"]?.string == "SUCCEEDED")
    }

    @Test func `Asked to wait, the answer comes at the latest when that is over`() async throws {
        async let created = start(query: "?wait=7")
        await gateway.clock.untilSomethingSleeps(for: .seconds(7))
        gateway.clock.advance(by: .seconds(7))
        let path = try #require(try await created.headers["Location"])
        #expect(try await created.status == 201)
        #expect(try await created["read.status"]?.string == "WAITING")
        async let shown = gateway.send(.get, path + "?wait=60")
        await gateway.clock.untilSomethingSleeps(for: .seconds(60))
        gateway.clock.advance(by: .seconds(60))
        #expect(try await shown.status == 200)
        #expect(try await shown["read.status"]?.string == "WAITING")
    }

    @Test(arguments: ["61", "-1", "", "1s", "1&wait=2"])
    func `A wait that breaks its rule is named also where a read is looked up`(wait: String) async throws {
        let reply = try await gateway.send(.get, try await started() + "?wait=\(wait)")
        #expect(reply.status == 422)
        #expect(reply.isProblem)
        #expect(reply["errors.0.field"]?.string == "wait")
    }

    @Test func `Whoever hangs up while looking waits no longer, and the read goes on`() async throws {
        let path = try await started()
        let looking = Task { try await gateway.send(.get, path + "?wait=60") }
        await gateway.clock.untilSomethingSleeps(for: .seconds(60))
        looking.cancel()
        // By its own clock the wait would never end.
        #expect(try await looking.value["read.status"]?.string == "WAITING")
        gateway.driver.end(with: ScriptedDriver.card)
        #expect(try await gateway.send(.get, path + "?wait=60")["read.status"]?.string == "SUCCEEDED")
    }

    @Test func `Whoever hangs up before it has heard the read's id cancels it`() async throws {
        let starting = Task { try await start(query: "?wait=60") }
        await gateway.driver.tapWaits()
        await gateway.clock.untilSomethingSleeps(for: .seconds(60))
        starting.cancel()
        #expect(try await starting.value["read.status"]?.string == "CANCELLED")
        #expect(try await gateway.startReadWhenFree().status == 201)
    }

    @Test func `A read can be given up at any time, and the terminal is free then`() async throws {
        let path = try await started()
        gateway.driver.touch()
        let cancelled = try await gateway.send(.delete, path)
        #expect(cancelled.status == 200)
        #expect(cancelled["read.status"]?.string == "CANCELLED")
        #expect(try await gateway.send(.delete, path).text == cancelled.text)
        #expect(try await gateway.send(.get, path).text == cancelled.text)
        #expect(try await start().status == 201)
    }

    @Test func `A read that has ended is not cancelled any more`() async throws {
        let shown = try await ended(ScriptedDriver.card)
        let id = try #require(shown["read.id"]?.string)
        #expect(try await gateway.send(.delete, "\(Self.path)/\(id)").text == shown.text)
    }

    @Test func `Another merchant's read, or one of another terminal, is a 404`() async throws {
        let path = try await started()
        let elsewhere = path.split(separator: "front-00").joined(separator: "back-00")
        for reply in [
            try await gateway.send(.get, path, as: TestGateway.other.authorization),
            try await gateway.send(.delete, path, as: TestGateway.other.authorization),
            try await gateway.send(.get, elsewhere, as: TestGateway.other.authorization), try await gateway.send(.delete, elsewhere),
            try await gateway.send(.get, Self.path + "/read_01JDZ6V3D00000000000000000"), try await gateway.send(.get, Self.path + "/pay_1"),
            try await gateway.send(.delete, Self.path + "/nonsense"),
        ] {
            #expect(reply.status == 404)
            #expect(reply.isProblem)
        }
        #expect(try await gateway.send(.get, path)["read.status"]?.string == "WAITING")
    }

    @Test func `While too many reads are kept none is started`() async throws {
        let gateway = try TestGateway(maximumReads: 1)
        _ = try await gateway.succeededRead()
        let reply = try await gateway.startReadWhenFree()
        #expect(reply.status == 503)
        #expect(reply.isProblem)
        #expect(reply.headers["Retry-After"] == "5")
        #expect(try await gateway.send(.post, "/v1/terminals/back-00/reads", as: TestGateway.other.authorization).status == 201)
    }

    @Test func `A gateway that stops ends what waits, and starts nothing`() async throws {
        let path = try await started()
        async let shown = gateway.send(.get, path + "?wait=60")
        await gateway.clock.untilSomethingSleeps(for: .seconds(60))
        await gateway.terminals.stop()
        #expect(try await shown["read.status"]?.string == "CANCELLED")
        let reply = try await start()
        #expect(reply.status == 503)
        #expect(reply.isProblem)
    }
}
