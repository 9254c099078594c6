import JSON
import Payments
import Secrets

/// The JSON of a charge, the same for the three endpoints. Field names and their order are those of iFortePay's Node SDK; what has no value is left
/// out, except `store_token`: the SDK sends true where nothing is said, and a card must be kept only when the merchant asked for it.
enum ChargeBody {
    /// Card data goes from its buffers into the body without a `String`.
    static func encode(_ charge: Charge) -> SecretBytes {
        JSONWriter.secretObject { body in
            body.member("external_id", charge.externalID)
            body.member("order_id", charge.orderID)
            body.member("currency", "IDR")
            body.member("payment_method", "CARD")
            body.member("payment_channel", charge.channel.rawValue)
            body.member("payment_mode", charge.mode.rawValue)
            body.object("payment_details") { details in
                details.member("amount", charge.amount)
                details.member("transaction_description", charge.description)
            }
            body.object("card_details") { $0.write(charge.instrument) }
            body.object("customer_details") { $0.write(charge.customer) }
            if !charge.items.isEmpty {
                body.array("item_details") { items in
                    for item in charge.items { items.object { $0.write(item) } }
                }
            }
            if let address = charge.billingAddress { body.object("billing_address") { $0.write(address) } }
            if let address = charge.shippingAddress { body.object("shipping_address") { $0.write(address) } }
            // A number as in the Node SDK; the mobile SDK sends a string.
            body.object("payment_options") { $0.member("tenor", charge.tenor.rawValue) }
            body.member("callback_url", charge.callbackURL)
            body.member("return_url", charge.returnURL)
            body.member("additional_data", ifPresent: charge.additionalData)
            body.member("store_token", charge.storeToken)
        }
    }
}

extension JSONObjectWriter {
    fileprivate mutating func write(_ instrument: ChargeInstrument) {
        let securityCode: SecretBytes?
        switch instrument {
        case .card(let number, let month, let year, let holder, let cvv):
            member("card_number", secret: number)
            member("card_holder_name", holder)
            member("card_expired_month", month.padded(to: 2))
            member("card_expired_year", year.padded(to: 4))
            securityCode = cvv
        case .token(let token, let cvv):
            member("token", secret: token)
            securityCode = cvv
        }
        if let securityCode { member("card_cvn", secret: securityCode) }
    }

    fileprivate mutating func write(_ customer: Customer) {
        member("full_name", customer.fullName)
        member("phone", customer.phone)
        member("email", customer.email)
        member("ip_address", customer.ipAddress)
    }

    fileprivate mutating func write(_ item: Item) {
        member("item_id", item.itemID)
        member("name", item.name)
        member("amount", item.amount)
        member("qty", item.quantity)
        member("description", ifPresent: item.description)
    }

    fileprivate mutating func write(_ address: PostalAddress) {
        member("full_name", ifPresent: address.fullName)
        member("phone", ifPresent: address.phone)
        member("address", address.address)
        member("city", address.city)
        member("postal_code", address.postalCode)
        member("country", address.country)
    }
}

extension Int {
    /// In decimal digits, with zeros in front.
    fileprivate func padded(to width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
