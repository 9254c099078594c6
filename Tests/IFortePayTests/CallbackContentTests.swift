import JSON
import Payments
import Testing

@testable import IFortePay

private func content(_ data: String) throws -> CallbackContent {
    CallbackContent(signed: try JSONDocument(parsing: Array(data.utf8)).root)
}

@Suite struct CallbackContentTests {
    @Test func `the specification's names`() throws {
        let content = try content(
            #"{"transactionId":"T","externalId":"E","orderId":"O","paymentStatus":"SUCCESS","amount":10000,"currency":"IDR"}"#)
        #expect(
            content == CallbackContent(transactionID: "T", externalID: "E", orderID: "O", statusWord: "SUCCESS", amount: 10000, currency: "IDR"))
    }

    @Test func `the names of card callbacks, amount nested`() throws {
        let content = try content(
            #"{"transaction_id":"T","external_id":"E","order_id":"O","transaction_status":"PAID","payment_details":{"amount":10000,"currency":"IDR"}}"#
        )
        #expect(content == CallbackContent(transactionID: "T", externalID: "E", orderID: "O", statusWord: "PAID", amount: 10000, currency: "IDR"))
    }

    @Test func `the first name that is there counts`() throws {
        let content = try content(
            #"{"status":"ok","transaction_status":"FAILED","transaction_id":"b","transactionId":"a","externalId":null,"external_id":"e"}"#)
        #expect(content.statusWord == "FAILED")
        #expect(content.transactionID == "a")
        #expect(content.externalID == "e")
    }

    @Test(arguments: [
        ("10000", 10_000), ("10000.00", 10_000), ("1e4", 10_000), ("\"10000\"", 10_000), ("\"10000.00\"", 10_000), ("999999999999", 999_999_999_999),
        ("10000.5", nil), ("\"10000.50\"", nil), ("\"\"", nil), ("\"Rp 10000\"", nil), ("\"10,000\"", nil), ("null", nil), ("true", nil), ("{}", nil),
        ("[10000]", nil), ("\"[10000]\"", nil), ("99999999999999999999", nil), ("\"+10000\"", nil), ("\"0x10\"", nil),
    ]) func `an amount is whole rupiah, as number or text`(text: String, amount: Int64?) throws {
        #expect(try content(#"{"amount":\#(text)}"#).amount == amount)
        #expect(try content(#"{"payment_details":{"amount":\#(text)}}"#).amount == amount)
    }

    @Test func `a name given twice says nothing`() throws {
        #expect(try content(#"{"amount":1,"amount":2}"#).amount == nil)
        #expect(try content(#"{"transactionId":"a","transactionId":"b"}"#).transactionID == nil)
        #expect(try content(#"{"paymentStatus":"SUCCESS","p\u0061ymentStatus":"FAILED"}"#).statusWord == nil)
        #expect(try content(#"{"payment_details":{"amount":1},"payment_details":{"amount":2}}"#).amount == nil)
    }

    @Test func `an id that is a number counts as written`() throws {
        #expect(try content(#"{"transactionId":100099934}"#).transactionID == "100099934")
    }

    @Test(arguments: [
        "null", "5", "\"x\"", "[]", "[{\"transactionId\":\"T\"}]", "{}", #"{"transactionId":"","amount":"","data":{"transactionId":"T"}}"#,
    ])
    func `data without content has none`(data: String) throws {
        #expect(
            try content(data)
                == CallbackContent(transactionID: nil, externalID: nil, orderID: nil, statusWord: nil, amount: nil, currency: nil))
    }
}
