import PaymentsSupport
import Secrets
import Testing

@testable import Payments

@Suite("The same request")
struct RequestFingerprintTests {
    /// Stands for SHA-256 where it must be seen that a digest was taken.
    private static func marked(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        Array("digest of \(bytes.count)".utf8)
    }

    private func form(_ card: CardDraft = .visa(), _ change: (inout PaymentDraft) -> Void = { _ in }) -> String {
        String(decoding: RequestFingerprint.canonicalForm(of: .sample(card: card, change), digest: Self.marked), as: UTF8.self)
    }

    @Test("A default that is written out makes no difference")
    func defaults() {
        let written = form { draft in
            draft.currency = "IDR"
            draft.channel = "BRICC"
            draft.tenor = 0
            draft.mode = "CLOSE"
            draft.authentication = "3DS"
            draft.storeToken = false
        }
        #expect(written == form())
        #expect(form { $0.tenor = 3 } == form { ($0.tenor, $0.mode) = (3, "INSTALLMENT") })
    }

    @Test("A read's default is DIRECT without a CVV")
    func readDefaults() {
        let read = CardDraft(terminalRead: "read_1")
        #expect(form(read) == form(read) { $0.authentication = "DIRECT" })
        #expect(form(read) != form(read) { $0.authentication = "3DS" })
        let typed = CardDraft(cvv: SecretBytes(utf8: "123"), terminalRead: "read_1")
        #expect(form(typed) == form(read) { $0.authentication = "3DS" })
    }

    @Test("39 is 2039, and spaces in a number do not count")
    func spelling() {
        #expect(form(.visa(year: "39")) == form(.visa(year: "2039")))
        #expect(form(.visa(number: "4111111111111111")) == form(.visa(number: "4111-1111-1111-1111")))
    }

    @Test("A card counts by its first six, last four and expiry")
    func card() {
        #expect(form(.visa(number: "4111110000001111")) == form(.visa(number: "4111119999991111")))
        #expect(form(.visa(number: "4111121111111111")) != form())
        #expect(form(.visa(number: "4111111111111112")) != form())
        #expect(form(.visa(month: "02")) != form())
        #expect(form(.visa(year: "38")) != form())
    }

    @Test("A CVV does not count, and neither it nor the middle of the number is in the form")
    func secrets() {
        #expect(form(.visa(cvv: "987")) == form(.visa(cvv: "123")))
        #expect(form(.visa(cvv: nil)) == form())
        let text = form(.visa(number: "4111115556661111", cvv: "987"))
        #expect(text.contains("4111111111") && !text.contains("555666") && !text.contains("987"))
    }

    @Test("A token counts by its digest, a read or a terminal by its id")
    func otherForms() {
        #expect(form(.token("tok-1")).contains("digest of 5") && !form(.token("tok-1")).contains("tok-1"))
        #expect(form(.token("tok-1")) != form(.token("tok-12")))
        #expect(form(CardDraft(terminalRead: "read_1")) != form(CardDraft(terminalRead: "read_2")))
        #expect(form(CardDraft(terminal: "t1")) != form(CardDraft(terminal: "t2")))
        #expect(form(CardDraft(terminal: "t1")) == form(CardDraft(terminal: "t1", timeoutSeconds: 30)))
        #expect(form(CardDraft(terminal: "t1")) != form(CardDraft(terminal: "t1", timeoutSeconds: 31)))
    }

    static let changes: [ValidationCase] = [
        ValidationCase("externalId", []) { $0.externalID = "INV-2" },
        ValidationCase("orderId", []) { $0.orderID = "ORDER-2" },
        ValidationCase("amount", []) { $0.amount = 150_001 },
        ValidationCase("currency", []) { $0.currency = "USD" },
        ValidationCase("transactionDescription", []) { $0.description = "Three shirts" },
        ValidationCase("paymentChannel", []) { $0.channel = "BCACC" },
        ValidationCase("tenor", []) { $0.tenor = 6 },
        ValidationCase("paymentMode", []) { $0.mode = "INSTALLMENT" },
        ValidationCase("authentication", []) { $0.authentication = "DIRECT" },
        ValidationCase("holder", []) { $0.card?.holderName = "Budi" },
        ValidationCase("fullName", []) { $0.customer?.fullName = "Budi" },
        ValidationCase("phone", []) { $0.customer?.phone = "08123456789" },
        ValidationCase("email", []) { $0.customer?.email = "budi@example.com" },
        ValidationCase("ipAddress", []) { $0.customer?.ipAddress = "203.0.113.8" },
        ValidationCase("items", []) { $0.items = [ItemDraft(itemID: "1", name: "a", amount: 150_000, quantity: 1)] },
        ValidationCase("item quantity", []) { $0.items = [ItemDraft(itemID: "1", name: "a", amount: 150_000, quantity: 2)] },
        ValidationCase("item description", []) { $0.items = [ItemDraft(itemID: "1", name: "a", amount: 150_000, quantity: 1, description: "b")] },
        ValidationCase("billing address", []) { $0.billingAddress = AddressDraft(city: "Jakarta") },
        ValidationCase("shipping address", []) { $0.shippingAddress = AddressDraft(city: "Jakarta") },
        ValidationCase("other shipping address", []) { $0.shippingAddress = AddressDraft(postalCode: "Jakarta") },
        ValidationCase("billing address with nothing in it", []) { $0.billingAddress = AddressDraft() },
        ValidationCase("shipping address with nothing in it", []) { $0.shippingAddress = AddressDraft() },
        ValidationCase("no items", []) { $0.items = [] },
        ValidationCase("an item with nothing in it", []) { $0.items = [ItemDraft()] },
        ValidationCase("card with nothing in it", []) { $0.card = CardDraft() },
        ValidationCase("no card", []) { $0.card = nil },
        ValidationCase("returnUrl", []) { $0.returnURL = "https://shop.example/other" },
        ValidationCase("callbackUrl", []) { $0.callbackURL = "https://shop.example/hook" },
        ValidationCase("additionalData", []) { $0.additionalData = "" },
        ValidationCase("storeToken", []) { $0.storeToken = true },
        ValidationCase("a field that could not be read", []) { $0.faults = [DraftFault(FieldPath(.storeToken), .type(expected: .boolean))] },
        ValidationCase("another such", []) { $0.faults = [DraftFault(FieldPath(.storeToken), .repeated)] },
    ]

    @Test("Every known field makes a difference, and each another one")
    func everyField() {
        let forms = Self.changes.map { test in form { test.change(&$0) } }
        #expect(Set(forms + [form()]).count == Self.changes.count + 1)
    }

    @Test("Values do not run into each other, with and without a forged length", arguments: ["a\ncurrency=b", "a\ncurrency=1:b"])
    func injective(value: String) {
        var one = CanonicalForm()
        one.add(FieldPath(.orderID), value)
        var other = CanonicalForm()
        other.add(FieldPath(.orderID), "a")
        other.add(FieldPath(.currency), "b")
        #expect(one.bytes != other.bytes)
    }

    @Test("A number too short for its first six and last four is compared without trapping", arguments: ["", "4", "4111", "x"])
    func shortNumbers(number: String) {
        #expect(form(.visa(number: number)) != form())
    }
}
