import PaymentsSupport
import Secrets
import Testing

@testable import Payments

@Suite("The card of a payment request")
struct CardFormTests {
    static let manual: [ValidationCase] = [
        ValidationCase("no form", ["cardDetails form"]) { $0.card = CardDraft() },
        ValidationCase(
            "a form that was begun",
            ["cardDetails.cardNumber required", "cardDetails.cardExpiredMonth required", "cardDetails.cardExpiredYear required"]
        ) {
            $0.card = CardDraft(holderName: "Siti", cvv: SecretBytes(utf8: "123"))
        },
        ValidationCase("a number and a token", ["cardDetails form"]) { $0.card?.token = SecretBytes(utf8: "t") },
        ValidationCase("a token and a read", ["cardDetails form"]) { $0.card = CardDraft(token: SecretBytes(utf8: "t"), terminalRead: "read_1") },
        ValidationCase("a read and a terminal", ["cardDetails form"]) { $0.card = CardDraft(terminalRead: "read_1", terminal: "t1") },
        ValidationCase("a number and a terminal's time-out", ["cardDetails form"]) { $0.card?.timeoutSeconds = 5 },
        ValidationCase("a number with letters", ["cardDetails.cardNumber format"]) { $0.card?.number = SecretBytes(utf8: "4111x") },
        ValidationCase("a number too short", ["cardDetails.cardNumber length"]) { $0.card?.number = SecretBytes(utf8: "411111111111111") },
        ValidationCase("a number with a wrong digit", ["cardDetails.cardNumber luhn"]) { $0.card?.number = SecretBytes(utf8: "4111111111111112") },
        ValidationCase("a month of one digit", ["cardDetails.cardExpiredMonth format"]) { $0.card?.expiryMonth = "1" },
        ValidationCase("a year of three digits", ["cardDetails.cardExpiredYear format"]) { $0.card?.expiryYear = "203" },
        ValidationCase("no expiry", ["cardDetails.cardExpiredMonth required", "cardDetails.cardExpiredYear required"]) {
            $0.card = .visa(month: nil, year: nil)
        },
        ValidationCase("expired last month", ["cardDetails.cardExpiredMonth expired"]) { $0.card = .visa(month: "10", year: "26") },
        ValidationCase("good this month", []) { $0.card = .visa(month: "11", year: "2026") },
        ValidationCase("expired last year", ["cardDetails.cardExpiredYear expired"]) { $0.card?.expiryYear = "25" },
        ValidationCase("no holder", ["cardDetails.cardHolderName required"]) { $0.card?.holderName = nil },
        ValidationCase("a holder with digits", ["cardDetails.cardHolderName format"]) { $0.card?.holderName = "R2D2" },
        ValidationCase("four digits of CVV for a Visa", ["cardDetails.cardCvn format"]) { $0.card?.cvv = SecretBytes(utf8: "1234") },
        ValidationCase("three for an Amex", ["cardDetails.cardCvn format"]) { $0.card?.number = SecretBytes(utf8: "378282246310005") },
        ValidationCase("a CVV of four beside a number that is not known: it may be right", ["cardDetails.cardNumber luhn"]) { draft in
            draft.card?.number = SecretBytes(utf8: "378282246310006")
            draft.card?.cvv = SecretBytes(utf8: "1234")
        },
        ValidationCase("no CVV with 3DS", ["cardDetails.cardCvn required"]) { $0.card?.cvv = nil },
        ValidationCase("no CVV with DIRECT", []) { ($0.card, $0.authentication) = (.visa(cvv: nil), "DIRECT") },
        ValidationCase("no CVV with an authentication that does not exist", ["authentication value"]) {
            ($0.card, $0.authentication) = (.visa(cvv: nil), "NONE")
        },
    ]

    @Test("A typed card", arguments: manual)
    func manualRules(of test: ValidationCase) {
        #expect(test.found() == test.errors)
    }

    static let others: [ValidationCase] = [
        ValidationCase("a token", []) { $0.card = .token() },
        ValidationCase("a token with a CVV of three", []) { $0.card = .token(cvv: "123") },
        ValidationCase("a token with a CVV of four", []) { $0.card = .token(cvv: "1234") },
        ValidationCase("a token with a CVV of two", ["cardDetails.cardCvn format"]) { $0.card = .token(cvv: "12") },
        ValidationCase("an empty token", ["cardDetails.token length"]) { $0.card = .token("") },
        ValidationCase("a read", []) { $0.card = CardDraft(terminalRead: "read_1") },
        ValidationCase("a terminal", []) { $0.card = CardDraft(terminal: "t1", timeoutSeconds: 120) },
        ValidationCase(
            "a terminal and faults beside it",
            [
                "cardDetails.cardCvn format", "cardDetails.cardHolderName format", "cardDetails.timeoutSeconds range",
            ]
        ) {
            $0.card = CardDraft(holderName: "R2D2", cvv: SecretBytes(utf8: "1"), terminal: "t1", timeoutSeconds: 121)
        },
        ValidationCase("a terminal's time-out alone", ["cardDetails.terminal required"]) { $0.card = CardDraft(timeoutSeconds: 5) },
        ValidationCase("a terminal for no time", ["cardDetails.timeoutSeconds range"]) { $0.card = CardDraft(terminal: "t1", timeoutSeconds: 0) },
        ValidationCase("a read with a CVV of four: the chip may be an Amex", []) {
            $0.card = CardDraft(cvv: SecretBytes(utf8: "1234"), terminalRead: "read_1")
        },
        ValidationCase("a read, 3DS and no CVV", ["cardDetails.cardCvn required"]) {
            $0.card = CardDraft(terminalRead: "read_1")
            $0.authentication = "3DS"
        },
    ]

