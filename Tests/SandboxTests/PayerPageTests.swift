import HTTPClient
import JSON
import Testing

@testable import Sandbox

@Suite("The payer's page", .timeLimit(.minutes(1)))
struct PayerPageTests {
    private static let form = ["Content-Type": "application/x-www-form-urlencoded"]

    private func link(_ fixture: SandboxFixture, amount: String = "10000") async throws -> String {
        let answer = try await fixture.charge(ChargeBody(amount: amount, callbackURL: fixture.merchant.url))
        return try #require(answer.json["data"]?["link"]?.string)
    }

    private func press(_ button: String, _ link: String, _ fixture: SandboxFixture) async throws -> Int {
        let reference = try #require(link.split(separator: "=").last)
        return try await fixture.post("/payment/process/", "refno=\(reference)&choice=\(button)", headers: Self.form).status
    }

    @Test("It shows what is paid and the two buttons, and the card only masked")
    func page() async throws {
        try await SandboxFixture.run(change: { $0.payer = .manual }) { fixture in
            let response = try await fixture.get(try await link(fixture, amount: "1150900"))
            let html = String(decoding: response.body, as: UTF8.self)
            #expect(response.header("content-type") == "text/html; charset=utf-8")
            for text in ["Rp 1.150.900", "ORD-0001", "188980******1234", ">Pay<", ">Decline<", "2 times at once"] { #expect(html.contains(text)) }
            #expect(!html.contains("1889800000001234"))
        }
    }

    @Test(
        "A button brings its callback at once, and then the page leads back to the merchant",
        arguments: [("pay", "payment.success"), ("decline", "payment.failed")])
    func buttons(button: String, event: String) async throws {
        try await SandboxFixture.run(change: { $0.payer = .manual }) { fixture in
            let link = try await link(fixture)
            #expect(try await press(button, link, fixture) == 303)
            #expect(await fixture.merchant.callbacks(1)[0].json?["event"]?.string == event)
            let html = String(decoding: try await fixture.get(link).body, as: UTF8.self)
            #expect(html.contains("href=\"https://shop.example/thanks\""))
            #expect(!html.contains("<button"))
        }
    }

    @Test("Only the first press counts")
    func firstPress() async throws {
        try await SandboxFixture.run(change: { $0.payer = .manual }) { fixture in
            let link = try await link(fixture)
            #expect(try await press("decline", link, fixture) == 303)
            #expect(try await press("pay", link, fixture) == 303)
            // A direct charge after it is called back after whatever the second press would have brought.
            _ = try await fixture.charge(ChargeBody(externalID: "B", callbackURL: fixture.merchant.url), through: .chargeDirectV1)
            let callbacks = await fixture.merchant.callbacks(2)
            #expect(callbacks.map { $0.json?["event"]?.string } == ["payment.failed", "payment.success"])
            #expect(callbacks[1].json?["data"]?["externalId"]?.string == "B")
        }
    }

    @Test("What is no payment or no button is refused")
    func refused() async throws {
        try await SandboxFixture.run(change: { $0.payer = .manual }) { fixture in
            #expect(try await fixture.get("/payment/process/?refno=none").status == 404)
            #expect(try await fixture.get("/payment/process").status == 404)
            #expect(try await press("pay", "x=none", fixture) == 404)
            let link = try await link(fixture)
            #expect(try await press("steal", link, fixture) == 400)
        }
    }

    @Test("Texts of others are escaped")
    func escaping() {
        #expect(HTML.escaped(#"<a href="x" b='y'>&"#) == "&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;")
    }

    @Test("Amounts have their dots", arguments: [(0, "Rp 0"), (999, "Rp 999"), (10_000, "Rp 10.000"), (999_999_999_999, "Rp 999.999.999.999")])
    func amounts(amount: Int64, text: String) {
        #expect(HTML.rupiah(amount) == text)
    }
}
