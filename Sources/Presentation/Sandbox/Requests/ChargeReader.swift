import JSON
import Payments
import Secrets

/// Reads the body that `charge` and both `charge-direct` share, as iFortePay documents it. It checks no Luhn digit: iFortePay's own sample number
/// fails that rule.
struct ChargeReader {
    /// A body that is not a charge, with a message for each reason.
    struct Invalid: Error, Hashable {
        let messages: [String]
    }

    private static let amountRange: ClosedRange<Int64> = 10_000...999_999_999_999

    let operation: ChargeOperation
    private var check = BodyCheck()

    /// The charge that a body asks for.
    static func read(_ root: JSONValue, for operation: ChargeOperation) throws(Invalid) -> ChargeSubmission {
        var reader = ChargeReader(operation: operation)
        let submission = reader.submission(BodyField(root: root))
        guard let submission, reader.check.messages.isEmpty else { throw Invalid(messages: reader.check.messages) }
        return submission
    }

    private init(operation: ChargeOperation) {
        self.operation = operation
    }

    private mutating func submission(_ body: BodyField) -> ChargeSubmission? {
        let identifierRule = "may have letters, digits and "
        let externalID = check.text(
            body["external_id"], length: 1...IdentifierRule.externalID.maximumLength, identifierRule + "- _ .",
            where: IdentifierRule.externalID.accepts)
        let orderID = check.text(
            body["order_id"], length: 1...IdentifierRule.orderID.maximumLength, identifierRule + "-", where: IdentifierRule.orderID.accepts)
        let currency = check.word(body["currency"], required: false, of: ["IDR"])
        // The Node SDK writes CARD, the mobile SDK card.
        _ = check.word(body["payment_method"], of: ["CARD", "card"])
        let channel = check.word(body["payment_channel"], of: AcquirerChannel.allCases.map(\.rawValue))
        let mode = check.word(body["payment_mode"], required: false, of: PaymentMode.allCases.map(\.rawValue))
        let payment = paymentDetails(body["payment_details"])
        let card = cardDetails(body["card_details"])
        customerDetails(body["customer_details"])
        itemDetails(body["item_details"], amount: payment?.amount)
        for name in ["billing_address", "shipping_address"] { address(body[name]) }
        let tenor = paymentOptions(body["payment_options"])
        let callbackURL = webAddress(body["callback_url"])
        let returnURL = webAddress(body["return_url"])
        _ = check.text(body["additional_data"], required: false, length: 0...4096)
        _ = check.text(body["source"], required: false)
        let storesToken = check.flag(body["store_token"])

        guard let externalID, let orderID, let channel, let payment, let card, let tenor, let callbackURL, let returnURL else { return nil }
        return ChargeSubmission(
            operation: operation, externalID: externalID, orderID: orderID, amount: payment.amount, currency: currency ?? "IDR", channel: channel,
            mode: mode ?? PaymentMode.close.rawValue, tenor: tenor, description: payment.description, card: card, callbackURL: callbackURL,
            returnURL: returnURL, storesToken: storesToken)
    }

    private mutating func paymentDetails(_ details: BodyField) -> (amount: Int64, description: String)? {
        guard check.isObject(details) else { return nil }
        let amount = check.integer(details["amount"], in: Self.amountRange)
        let description = check.text(details["transaction_description"])
        _ = check.flag(details["is_customer_paying_fee"])
        _ = check.text(details["expired_time"], required: false, length: 0...64)
        guard let amount, let description else { return nil }
        return (amount, description)
    }

    private mutating func customerDetails(_ details: BodyField) {
        guard check.isObject(details) else { return }
        _ = check.text(details["full_name"], length: 1...100)
        _ = check.text(details["phone"], length: 1...20, "must be a telephone number") { $0.utf8.contains(where: Self.isDigit) }
        _ = check.text(details["email"], "must be an e-mail address") { address in
            let parts = address.split(separator: "@", omittingEmptySubsequences: false)
            return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
        }
        _ = check.text(details["ip_address"], length: 1...45)
    }

