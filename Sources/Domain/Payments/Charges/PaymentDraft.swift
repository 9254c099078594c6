public import Secrets

/// A payment request as it came in: typed, but not yet checked against any rule.
///
/// The decoder fills what it finds and leaves the rest nil; null and absent are the same here. A member of the wrong type stays nil and is
/// named in `faults`, and so is one that the object holds twice. Each property stands under the field of `PaymentField` with the same name.
public struct PaymentDraft: Sendable {
    public var externalID: String?
    public var orderID: String?
    public var amount: Int64?
    public var currency: String?
    public var description: String?
    public var channel: String?
    /// `paymentOptions.tenor`: the only field of `options`.
    public var tenor: Int64?
    public var mode: String?
    public var authentication: String?
    public var card: CardDraft?
    public var customer: CustomerDraft?
    public var items: [ItemDraft]?
    public var billingAddress: AddressDraft?
    public var shippingAddress: AddressDraft?
    public var returnURL: String?
    public var callbackURL: String?
    public var additionalData: String?
    public var storeToken: Bool?
    /// What could not be read into a property.
    public var faults: [DraftFault]

    /// Makes a draft; what is left out was not sent.
    public init(
        externalID: String? = nil, orderID: String? = nil, amount: Int64? = nil, currency: String? = nil, description: String? = nil,
        channel: String? = nil, tenor: Int64? = nil, mode: String? = nil, authentication: String? = nil, card: CardDraft? = nil,
        customer: CustomerDraft? = nil, items: [ItemDraft]? = nil, billingAddress: AddressDraft? = nil, shippingAddress: AddressDraft? = nil,
        returnURL: String? = nil, callbackURL: String? = nil, additionalData: String? = nil, storeToken: Bool? = nil, faults: [DraftFault] = []
    ) {
        self.externalID = externalID
        self.orderID = orderID
        self.amount = amount
        self.currency = currency
        self.description = description
        self.channel = channel
        self.tenor = tenor
        self.mode = mode
        self.authentication = authentication
        self.card = card
        self.customer = customer
        self.items = items
        self.billingAddress = billingAddress
        self.shippingAddress = shippingAddress
        self.returnURL = returnURL
        self.callbackURL = callbackURL
        self.additionalData = additionalData
        self.storeToken = storeToken
        self.faults = faults
    }

    /// Overwrites everything that could charge the card again.
    public func wipe() {
        card?.wipe()
    }
}

/// `cardDetails` as it came in: the fields of all four forms. Properties stand under the field of `CardField` with the same name.
public struct CardDraft: Sendable {
    public var holderName: String?
    public var number: SecretBytes?
    public var expiryMonth: String?
    public var expiryYear: String?
    public var cvv: SecretBytes?
    public var token: SecretBytes?
    public var terminalRead: String?
    public var terminal: String?
    public var timeoutSeconds: Int64?

    /// Makes a draft; what is left out was not sent.
    public init(
        holderName: String? = nil, number: SecretBytes? = nil, expiryMonth: String? = nil, expiryYear: String? = nil, cvv: SecretBytes? = nil,
        token: SecretBytes? = nil, terminalRead: String? = nil, terminal: String? = nil, timeoutSeconds: Int64? = nil
    ) {
        self.holderName = holderName
        self.number = number
        self.expiryMonth = expiryMonth
        self.expiryYear = expiryYear
        self.cvv = cvv
        self.token = token
        self.terminalRead = terminalRead
        self.terminal = terminal
        self.timeoutSeconds = timeoutSeconds
    }

    func wipe() {
        number?.wipe()
        cvv?.wipe()
        token?.wipe()
    }
}

/// `customerDetails` as it came in. Properties stand under the field of `CustomerField` with the same name.
public struct CustomerDraft: Sendable {
    public var fullName: String?
    public var phone: String?
    public var email: String?
    public var ipAddress: String?

    /// Makes a draft; what is left out was not sent.
    public init(fullName: String? = nil, phone: String? = nil, email: String? = nil, ipAddress: String? = nil) {
        self.fullName = fullName
        self.phone = phone
        self.email = email
        self.ipAddress = ipAddress
    }
}

/// One element of `itemDetails` as it came in. Properties stand under the field of `ItemField` with the same name.
///
/// An element that is no object is an empty draft in its place, beside the fault that says so: places must not shift.
public struct ItemDraft: Sendable {
    public var itemID: String?
    public var name: String?
    public var amount: Int64?
    public var quantity: Int64?
    public var description: String?

    /// Makes a draft; what is left out was not sent.
    public init(itemID: String? = nil, name: String? = nil, amount: Int64? = nil, quantity: Int64? = nil, description: String? = nil) {
        self.itemID = itemID
        self.name = name
        self.amount = amount
        self.quantity = quantity
        self.description = description
    }
}

/// `billingAddress` or `shippingAddress` as it came in. Properties stand under the field of `AddressField` with the same name.
public struct AddressDraft: Sendable {
    public var address: String?
    public var city: String?
    public var postalCode: String?
    public var country: String?
    public var fullName: String?
    public var phone: String?

    /// Makes a draft; what is left out was not sent.
    public init(
        address: String? = nil, city: String? = nil, postalCode: String? = nil, country: String? = nil, fullName: String? = nil, phone: String? = nil
    ) {
        self.address = address
        self.city = city
        self.postalCode = postalCode
        self.country = country
        self.fullName = fullName
        self.phone = phone
    }
}
