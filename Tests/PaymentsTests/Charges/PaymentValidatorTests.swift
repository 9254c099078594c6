import PaymentsSupport
import Secrets
import Testing

@testable import Payments

/// A change to a right request and the errors it brings, as `field code`.
struct ValidationCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let errors: [String]
    let change: @Sendable (inout PaymentDraft) -> Void

    init(_ name: String, _ errors: [String], _ change: @escaping @Sendable (inout PaymentDraft) -> Void) {
        testDescription = name
        self.errors = errors
        self.change = change
    }

    /// The errors that the validator finds.
    func found(checksLuhn: Bool = true) -> [String] {
        do throws(InvalidRequest) {
            _ = try PaymentValidator(checksLuhn: checksLuhn).validate(.sample(change), at: .sample)
            return []
        } catch {
            return error.errors.map { "\($0.field) \($0.code)" }
        }
    }
}

@Suite("Payment request")
struct PaymentValidatorTests {
    private func valid(_ draft: PaymentDraft) throws -> ValidRequest {
        try PaymentValidator(checksLuhn: true).request(draft, at: .sample)
    }

    @Test("What may be left out has its default")
    func defaults() throws {
        let charge = try valid(.sample()).charge(for: .sample, callbackURL: "https://gateway.example/callback")
        #expect(charge.channel == .bricc)
        #expect(charge.tenor == .full)
        #expect(charge.mode == .close)
        #expect(charge.authentication == .threeDS)
        #expect(charge.callbackURL == "https://gateway.example/callback")
        #expect(charge.storeToken == false)
        #expect(charge.items.isEmpty && charge.billingAddress == nil && charge.shippingAddress == nil && charge.additionalData == nil)
    }

    @Test("What is sent is charged")
    func everything() throws {
        let draft = PaymentDraft.sample { draft in
            draft.currency = "IDR"
            draft.channel = "CIMBPG"
            draft.tenor = 12
            draft.mode = "INSTALLMENT"
            draft.authentication = "DIRECT"
            draft.items = [ItemDraft(itemID: "1", name: "Shirt", amount: 75_000, quantity: 2, description: "blue")]
            draft.billingAddress = AddressDraft(address: "Jl. 1", city: "Jakarta", postalCode: "10110", country: "ID", phone: "02112345678")
            draft.shippingAddress = AddressDraft(address: "Jl. 2", city: "Depok", postalCode: "16411", country: "ID", fullName: "Budi")
            draft.callbackURL = "https://shop.example/hook"
            draft.additionalData = ""
            draft.storeToken = true
        }
        let request = try valid(draft)
        let charge = request.charge(for: .sample, callbackURL: "https://gateway.example/callback")
        #expect(charge.merchant == .sample && charge.externalID == "INV-1" && charge.orderID == "ORDER-1" && charge.amount == 150_000)
        #expect(charge.channel == .cimbpg && charge.tenor == .twelveMonths && charge.mode == .installment && charge.authentication == .direct)
        #expect(charge.items == [Item(itemID: "1", name: "Shirt", amount: 75_000, quantity: 2, description: "blue")])
        #expect(charge.billingAddress?.phone == "02112345678" && charge.shippingAddress?.fullName == "Budi")
        #expect(charge.callbackURL == "https://shop.example/hook" && charge.returnURL == "https://shop.example/back")
        #expect(charge.additionalData == "" && charge.storeToken && charge.description == "Two shirts")
        #expect(charge.customer == Customer(fullName: "Siti Nurhaliza", phone: "+628123456789", email: "siti@example.com", ipAddress: "203.0.113.7"))
        let summary = CardSummary(network: "VISA", first6: "411111", last4: "1111", expiryMonth: 1, expiryYear: 2039, source: .manual)
        #expect(request.card.summary == summary)
        guard case .card(let number, let month, let year, let holder, let cvv) = charge.instrument else {
            Issue.record("a typed card is charged by its number")
            return
        }
        #expect(number.shown == "4111111111111111" && month == 1 && year == 2039 && holder == "Siti Nurhaliza" && cvv?.shown == "123")
    }

