import PaymentsSupport
import Secrets
import Testing

@testable import Payments

@Suite("Card check while typing")
struct CardCheckTests {
    /// The standing of a field in one word.
    enum Word: String {
        case complete, incomplete, wrong

        init?(_ standing: CardCheck.Standing?) {
            guard let standing else { return nil }
            self = standing.isComplete ? .complete : standing.isValid ? .incomplete : .wrong
        }
    }

    private func check(
        number: String? = nil, month: String? = nil, year: String? = nil, cvv: String? = nil, holder: String? = nil, luhn: Bool = true
    ) -> CardCheck {
        let card = CardDraft(
            holderName: holder, number: number.map { SecretBytes(utf8: $0) }, expiryMonth: month, expiryYear: year,
            cvv: cvv.map { SecretBytes(utf8: $0) })
        return CardCheck(card, checksLuhn: luhn, at: .sample)
    }

    @Test("The contract's example: the beginning of a Visa")
    func contractExample() {
        let check = check(number: "4111 11", month: "")
        #expect(check.network == .visa)
        #expect(check.formatted.shown == "4111 11")
        #expect(check.cvvLength == 3)
        #expect(check.lengths == [13, 16, 18, 19])
        #expect(check[.number] == .incomplete)
        #expect(check[.expiryMonth] == .incomplete)
        #expect(check.fields.map(\.field) == [.number, .expiryMonth, .expiryYear, .cvv, .holderName])
    }

    @Test(
        "A number is complete when it could be sent, and wrong when no more digits could mend it",
        arguments: [
            ("", Word.incomplete), ("4", .incomplete), ("4111111111111111", .complete), ("4111 1111 1111 1111", .complete),
            ("4111111111111112", .wrong), ("4222222222222", .complete), ("4222222222223", .incomplete), ("41111111111111", .incomplete),
            ("41111111111111111111", .wrong), ("4111x", .wrong), ("378282246310005", .complete), ("378282246310006", .wrong),
            ("3782822463100055", .wrong), ("6221260000000001", .complete), ("7000000000003", .complete), ("6011111111111117", .complete),
        ])
    func number(typed: String, word: Word) {
        #expect(Word(check(number: typed)[.number]) == word)
    }

    @Test(
        "A number that the check calls complete is one that a payment takes",
        arguments: ["4", "41", "6011", "2221", "3782", "62", "5019", "1946", "9"])
    func completeMeansAccepted(prefix: String) {
        for length in 12...19 {
            let typed = prefix + String(repeating: "0", count: length - prefix.utf8.count)
            guard Word(check(number: typed)[.number]) == .complete else { continue }
            #expect(throws: Never.self) { try CardNumber(text: SecretBytes(utf8: typed)) }
        }
    }

    @Test("Without Luhn a wrong check digit is not looked at")
    func withoutLuhn() {
        #expect(check(number: "4111111111111112", luhn: false)[.number] == .complete)
    }

    @Test(
        "A month",
        arguments: [("", Word.incomplete), ("0", .incomplete), ("1", .incomplete), ("5", .wrong), ("05", .complete), ("13", .wrong), ("x", .wrong)])
    func month(typed: String, word: Word) {
        #expect(Word(check(month: typed)[.expiryMonth]) == word)
    }

    // The moment is in November 2026.
    @Test(
        "A year: two digits may be one or the beginning of one",
        arguments: [
            ("", Word.incomplete), ("2", .incomplete), ("3", .incomplete), ("20", .incomplete), ("19", .wrong), ("26", .complete), ("39", .complete),
            ("202", .incomplete), ("201", .wrong), ("2026", .complete), ("2025", .wrong), ("20266", .wrong), ("2o", .wrong),
        ])
    func year(typed: String, word: Word) {
        #expect(Word(check(year: typed)[.expiryYear]) == word)
    }

    @Test("A month that is over in a year that is not is wrong as a pair")
    func expired() {
        let check = check(month: "10", year: "26")
        #expect(Word(check[.expiryMonth]) == .wrong)
        #expect(check[.expiryMonth]?.message == "the card has expired")
        #expect(Word(self.check(month: "11", year: "26")[.expiryMonth]) == .complete)
    }

    @Test(
        "A CVV has the network's length",
        arguments: [
            ("3782", "1234", Word.complete), ("3782", "123", .incomplete), ("4111", "123", .complete), ("4111", "1234", .wrong),
            ("4111", "12", .incomplete), ("4111", "", .incomplete), ("4111", "1x", .wrong), ("", "1234", .complete), ("", "123", .complete),
        ])
    func cvv(number: String, typed: String, word: Word) {
        #expect(Word(check(number: number, cvv: typed)[.cvv]) == word)
    }

    @Test(
        "A name",
        arguments: [("", Word.incomplete), ("S", .incomplete), ("Siti", .complete), ("S1", .wrong), (String(repeating: "a", count: 46), .wrong)])
    func holder(typed: String, word: Word) {
        #expect(Word(check(holder: typed)[.holderName]) == word)
    }

    @Test("Only what is wrong has a message")
    func messages() {
        let check = check(number: "4111111111111112", month: "05", year: "3")
        #expect(check[.number]?.message != nil)
        #expect(check[.expiryMonth]?.message == nil)
        #expect(check[.expiryYear]?.message == nil)
        #expect(check[.token] == nil)
    }
}
