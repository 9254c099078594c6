import CardTraces
import Sandbox
import Testing

@Suite("Cards of every kind, tapped", .throughPCSC, .timeLimit(.minutes(2)))
struct TappedCardTests {
    /// What a read of a card comes to: the network and the label of its application, or the code of the error.
    private static let cards: [(profile: CardProfile, network: String?, word: String)] = [
        (.visa, "VISA", "VISA DEBIT"), (.mastercard, "MASTERCARD", "Mastercard"), (.amex, "AMEX", "AMERICAN EXPRESS"), (.jcb, "JCB", "JCB CREDIT"),
        (.unionpay, "UNIONPAY", "UnionPay Credit"), (.gpn, "GPN", "GPN DEBIT"), (.noDirectory, "MAESTRO", "Maestro"),
        (.nineteenDigits, "UNIONPAY", "UnionPay Debit"), (.twoApplications, "GPN", "GPN DEBIT"), (.phone, "VISA", "VISA"),
        (.expired, "VISA", "VISA DEBIT"), (.getResponse, "VISA", "VISA DEBIT"), (.wrongLength, "VISA", "VISA DEBIT"),
        (.blocked, nil, "card.blocked"), (.applicationBlocked, nil, "card.blocked"), (.insertOnly, nil, "card.unsupported"),
        (.malformed, nil, "card.malformed"), (.phoneLocked, nil, "card.unsupported"), (.confirmOnPhone, nil, "card.confirm_on_phone"),
        (.mifare, nil, "card.unsupported"), (.torn, nil, "card.removed"),
    ]

    @Test("Each virtual card gives its values, or its error")
    func virtualCards() async throws {
        #expect(Set(CardProfile.allCases).subtracting(Self.cards.map(\.profile)) == [.silent], "that one is a fault of its own")
        try await TerminalStage.with(7) { stage in
            try await stage.deal(Self.cards) { card, index in
                let reply = try await stage.read(card.profile.card(), at: index)
                if let network = card.network {
                    let account = try #require(card.profile.account)
                    expect(reply, account, network, label: card.word)
                } else {
                    #expect(reply["read", "status"] == "FAILED", "\(card.profile): \(reply)")
                    #expect(reply["read", "error", "code"] == card.word, "\(card.profile): \(reply)")
                    #expect(reply["read", "error", "message"]?.isEmpty == false)
                    #expect(reply["read", "card", "network"] == nil)
                    #expect(reply["read", "expiresAt"] == nil)
                }
                await stage.takeAway(at: index)
            }
        }
    }

    private func expect(_ reply: Reply, _ account: CardAccount, _ network: String, label: String) {
        #expect(reply.status == 201)
        #expect(reply["read", "status"] == "SUCCEEDED", "\(account): \(reply)")
        #expect(reply["read", "card", "network"] == network, "\(account)")
        #expect(reply["read", "card", "panNetwork"] == network, "\(account)")
        #expect(reply["read", "card", "first6"] == String(account.number.prefix(6)))
        #expect(reply["read", "card", "last4"] == String(account.number.suffix(4)))
        #expect(reply.number("read", "card", "expiryMonth") == account.expiryMonth)
        #expect(reply.number("read", "card", "expiryYear") == account.expiryYear)
        #expect(reply["read", "card", "holderName"] == account.holder, "\(account)")
        #expect(reply["read", "card", "applicationLabel"] == label)
        #expect(reply["read", "expiresAt"] != nil)
        #expect(reply["read", "error", "code"] == nil)
        #expect(!reply.description.contains(account.number))
    }

    /// One for each way to end and each network.
    private static let recorded = RecordedCard.all.reduce(into: [RecordedCard]()) { chosen, card in
        func kind(_ card: RecordedCard) -> [String?] { [card.expected.outcome, card.expected.network, "\(card.expected.isMalformed)"] }
        if !chosen.contains(where: { kind($0) == kind(card) }) { chosen.append(card) }
    }

    @Test(
        "A recorded card of each kind gives what it is known to hold",
        .enabled(if: !RecordedCard.files.isEmpty, "no recorded cards beside the repository, nor in EMV_CARD_DATA"))
    func recordedCards() async throws {
        #expect(Set(Self.recorded.map(\.expected.outcome)) == ["ok", "blocked", "no-application", "unreadable", "removed"])
        try await TerminalStage.with(7) { stage in
            try await stage.deal(Self.recorded) { card, index in
                let reply = try await stage.read(ReplayedCard(card.exchanges), at: index)
                expect(reply, card.expected, card.file)
                await stage.takeAway(at: index)
            }
        }
    }

    private static let codes = [
        "blocked": "card.blocked", "no-application": "card.unsupported", "unreadable": "card.unsupported", "removed": "card.removed",
    ]

    private func expect(_ reply: Reply, _ expected: RecordedCard.Expected, _ file: String) {
        guard expected.outcome == "ok" else {
            let code = expected.isMalformed ? "card.malformed" : Self.codes[expected.outcome]
            #expect(reply["read", "error", "code"] == code, "\(file): \(reply)")
            return
        }
        #expect(reply["read", "status"] == "SUCCEEDED", "\(file): \(reply)")
        #expect(reply["read", "card", "first6"] == expected.number.map { String($0.prefix(6)) }, "\(file)")
        #expect(reply["read", "card", "last4"] == expected.number.map { String($0.suffix(4)) }, "\(file)")
        let (month, year) = (reply.number("read", "card", "expiryMonth"), reply.number("read", "card", "expiryYear"))
        #expect(year.flatMap { year in month.map { year % 100 * 100 + $0 } } == expected.expiry.flatMap { Int($0) }, "\(file)")
        if expected.rawName == nil { #expect(reply["read", "card", "holderName"] == expected.name, "\(file)") }
        #expect(reply["read", "card", "aid"] == expected.application, "\(file)")
        #expect(reply["read", "card", "applicationLabel"] == expected.label, "\(file)")
        // Diners' numbers have Discover's application.
        if let network = expected.network?.replacing("diners", with: "discover"), network != "unknown" {
            #expect(reply["read", "card", "network"] == network.uppercased(), "\(file)")
        }
    }
}
