import JSON
import Payments
import Secrets
import Testing

@testable import IFortePay

@Suite struct ChargeBodyTests {
    @Test func `a 3DS charge with the least fields, byte for byte`() {
        let expected =
            #"{"external_id":"ext-0001","order_id":"ORD-0001","currency":"IDR","payment_method":"CARD","payment_channel":"BRICC","#
            + #""payment_mode":"CLOSE","payment_details":{"amount":150000,"transaction_description":"Order 1"},"#
            + #""card_details":{"card_number":"4111111111111111","card_holder_name":"SITI NURHALIZA","card_expired_month":"01","#
            + #""card_expired_year":"2039","card_cvn":"917"},"customer_details":{"full_name":"Siti Nurhaliza","phone":"+628123456789","#
            + #""email":"siti@example.com","ip_address":"203.0.113.7"},"payment_options":{"tenor":0},"#
            + #""callback_url":"https://gateway.example/callback/M/pay_1","return_url":"https://shop.example/return","store_token":false}"#
        #expect(ChargeBody.encode(Sample.charge()).text == expected)
    }

    @Test func `every optional field has its place`() throws {
        let address = PostalAddress(
            address: "Jl. \"Merdeka\" 1", city: "Jakarta", postalCode: "10110", country: "ID", fullName: "Siti", phone: "08123456789")
        let bare = PostalAddress(address: "Jl. B", city: "Bandung", postalCode: "40111", country: "ID", fullName: nil, phone: nil)
        let items = [
            Item(itemID: "SKU-1", name: "Kopi", amount: 50_000, quantity: 2, description: "250 g"),
            Item(itemID: "SKU-2", name: "Teh", amount: 50_000, quantity: 1, description: nil),
        ]
        let charge = Sample.charge(
            tenor: .threeMonths, mode: .installment, items: items, billing: address, shipping: bare, additionalData: "a/b\n", storeToken: true)
        let root = try JSONDocument(parsing: ChargeBody.encode(charge)).root
        #expect(root["payment_mode"]?.string == "INSTALLMENT")
        #expect(root["payment_options"]?["tenor"]?.integer == 3)
        #expect(
            root["item_details"]?.rawBytes
                == Array(
                    #"[{"item_id":"SKU-1","name":"Kopi","amount":50000,"qty":2,"description":"250 g"},{"item_id":"SKU-2","name":"Teh","amount":50000,"qty":1}]"#
                        .utf8))
        #expect(
            root["billing_address"]?.rawBytes
                == Array(
                    #"{"full_name":"Siti","phone":"08123456789","address":"Jl. \"Merdeka\" 1","city":"Jakarta","postal_code":"10110","country":"ID"}"#
                        .utf8))
        #expect(root["shipping_address"]?.rawBytes == Array(#"{"address":"Jl. B","city":"Bandung","postal_code":"40111","country":"ID"}"#.utf8))
        #expect(root["additional_data"]?.string == "a/b\n")
        #expect(root["store_token"]?.bool == true)
        #expect(!root.hasDuplicateNames)
    }

    @Test func `absent options are left out, not null`() throws {
        let root = try JSONDocument(parsing: ChargeBody.encode(Sample.charge())).root
        for name in ["item_details", "billing_address", "shipping_address", "additional_data", "source", "is_customer_paying_fee"] {
            #expect(root[name] == nil)
        }
    }

    @Test func `a card without a CVV has no card_cvn`() throws {
        let card = ChargeInstrument.card(number: SecretBytes(utf8: "4111111111111111"), expiryMonth: 12, expiryYear: 2031, holder: "A B", cvv: nil)
        let details = try JSONDocument(parsing: ChargeBody.encode(Sample.charge(instrument: card))).root["card_details"]
        #expect(details?.members.compactMap(\.name.string) == ["card_number", "card_holder_name", "card_expired_month", "card_expired_year"])
        #expect(details?["card_expired_month"]?.string == "12")
    }

    @Test(arguments: [nil, "123"]) func `a stored card is its token and, if given, the CVV`(cvv: String?) throws {
        let token = ChargeInstrument.token(SecretBytes(utf8: "tok\"en"), cvv: cvv.map { SecretBytes(utf8: $0) })
        let details = try JSONDocument(parsing: ChargeBody.encode(Sample.charge(instrument: token))).root["card_details"]
        #expect(details?["token"]?.string == "tok\"en")
        #expect(details?["card_cvn"]?.string == cvv)
        #expect(details?.members.count == (cvv == nil ? 1 : 2))
    }

    @Test(arguments: [
        (Authentication.threeDS, true, ChargeEndpoint.charge), (.threeDS, false, .charge), (.direct, true, .directWithCVV),
        (.direct, false, .directWithoutCVV),
    ]) func `the endpoint follows from 3DS and CVV`(authentication: Authentication, hasCVV: Bool, endpoint: ChargeEndpoint) {
        let cvv = hasCVV ? SecretBytes(utf8: "123") : nil
        for instrument in [
            ChargeInstrument.token(SecretBytes(utf8: "t"), cvv: cvv),
            .card(number: SecretBytes(utf8: "4111111111111111"), expiryMonth: 1, expiryYear: 2039, holder: "A B", cvv: cvv),
        ] {
            #expect(ChargeEndpoint(for: Sample.charge(authentication: authentication, instrument: instrument)) == endpoint)
        }
    }
}