    private mutating func itemDetails(_ items: BodyField, amount: Int64?) {
        let elements = check.elements(items)
        var sum: Int64? = elements.isEmpty ? amount : 0
        for item in elements {
            _ = check.text(item["item_id"], length: 1...100)
            _ = check.text(item["name"])
            _ = check.text(item["description"], required: false, length: 0...255)
            let price = check.integer(item["amount"], in: 0...Self.amountRange.upperBound)
            // So that no product leaves 64 bits.
            let quantity = check.integer(item["qty"], in: 1...1_000_000)
            guard let price, let quantity, let before = sum else {
                sum = nil
                continue
            }
            let (total, overflow) = before.addingReportingOverflow(price * quantity)
            sum = overflow ? .max : total
        }
        if let sum, let amount, sum != amount { check.refuse(items, "must add up to payment_details.amount") }
    }

    private mutating func address(_ address: BodyField) {
        guard check.isObject(address, required: false) else { return }
        for name in ["address", "city", "postal_code", "country"] { _ = check.text(address[name]) }
        for name in ["full_name", "phone"] { _ = check.text(address[name], required: false) }
    }

    /// The tenor: a number in the Node SDK, a string in the mobile one. Nil when it is none of iFortePay's.
    private mutating func paymentOptions(_ options: BodyField) -> Int? {
        guard check.isObject(options, required: false) else { return options.value == nil ? 0 : nil }
        _ = check.flag(options["use_rewards"])
        for name in ["campaign_code", "rule_code"] { _ = check.text(options[name], required: false, length: 0...64) }
        let tenor = options["tenor"]
        guard let value = tenor.value else { return 0 }
        let months = value.integer.map(Int.init) ?? value.string.flatMap { Int($0) }
        guard let months, Tenor(rawValue: months) != nil else {
            check.refuse(tenor, "must be one of 0, 3, 6, 12")
            return nil
        }
        return months
    }

    private mutating func webAddress(_ field: BodyField) -> String? {
        check.text(field, length: 1...2048, "must be an http or https URL") { url in
            guard let scheme = ["http://", "https://"].first(where: url.hasPrefix) else { return false }
            let rest = url.dropFirst(scheme.count)
            return rest.first.map { !"/?#".contains($0) } == true && rest.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") }
        }
    }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension ChargeReader {
    /// What may be shown of the card.
    private mutating func cardDetails(_ details: BodyField) -> CardMention? {
        guard check.isObject(details) else { return nil }
        _ = check.secret(details["card_cvn"], required: operation.needsCVN, "must have 3 or 4 digits") { Self.areDigits($0, 3...4) }
        if details["token"].value != nil {
            return check.secret(details["token"], "must not be empty") { !$0.isEmpty } == nil ? nil : .token
        }
        _ = check.text(details["card_holder_name"])
        _ = check.secret(details["card_expired_month"], "must be 01 to 12") { bytes in
            Self.areDigits(bytes, 2...2) && (1...12).contains(Int(bytes[0] & 15) * 10 + Int(bytes[1] & 15))
        }
        _ = check.secret(details["card_expired_year"], "must be four digits, 20YY") { bytes in
            Self.areDigits(bytes, 4...4) && bytes.starts(with: "20".utf8)
        }
        let number = check.secret(details["card_number"], "must have 12 to 19 digits") { Self.areDigits($0, 12...19) }
        return number?.withUnsafeBytes { digits in
            .number(first6: String(decoding: digits.prefix(6), as: UTF8.self), last4: String(decoding: digits.suffix(4), as: UTF8.self))
        }
    }

    private static func areDigits(_ bytes: UnsafeRawBufferPointer, _ length: ClosedRange<Int>) -> Bool {
        length.contains(bytes.count) && bytes.allSatisfy(isDigit)
    }
}
