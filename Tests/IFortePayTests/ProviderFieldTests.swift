import Testing

@testable import IFortePay

@Suite struct ProviderFieldTests {
    @Test(arguments: [
        ("card_details.card_number", "cardDetails.cardNumber"), ("card_number", "cardDetails.cardNumber"),
        ("cardDetails.cardNumber", "cardDetails.cardNumber"), ("ChargeRequest.CardDetails.CardNumber", "cardDetails.cardNumber"),
        ("body.card_details.card_cvn", "cardDetails.cardCvn"), ("card_details.token", "cardDetails.token"),
        ("payment_details.amount", "amount"), ("payment_details.transaction_description", "transactionDescription"),
        ("payment_options.tenor", "paymentOptions.tenor"), ("external_id", "externalId"), ("store_token", "storeToken"),
        ("customer_details.full_name", "customerDetails.fullName"), ("customer_details.ip_address", "customerDetails.ipAddress"),
        ("billing_address.full_name", "billingAddress.fullName"), ("shipping_address.postal_code", "shippingAddress.postalCode"),
        ("item_details[3].qty", "itemDetails[3].qty"), ("item_details.0.item_id", "itemDetails[0].itemId"),
        ("item_details.qty", "itemDetails"), ("item_details", "itemDetails"), ("/customer_details/email", "customerDetails.email"),
        ("item_details.4111111111111111.qty", "itemDetails"),
    ]) func `a provider's name becomes the path of our field`(name: String, path: String) {
        #expect(ProviderField.path(of: name) == path)
    }

    @Test(arguments: ["", ".", "payment_method", "token", "0", "card_details.color"]) func `what is no field of ours has no path`(name: String) {
        #expect(ProviderField.path(of: name) == nil)
    }

    @Test(arguments: [
        ("card_details.card_number is required", "cardDetails.cardNumber"),
        ("Key: 'Charge.CardDetails.CardExpiredYear' Error:Field validation failed", "cardDetails.cardExpiredYear"),
        (#""customer_details.email" must be a valid email"#, "customerDetails.email"),
        ("Amount must be at least 10000", "amount"), ("invalid token", nil), ("Bad request.", nil), ("", nil),
    ]) func `a sentence is about the first field it names`(sentence: String, path: String?) {
        #expect(ProviderField.pathNamed(in: sentence) == path)
    }
}
