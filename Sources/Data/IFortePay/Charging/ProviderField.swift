/// Translates the provider's names of request fields into the JSON paths of the contract's section 2.
enum ProviderField {
    /// The path of the field that `name` names: dotted or bracketed, with or without something in front, in snake or camel case, as the validators
    /// of different services write it (`card_details.card_number`, `item_details[0].qty`, `ChargeRequest.CardDetails.CardNumber`).
    /// Nil for what is no field of ours.
    static func path(of name: some StringProtocol) -> String? {
        var index: String?
        var segments: [String] = []
        for part in name.split(whereSeparator: { ".[]/'\"`".contains($0) }) {
            guard part.allSatisfy(\.isNumber) else {
                segments.append(part.snakeCased)
                continue
            }
            // A longer one is no place in a list of ours, but may be a card number.
            if part.utf8.count <= 3 { index = index ?? String(part) }
        }
        while !segments.isEmpty {
            if let path = paths[segments.joined(separator: ".")] {
                // Without an index the list itself is what is known.
                return index.map { path.replacing(itemIndex, with: "[\($0)]") } ?? String(path.prefix { $0 != "[" })
            }
            segments.removeFirst()
        }
        return nil
    }

    /// The path of the first field that a sentence names.
    static func pathNamed(in sentence: String) -> String? {
        let words = sentence.split { !($0.isLetter || $0.isNumber || "_.[]".contains($0)) }
        // "token" is a word of many sentences that mean no card.
        return words.lazy.filter { $0 != "token" }.compactMap { path(of: $0) }.first
    }

    /// Stands for an item's place in `paths`.
    private static let itemIndex = "[#]"

    /// Bare names of fields inside an object stand here too where they can mean only one, or one above all.
    private static let paths: [String: String] = [
        "external_id": "externalId", "order_id": "orderId", "currency": "currency", "payment_channel": "paymentChannel",
        "payment_mode": "paymentMode", "callback_url": "callbackUrl", "return_url": "returnUrl", "additional_data": "additionalData",
        "store_token": "storeToken",
        "payment_details.amount": "amount", "amount": "amount",
        "payment_details.transaction_description": "transactionDescription", "transaction_description": "transactionDescription",
        "payment_options.tenor": "paymentOptions.tenor", "tenor": "paymentOptions.tenor",
        "card_details": "cardDetails", "card_details.token": "cardDetails.token",
        "card_details.card_number": "cardDetails.cardNumber", "card_number": "cardDetails.cardNumber",
        "card_details.card_holder_name": "cardDetails.cardHolderName", "card_holder_name": "cardDetails.cardHolderName",
        "card_details.card_expired_month": "cardDetails.cardExpiredMonth", "card_expired_month": "cardDetails.cardExpiredMonth",
        "card_details.card_expired_year": "cardDetails.cardExpiredYear", "card_expired_year": "cardDetails.cardExpiredYear",
        "card_details.card_cvn": "cardDetails.cardCvn", "card_cvn": "cardDetails.cardCvn",
        "customer_details": "customerDetails",
        "customer_details.full_name": "customerDetails.fullName", "full_name": "customerDetails.fullName",
        "customer_details.phone": "customerDetails.phone", "phone": "customerDetails.phone",
        "customer_details.email": "customerDetails.email", "email": "customerDetails.email",
        "customer_details.ip_address": "customerDetails.ipAddress", "ip_address": "customerDetails.ipAddress",
        "item_details": "itemDetails", "item_details.item_id": "itemDetails[#].itemId", "item_details.name": "itemDetails[#].name",
        "item_details.amount": "itemDetails[#].amount", "item_details.qty": "itemDetails[#].qty",
        "item_details.description": "itemDetails[#].description",
    ].merging(["billing", "shipping"].flatMap(addressPaths)) { first, _ in first }

    private static func addressPaths(_ kind: String) -> [(String, String)] {
        let fields = [
            "address": "address", "city": "city", "postal_code": "postalCode", "country": "country", "full_name": "fullName", "phone": "phone",
        ]
        return [("\(kind)_address", "\(kind)Address")] + fields.map { ("\(kind)_address.\($0)", "\(kind)Address.\($1)") }
    }
}

extension StringProtocol {
    /// `CardNumber` and `cardNumber` become `card_number`; what is in snake case stays.
    fileprivate var snakeCased: String {
        var result = ""
        var wasLower = false
        for character in self {
            if character.isUppercase, wasLower { result.append("_") }
            wasLower = character.isLowercase || character.isNumber
            result += character.lowercased()
        }
        return result
    }
}
