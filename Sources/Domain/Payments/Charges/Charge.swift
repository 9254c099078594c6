public import Secrets

/// A validated charge: what the provider is told. It lives in memory only, and its card data is wiped when the charge has ended.
public struct Charge: Sendable {
    /// Whose credentials go with it.
    public let merchant: MerchantID
    /// The idempotency key: the same on every attempt.
    public let externalID: String
    /// The merchant's order.
    public let orderID: String
    /// Whole rupiah.
    public let amount: Int64
    /// What it is for, as the payer sees it.
    public let description: String
    /// Which acquirer takes it.
    public let channel: AcquirerChannel
    /// In full or in instalments; agrees with the tenor.
    public let mode: PaymentMode
    /// In how many instalments.
    public let tenor: Tenor
    /// Which of iFortePay's operations it is sent to.
    public let authentication: Authentication
    /// What is charged.
    public let instrument: ChargeInstrument
    /// Who pays.
    public let customer: Customer
    /// What is bought; empty when the request named nothing.
    public let items: [Item]
    /// Where the bill goes.
    public let billingAddress: PostalAddress?
    /// Where the goods go.
    public let shippingAddress: PostalAddress?
    /// Where iFortePay sends the payer back to.
    public let returnURL: String
    /// Where iFortePay sends its callbacks.
    public let callbackURL: String
    /// Passed on as it is.
    public let additionalData: String?
    /// Whether iFortePay keeps the card as a token.
    public let storeToken: Bool

    /// Makes a charge; only validation should.
    public init(
        merchant: MerchantID, externalID: String, orderID: String, amount: Int64, description: String, channel: AcquirerChannel, mode: PaymentMode,
        tenor: Tenor, authentication: Authentication, instrument: ChargeInstrument, customer: Customer, items: [Item],
        billingAddress: PostalAddress?, shippingAddress: PostalAddress?, returnURL: String, callbackURL: String, additionalData: String?,
        storeToken: Bool
    ) {
        self.merchant = merchant
        self.externalID = externalID
        self.orderID = orderID
        self.amount = amount
        self.description = description
        self.channel = channel
        self.mode = mode
        self.tenor = tenor
        self.authentication = authentication
        self.instrument = instrument
        self.customer = customer
        self.items = items
        self.billingAddress = billingAddress
        self.shippingAddress = shippingAddress
        self.returnURL = returnURL
        self.callbackURL = callbackURL
        self.additionalData = additionalData
        self.storeToken = storeToken
    }

    /// Overwrites everything that could charge the card again.
    public func wipe() {
        instrument.wipe()
    }
}

/// What is charged.
public enum ChargeInstrument: Sendable {
    /// A card by its number. `number` holds ASCII digits only, `cvv` may be left out for `DIRECT`.
    case card(number: SecretBytes, expiryMonth: Int, expiryYear: Int, holder: String, cvv: SecretBytes?)
    /// A card that iFortePay stored earlier.
    case token(SecretBytes, cvv: SecretBytes?)

    /// Whether a CVV goes with it: decides between `charge-direct` v1 and v2.
    public var hasCVV: Bool {
        switch self {
        case .card(_, _, _, _, let cvv), .token(_, let cvv): cvv != nil
        }
    }

    func wipe() {
        switch self {
        case .card(let number, _, _, _, let cvv):
            number.wipe()
            cvv?.wipe()
        case .token(let token, let cvv):
            token.wipe()
            cvv?.wipe()
        }
    }
}

/// Who pays.
public struct Customer: Hashable, Sendable {
    /// 1–100 characters.
    public let fullName: String
    /// 8–15 digits, maybe with a leading `+`.
    public let phone: String
    /// An e-mail address.
    public let email: String
    /// The payer's device, v4 or v6.
    public let ipAddress: String

    /// Makes a customer.
    public init(fullName: String, phone: String, email: String, ipAddress: String) {
        self.fullName = fullName
        self.phone = phone
        self.email = email
        self.ipAddress = ipAddress
    }
}

/// One line of what is bought; the sum of amount × quantity is the payment's amount.
public struct Item: Hashable, Sendable {
    /// The merchant's own id.
    public let itemID: String
    /// What it is called.
    public let name: String
    /// Whole rupiah for one.
    public let amount: Int64
    /// How many; at least one.
    public let quantity: Int64
    /// More about it.
    public let description: String?

    /// Makes an item.
    public init(itemID: String, name: String, amount: Int64, quantity: Int64, description: String?) {
        self.itemID = itemID
        self.name = name
        self.amount = amount
        self.quantity = quantity
        self.description = description
    }
}

/// A billing or shipping address.
public struct PostalAddress: Hashable, Sendable {
    /// Street and number.
    public let address: String
    /// The town.
    public let city: String
    /// As the country writes it.
    public let postalCode: String
    /// For instance `ID`.
    public let country: String
    /// Who lives there.
    public let fullName: String?
    /// Under which number.
    public let phone: String?

    /// Makes an address.
    public init(address: String, city: String, postalCode: String, country: String, fullName: String?, phone: String?) {
        self.address = address
        self.city = city
        self.postalCode = postalCode
        self.country = country
        self.fullName = fullName
        self.phone = phone
    }
}