    @Test("Every required field that is missing is named, all at once")
    func missing() {
        let errors = ValidationCase("nothing at all", []) { $0 = PaymentDraft() }.found()
        let required = ["externalId", "orderId", "amount", "transactionDescription", "returnUrl", "cardDetails", "customerDetails"]
        #expect(errors == required.map { "\($0) required" })
        let inner = ValidationCase("empty objects", []) { draft in
            draft.customer = CustomerDraft()
            draft.items = [ItemDraft()]
            draft.shippingAddress = AddressDraft()
        }.found()
        let fields = [
            "customerDetails.fullName", "customerDetails.phone", "customerDetails.email", "customerDetails.ipAddress", "itemDetails[0].itemId",
            "itemDetails[0].name", "itemDetails[0].amount", "itemDetails[0].qty", "shippingAddress.address", "shippingAddress.city",
            "shippingAddress.postalCode", "shippingAddress.country",
        ]
        #expect(inner == fields.map { "\($0) required" })
    }

    static let terms: [ValidationCase] = [
        ValidationCase("externalId too long", ["externalId length"]) { $0.externalID = String(repeating: "x", count: 65) },
        ValidationCase("externalId empty", ["externalId length"]) { $0.externalID = "" },
        ValidationCase("externalId with a slash", ["externalId format"]) { $0.externalID = "a/b" },
        ValidationCase("orderId too long", ["orderId length"]) { $0.orderID = String(repeating: "x", count: 26) },
        ValidationCase("orderId with a dot", ["orderId format"]) { $0.orderID = "a.b" },
        ValidationCase("amount below 10 000", ["amount range"]) { $0.amount = 9_999 },
        ValidationCase("amount of 10 000", []) { $0.amount = 10_000 },
        ValidationCase("amount of 999 999 999 999", []) { $0.amount = 999_999_999_999 },
        ValidationCase("amount above it", ["amount range"]) { $0.amount = 1_000_000_000_000 },
        ValidationCase("amount negative", ["amount range"]) { $0.amount = -150_000 },
        ValidationCase("another currency", ["currency value"]) { $0.currency = "USD" },
        ValidationCase("the currency in small letters", ["currency value"]) { $0.currency = "idr" },
        ValidationCase("description empty", ["transactionDescription length"]) { $0.description = "" },
        ValidationCase("description of 255", []) { $0.description = String(repeating: "é", count: 255) },
        ValidationCase("description of 256", ["transactionDescription length"]) { $0.description = String(repeating: "é", count: 256) },
        ValidationCase("a channel that does not exist", ["paymentChannel value"]) { $0.channel = "BNI" },
        ValidationCase("a tenor that does not exist", ["paymentOptions.tenor value"]) { $0.tenor = 9 },
        ValidationCase("a tenor beyond every integer", ["paymentOptions.tenor value"]) { $0.tenor = .max },
        ValidationCase("tenor 3", []) { $0.tenor = 3 },
        ValidationCase("tenor 6 and INSTALLMENT", []) { ($0.tenor, $0.mode) = (6, "INSTALLMENT") },
        ValidationCase("tenor 0 and CLOSE", []) { ($0.tenor, $0.mode) = (0, "CLOSE") },
        ValidationCase("CLOSE with a tenor", ["paymentMode contradiction"]) { ($0.tenor, $0.mode) = (3, "CLOSE") },
        ValidationCase("INSTALLMENT without a tenor", ["paymentMode contradiction"]) { $0.mode = "INSTALLMENT" },
        ValidationCase("a mode that does not exist", ["paymentMode value"]) { $0.mode = "RECURRING" },
        ValidationCase("CLOSE with a wrong tenor: the tenor alone is to blame", ["paymentOptions.tenor value"]) {
            ($0.tenor, $0.mode) = (4, "CLOSE")
        },
        ValidationCase("an authentication that does not exist", ["authentication value"]) { $0.authentication = "3ds" },
        ValidationCase("a return address that is no URL", ["returnUrl format"]) { $0.returnURL = "shop.example" },
        ValidationCase("a callback address that is no URL", ["callbackUrl format"]) { $0.callbackURL = "ftp://shop.example" },
    ]

