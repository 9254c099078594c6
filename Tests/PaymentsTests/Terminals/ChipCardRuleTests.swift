import PaymentsSupport
import Secrets
import Testing

@testable import Payments

/// What a chip's card must be to be charged (contract, section 2, "Card rules").
@Suite("The rules of a chip's card", .timeLimit(.minutes(1)))
struct ChipCardRuleTests {
    private func errors(_ card: TerminalCard, cvv: String? = nil, byRead: Bool = false) throws -> [String] {
        do throws(InvalidRequest) {
            let draft = CardDraft(cvv: cvv.map { SecretBytes(utf8: $0) }, terminalRead: byRead ? "read_1" : nil, terminal: byRead ? nil : "till-1")
            _ = try request(draft).completed(with: card, at: .sample)
            return []
        } catch {
            return error.errors.map { "\($0.field) \($0.code)" }
        }
    }

    private func request(_ card: CardDraft) throws(InvalidRequest) -> AwaitingRequest {
        guard case .awaitsCard(let request) = try PaymentValidator(checksLuhn: true).validate(.sample(card: card), at: .sample) else {
            preconditionFailure("the card is yet to come")
        }
        return request
    }

    @Test("Expired only when its month is over everywhere; without an expiry it cannot be charged")
    func expiry() throws {
        #expect(try errors(.sample(expiry: CardExpiry(month: 11, year: 2026))) == [])
        #expect(try errors(.sample(expiry: CardExpiry(month: 10, year: 2026))) == ["cardDetails.terminal expired"])
        #expect(try errors(.sample(expiry: nil)) == ["cardDetails.terminal card.no_expiry"])
        #expect(try errors(.sample(expiry: nil), byRead: true) == ["cardDetails.terminalRead card.no_expiry"])
    }

    static let numbers: [(String, [String])] = [
        ("41111111111", ["cardDetails.terminal length"]), ("411111111111", []), ("4111111111111111111", []),
        ("41111111111111111111", ["cardDetails.terminal length"]),
        // Lengths that Visa does not have, and a check digit that does not fit: the chip knows better.
        ("411111111111111", []), ("4111111111111112", []),
    ]

    @Test("12 to 19 digits, and neither the network's lengths nor the check digit", arguments: numbers)
    func number(row: (number: String, errors: [String])) throws {
        #expect(try errors(.sample(row.number)) == row.errors)
    }

    @Test("The CVV has the length of the chip's network")
    func cvv() throws {
        #expect(try errors(.sample(network: .amex), cvv: "1234") == [])
        #expect(try errors(.sample(network: .amex), cvv: "123") == ["cardDetails.cardCvn format"])
        #expect(try errors(.sample(network: .gpn), cvv: "1234") == ["cardDetails.cardCvn format"])
        #expect(try errors(.sample("378282246310005", network: nil), cvv: "1234") == [])
    }

    @Test("All that is wrong is told at once")
    func several() throws {
        let found = try errors(.sample("4111", expiry: nil), cvv: "1234")
        #expect(found == ["cardDetails.terminal length", "cardDetails.terminal card.no_expiry", "cardDetails.cardCvn format"])
    }

    static let holders: [(named: String?, chip: String?, sent: String)] = [
        ("Budi", "NURHALIZA/SITI", "Budi"), (nil, "NURHALIZA/SITI  ", "NURHALIZA/SITI"), (nil, "NURHALIZA/", "NURHALIZA/"),
        (nil, nil, "Siti Nurhaliza"), (nil, " / ", "Siti Nurhaliza"), (nil, "CARD 123", "Siti Nurhaliza"), (nil, "X", "Siti Nurhaliza"),
    ]

    @Test("The holder is the request's, else the chip's, else the customer's", arguments: holders)
    func holder(row: (named: String?, chip: String?, sent: String)) throws {
        let request = try request(CardDraft(holderName: row.named, terminal: "till-1"))
        let completed = try request.completed(with: .sample(holder: row.chip), at: .sample)
        guard case .card(_, _, _, let holder, nil) = completed.card.instrument else {
            Issue.record("a chip's card is charged by its number")
            return
        }
        #expect(holder == row.sent)
    }

    @Test("A request is completed with a copy: the chip's card stays whoever's it was")
    func copy() throws {
        let card = TerminalCard.sample()
        let completed = try request(CardDraft(terminal: "till-1")).completed(with: card, at: .sample)
        completed.wipe()
        #expect(!card.isWiped)
    }

    @Test("A card that breaks the rules is charged nowhere, wiped, and recorded nowhere")
    func service() async {
        let harness = PaymentHarness(.approved)
        let card = TerminalCard.sample(expiry: CardExpiry(month: 1, year: 2020))
        let task = Task { await harness.create(.sample(card: CardDraft(terminal: "till-1"))) }
        await harness.driver.tapBegan()
        harness.driver.end(with: .card(card))
        #expect(await task.value.answer.errors.map { "\($0.field) \($0.code)" } == ["cardDetails.terminal expired"])
        #expect(card.isWiped && harness.channel.attempts.isEmpty)
        #expect(await harness.ledger.all.isEmpty)
    }
}
