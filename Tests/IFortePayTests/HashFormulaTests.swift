import IFortePay
import Secrets
import Testing

/// Vectors computed with openssl:
/// `printf '%s' 'h4shK3y/with+b64=ext-0001ORD-0001' | openssl dgst -sha256`
/// `printf '%s' '4eab1441-8308-4fa0-91b8-969973e0b0fd37326e…74d2c' | openssl dgst -sha256`
@Suite struct HashFormulaTests {
    private let requestSignature = "37326eac9bd57a91184d347f83412d11d283fa93508212d40f7c7f5003574d2c"
    private let transactionID = "4eab1441-8308-4fa0-91b8-969973e0b0fd"

    @Test func `x-req-signature is the digest of hash key, external id and order id`() {
        #expect(RequestSignature.value(hashKey: Sample.hashKey, externalID: "ext-0001", orderID: "ORD-0001") == requestSignature)
    }

    @Test func `x-req-signature has no separator, so it does not tell where an id ends`() {
        let shifted = RequestSignature.value(hashKey: Sample.hashKey, externalID: "ext-0001O", orderID: "RD-0001")
        #expect(shifted == RequestSignature.value(hashKey: Sample.hashKey, externalID: "ext-0001", orderID: "ORD-0001"))
    }

    @Test func `a key with a newline gives another signature`() {
        let key = SecretBytes(utf8: "h4shK3y/with+b64=\n")
        #expect(RequestSignature.value(hashKey: key, externalID: "ext-0001", orderID: "ORD-0001")?.hasPrefix("cc2e8f05") == true)
    }

    @Test func `there is no signature without both ids`() {
        #expect(RequestSignature.value(hashKey: Sample.hashKey, externalID: "", orderID: "ORD-0001") == nil)
        #expect(RequestSignature.value(hashKey: Sample.hashKey, externalID: "ext-0001", orderID: "") == nil)
    }

    @Test func `mcp-signature is the digest of transaction id and x-req-signature`() {
        let value = CardCallbackSignature.value(transactionID: transactionID, requestSignature: requestSignature)
        #expect(value == "aa5716bb97bbe84e00578eff0a279b60c21a0736896170cad0654fcac50156dc")
    }

    @Test func `mcp-signature of a sub-merchant ends with its id`() {
        let value = CardCallbackSignature.value(
            transactionID: transactionID, requestSignature: requestSignature, subMerchantID: "SUBMERCHANT1")
        #expect(value == "67fb3b573affd4bc767790114a03f650cf33a8a4576001446b620b00114d0d43")
    }
}