    @Test("Each field of the outermost object has its rule", arguments: terms)
    func termRules(of test: ValidationCase) {
        #expect(test.found() == test.errors)
    }

    static let parties: [ValidationCase] = [
        ValidationCase("full name empty", ["customerDetails.fullName length"]) { $0.customer?.fullName = "" },
        ValidationCase("full name of 100", []) { $0.customer?.fullName = String(repeating: "n", count: 100) },
        ValidationCase("full name of 101", ["customerDetails.fullName length"]) { $0.customer?.fullName = String(repeating: "n", count: 101) },
        ValidationCase("phone", ["customerDetails.phone format"]) { $0.customer?.phone = "1234567" },
        ValidationCase("e-mail", ["customerDetails.email format"]) { $0.customer?.email = "siti" },
        ValidationCase("IP address", ["customerDetails.ipAddress format"]) { $0.customer?.ipAddress = "localhost" },
        ValidationCase("IPv6 address", []) { $0.customer?.ipAddress = "2001:db8::1" },
        ValidationCase("address fields empty", ["billingAddress.address length", "billingAddress.phone format"]) { draft in
            draft.billingAddress = AddressDraft(address: "", city: "c", postalCode: "1", country: "ID", phone: "x")
        },
        ValidationCase("items that add up", []) { draft in
            draft.items = [
                ItemDraft(itemID: "1", name: "a", amount: 50_000, quantity: 2), ItemDraft(itemID: "2", name: "b", amount: 50_000, quantity: 1),
                ItemDraft(itemID: "3", name: "gift", amount: 0, quantity: 1),
            ]
        },
        ValidationCase("items that do not", ["itemDetails sum"]) { $0.items = [ItemDraft(itemID: "1", name: "a", amount: 149_999, quantity: 1)] },
        ValidationCase("a thousand items", []) { draft in
            draft.items = Array(repeating: ItemDraft(itemID: "1", name: "a", amount: 150, quantity: 1), count: 1000)
        },
        ValidationCase("more than a thousand", ["itemDetails length"]) { $0.items = Array(repeating: ItemDraft(), count: 1001) },
        ValidationCase("no items in the list", ["itemDetails sum"]) { $0.items = [] },
        ValidationCase("a product beyond 64 bits", ["itemDetails sum"]) { draft in
            // 2^32 · 2^32 is 0 in 64 bits.
            draft.items = [
                ItemDraft(itemID: "1", name: "a", amount: 1 << 32, quantity: 1 << 32),
                ItemDraft(itemID: "2", name: "b", amount: 150_000, quantity: 1),
            ]
        },
        ValidationCase("a sum beyond 64 bits", ["itemDetails sum"]) { draft in
            let most = ItemDraft(itemID: "1", name: "a", amount: 999_999_999_999, quantity: 9_000_000)
            draft.items = [most, most]
        },
        ValidationCase("item numbers out of range", ["itemDetails[0].amount range", "itemDetails[1].qty range"]) { draft in
            draft.items = [ItemDraft(itemID: "1", name: "a", amount: -1, quantity: 1), ItemDraft(itemID: "2", name: "b", amount: 1, quantity: 0)]
        },
        ValidationCase("a wrong amount does not make the sum wrong, too", ["amount range"]) { draft in
            draft.amount = 1
            draft.items = [ItemDraft(itemID: "1", name: "a", amount: 5, quantity: 1)]
        },
    ]

    @Test("Customer, items and addresses have their rules", arguments: parties)
    func partyRules(of test: ValidationCase) {
        #expect(test.found() == test.errors)
    }

    @Test("Failing fields of all objects are reported together")
    func together() {
        let errors = ValidationCase("many", []) { draft in
            draft.externalID = nil
            draft.amount = 1
            draft.card?.number = SecretBytes(utf8: "4111111111111112")
            draft.card?.holderName = "R2D2"
            draft.customer?.email = "x"
            draft.items = [ItemDraft(itemID: "1", name: "a", amount: 1, quantity: 0)]
        }.found()
        #expect(
            errors == [
                "externalId required", "amount range", "cardDetails.cardNumber luhn", "cardDetails.cardHolderName format",
                "customerDetails.email format",
                "itemDetails[0].qty range",
            ])
    }
}
