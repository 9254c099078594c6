public import Secrets

/// A validated charge: what the provider is told. It lives in memory only, and its card data is wiped when the charge has ended.
public struct Charge: Sendable {
    public let merchant: MerchantID
    public let externalID: String
    public let orderID: String
    /// Whole rupiah.
    public let amount: Int64
    public let description: String
    public let channel: AcquirerChannel
    public let mode: PaymentMode
    public let tenor: Tenor
    public let authentication: Authentication
    public let instrument: ChargeInstrument
    public let customer: Customer
    public let items: [Item]
    public let billingAddress: PostalAddress?
    public let shippingAddress: PostalAddress?
    public let returnURL: String
    public let callbackURL: String
    public let additionalData: String?
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
    public let fullName: String
    public let phone: String
    public let email: String
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
    public let itemID: String
    public let name: String
    /// Whole rupiah for one.
    public let amount: Int64
    public let quantity: Int64
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
    public let address: String
    public let city: String
    public let postalCode: String
    public let country: String
    public let fullName: String?
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