    @Test("A stored card, and one held to a terminal", arguments: others)
    func otherRules(of test: ValidationCase) {
        #expect(test.found().sorted() == test.errors)
    }

    @Test("Without Luhn iFortePay's own sample number is taken")
    func withoutLuhn() {
        let test = ValidationCase("sample number", []) { $0.card?.number = SecretBytes(utf8: "1889800000001234") }
        #expect(test.found() == ["cardDetails.cardNumber luhn"])
        #expect(test.found(checksLuhn: false) == [])
    }

    @Test("A card from a terminal is charged directly unless a CVV was typed or 3DS is asked for")
    func defaultAuthentication() {
        let cvv = SecretBytes(utf8: "123")
        #expect(RequestDefaults.authentication(for: CardDraft(terminalRead: "read_1")) == .direct)
        #expect(RequestDefaults.authentication(for: CardDraft(terminal: "t1")) == .direct)
        #expect(RequestDefaults.authentication(for: CardDraft(cvv: cvv, terminal: "t1")) == .threeDS)
        #expect(RequestDefaults.authentication(for: .visa(cvv: nil)) == .threeDS)
        #expect(RequestDefaults.authentication(for: .token()) == .threeDS)
        #expect(RequestDefaults.authentication(for: nil) == .threeDS)
    }

    @Test("A stored card keeps no summary but its source")
    func tokenSummary() throws {
        let request = try PaymentValidator(checksLuhn: true).request(.sample(card: .token(cvv: "123")), at: .sample)
        #expect(
            request.card.summary == CardSummary(network: nil, first6: nil, last4: nil, expiryMonth: nil, expiryYear: nil, source: .token))
        guard case .token(let token, let cvv) = request.card.instrument else {
            Issue.record("a token is charged as one")
            return
        }
        #expect(token.shown == "tok-1" && cvv?.shown == "123")
    }

    @Test("No message repeats what was sent")
    func noEcho() {
        let draft = PaymentDraft.sample { draft in
            draft.externalID = "SENTVALUE/"
            draft.channel = "SENTVALUE"
            draft.currency = "SENTVALUE"
            draft.mode = "SENTVALUE"
            draft.authentication = "SENTVALUE"
            draft.returnURL = "SENTVALUE"
            draft.card?.number = SecretBytes(utf8: "4111111111111112")
            draft.card?.expiryMonth = "SENTVALUE"
            draft.card?.holderName = "SENTVALUE1"
            draft.customer = CustomerDraft(fullName: "", phone: "SENTVALUE", email: "SENTVALUE", ipAddress: "SENTVALUE")
        }
        do throws(InvalidRequest) {
            _ = try PaymentValidator(checksLuhn: true).request(draft, at: .sample)
            Issue.record("the request is wrong in many fields")
        } catch {
            #expect(error.errors.count == 13)
            #expect(error.errors.allSatisfy { !$0.message.contains("SENT") && !$0.message.contains("4111") && !$0.message.isEmpty })
        }
    }
}

@Suite("Fields that could not be read")
struct DraftFaultTests {
    private func errors(_ faults: [DraftFault], _ change: @escaping @Sendable (inout PaymentDraft) -> Void) -> [String] {
        ValidationCase("faults", []) { draft in
            change(&draft)
            draft.faults = faults
        }.found()
    }

    @Test("A wrong type is named with the right one, and not reported as missing, too")
    func wrongType() throws {
        let fault = DraftFault(FieldPath(.amount), .type(expected: .integer))
        #expect(errors([fault]) { $0.amount = nil } == ["amount type"])
        #expect(FieldError(fault).message == "must be a whole number, without quotes or a fraction")
    }

    @Test("Inside a field that could not be read nothing is reported")
    func nested() {
        let card = DraftFault(FieldPath(.card), .type(expected: .object))
        #expect(errors([card]) { $0.card = nil } == ["cardDetails type"])
        let element = DraftFault(FieldPath(.items).element(0), .type(expected: .object))
        #expect(errors([element]) { $0.items = [ItemDraft()] } == ["itemDetails[0] type"])
    }

    @Test("Beside an element that could not be read the others are checked")
    func siblings() {
        let element = DraftFault(FieldPath(.items).element(1), .type(expected: .object))
        let found = errors([element]) { draft in
            draft.items = Array(repeating: ItemDraft(itemID: "1", name: "a", amount: 1, quantity: 0), count: 12)
            draft.items?[1] = ItemDraft()
        }
        #expect(found.count == 12 && !found.contains("itemDetails[1].qty range") && found.contains("itemDetails[10].qty range"))
    }

    @Test("A form whose field could not be read is not reported as no form")
    func unreadableForm() {
        let token = DraftFault(FieldPath(.card).member(CardField.token), .type(expected: .string))
        #expect(errors([token]) { $0.card = CardDraft() } == ["cardDetails.token type"])
        let cvv = DraftFault(FieldPath(.card).member(CardField.cvv), .type(expected: .string))
        #expect(errors([cvv]) { $0.card?.cvv = nil } == ["cardDetails.cardCvn type"])
    }

    @Test("A field given twice is an error")
    func repeated() {
        let fault = DraftFault(FieldPath(.externalID), .repeated)
        #expect(errors([fault]) { $0.externalID = nil } == ["externalId repeated"])
    }
}
