import JSON
import Testing

@testable import Sandbox

@Suite("Reading the body of a charge")
struct ChargeReaderTests {
    private func read(_ body: ChargeBody, for operation: ChargeOperation = .charge) throws -> ChargeSubmission {
        try ChargeReader.read(try JSONDocument(parsing: Array(body.json.utf8)).root, for: operation)
    }

    private func messages(_ body: ChargeBody, for operation: ChargeOperation = .charge) throws -> [String] {
        do {
            _ = try read(body, for: operation)
            return []
        } catch let error as ChargeReader.Invalid {
            return error.messages
        }
    }

    @Test("The Node SDK's body is read, a card that fails Luhn too")
    func nodeBody() throws {
        let charge = try read(ChargeBody(more: #","payment_options":{"tenor":3}"#))
        #expect(charge.externalID == "ext-0001")
        #expect(charge.amount == 150_000)
        #expect(charge.tenor == 3)
        #expect(charge.card == .number(first6: "188980", last4: "1234"))
        #expect(charge.storesToken)
    }

    @Test("The mobile SDK's ways are read: nulls for what is absent, the tenor as a string, the method in small letters")
    func mobileBody() throws {
        var json = ChargeBody(
            storeToken: "null",
            more:
                #","payment_options":{"use_rewards":false,"campaign_code":null,"tenor":"0","rule_code":""},"item_details":null,"source":"payment_page""#
        ).json
        json.replace(#""payment_method":"CARD""#, with: #""payment_method":"card""#)
        json.replace(#""transaction_description""#, with: #""is_customer_paying_fee":false,"expired_time":"","transaction_description""#)
        let charge = try ChargeReader.read(try JSONDocument(parsing: Array(json.utf8)).root, for: .charge)
        #expect(charge.tenor == 0)
        #expect(!charge.storesToken)
    }

    @Test(
        "Amounts are whole rupiah from 10 000 on, however they are written",
        arguments: [
            ("10000", nil), ("150000.00", nil), ("1.5e5", nil), ("9999", "must be 10000 to 999999999999"), ("10000.5", "must be a whole number"),
            ("\"150000\"", "must be a number"), ("null", "is required"), ("1e30", "must be a whole number"),
        ] as [(String, String?)])
    func amounts(amount: String, message: String?) throws {
        #expect(try messages(ChargeBody(amount: amount)) == (message.map { ["payment_details.amount \($0)"] } ?? []))
    }

    @Test("Cards have 12 to 19 digits; a token stands for one")
    func cards() throws {
        func card(_ number: String, month: String = "01", year: String = "2039", cvn: String = "101") -> ChargeBody {
            ChargeBody(
                card:
                    #""card_holder_name":"Anon","card_number":"\#(number)","card_expired_month":"\#(month)","card_expired_year":"\#(year)","card_cvn":"\#(cvn)""#
            )
        }
        #expect(try messages(card("6304000000000000000")) == [])
        #expect(try messages(card("41111111111")) == ["card_details.card_number must have 12 to 19 digits"])
        #expect(try messages(card("4111 1111 1111 1111")) == ["card_details.card_number must have 12 to 19 digits"])
        #expect(try messages(card("4111111111111111", month: "13")) == ["card_details.card_expired_month must be 01 to 12"])
        #expect(try messages(card("4111111111111111", month: "1")) == ["card_details.card_expired_month must be 01 to 12"])
        #expect(try messages(card("4111111111111111", year: "39")) == ["card_details.card_expired_year must be four digits, 20YY"])
        #expect(try messages(card("4111111111111111", cvn: "12")) == ["card_details.card_cvn must have 3 or 4 digits"])
        #expect(try read(ChargeBody(card: #""token":"b0e3db06","card_cvn":"123""#)).card == .token)
        #expect(try messages(ChargeBody(card: #""token":"b0e3db06""#)) == ["card_details.card_cvn is required"])
        #expect(try read(ChargeBody(card: #""token":"b0e3db06""#), for: .chargeDirectV2).card == .token)
    }

    @Test("Items must add up to the amount")
    func items() throws {
        func items(_ list: String) -> ChargeBody { ChargeBody(more: #","item_details":\#(list)"#) }
        let one = #"{"item_id":"a","name":"Book","amount":75000,"qty":2}"#
        #expect(try messages(items("[\(one)]")) == [])
        #expect(try messages(items("[]")) == [])
        #expect(try messages(items("[\(one),\(one)]")) == ["item_details must add up to payment_details.amount"])
        #expect(
            try messages(items(#"[{"item_id":"a","name":"Book","amount":"x","qty":0}]"#))
                == ["item_details[0].amount must be a number", "item_details[0].qty must be 1 to 1000000"])
    }

    @Test("All failing fields are named at once, and no value is repeated")
    func allAtOnce() throws {
        let json = #"""
            {"external_id":"a b","order_id":"ORDER_1","currency":"USD","payment_method":"CASH","payment_channel":"X","callback_url":"ftp://x",
            "return_url":"https://","card_details":{"card_number":"41111111-secret"},"payment_details":{"amount":15000},"customer_details":[],
            "payment_options":{"tenor":4},"store_token":"yes","billing_address":{"address":"a"}}
            """#
        let error = #expect(throws: ChargeReader.Invalid.self) {
            _ = try ChargeReader.read(try JSONDocument(parsing: Array(json.utf8)).root, for: .charge)
        }
        let fields = Set((error?.messages ?? []).map { String($0.prefix { $0 != " " }) })
        #expect(
            fields == [
                "external_id", "order_id", "currency", "payment_method", "payment_channel", "payment_details.transaction_description",
                "card_details.card_cvn", "card_details.card_holder_name", "card_details.card_expired_month", "card_details.card_expired_year",
                "card_details.card_number", "customer_details", "billing_address.city", "billing_address.postal_code", "billing_address.country",
                "payment_options.tenor", "callback_url", "return_url", "store_token",
            ])
        #expect(error?.messages.contains { $0.contains("secret") } == false)
    }
}
