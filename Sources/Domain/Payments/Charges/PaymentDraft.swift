public import Secrets

/// A payment request as it came in: typed, but not yet checked against any rule.
///
/// The decoder fills what it finds and leaves the rest nil; null and absent are the same here. A member of the wrong type stays nil and is
/// named in `faults`, and so is one that the object holds twice. The names of the fields are `PaymentField`'s.
public struct PaymentDraft: Sendable {
    /// `externalId`.
    public var externalID: String?
    /// `orderId`.
    public var orderID: String?
    /// `amount`, in whole rupiah.
    public var amount: Int64?
    /// `currency`.
    public var currency: String?
    /// `transactionDescription`.
    public var description: String?
    /// `paymentChannel`.
    public var channel: String?
    /// `paymentOptions.tenor`: the only field of `options`.
    public var tenor: Int64?
    /// `paymentMode`.
    public var mode: String?
    /// `authentication`.
    public var authentication: String?
    /// `cardDetails`.
    public var card: CardDraft?
    /// `customerDetails`.
    public var customer: CustomerDraft?
    /// `itemDetails`.
    public var items: [ItemDraft]?
    /// `billingAddress`.
    public var billingAddress: AddressDraft?
    /// `shippingAddress`.
    public var shippingAddress: AddressDraft?
    /// `returnUrl`.
    public var returnURL: String?
    /// `callbackUrl`.
    public var callbackURL: String?
    /// `additionalData`.
    public var additionalData: String?
    /// `storeToken`.
    public var storeToken: Bool?
    /// What could not be read into a property.
    public var faults: [DraftFault]

    /// So many `itemDetails` are taken: each may bring errors of its own, so that a body of a megabyte must not bring a million. A decoder needs to
    /// read one more than this and no further.
    public static let maximumItems = 1000

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

/// `cardDetails` as it came in: the fields of all four forms. The names of the fields are `CardField`'s.
public struct CardDraft: Sendable {
    /// `cardHolderName`.
    public var holderName: String?
    /// `cardNumber`, as typed: spaces and dashes may stand in it.
    public var number: SecretBytes?
    /// `cardExpiredMonth`.
    public var expiryMonth: String?
    /// `cardExpiredYear`.
    public var expiryYear: String?
    /// `cardCvn`: the CVV.
    public var cvv: SecretBytes?
    /// `token`: a card that iFortePay stored earlier.
    public var token: SecretBytes?
    /// `terminalRead`: the id of a finished read.
    public var terminalRead: String?
    /// `terminal`: the id of a terminal to wait at.
    public var terminal: String?
    /// `timeoutSeconds`.
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

    /// Overwrites number, CVV and token.
    public func wipe() {
        number?.wipe()
        cvv?.wipe()
        token?.wipe()
    }
}

/// `customerDetails` as it came in. The names of the fields are `CustomerField`'s.
public struct CustomerDraft: Sendable {
    /// `fullName`.
    public var fullName: String?
    /// `phone`.
    public var phone: String?
    /// `email`.
    public var email: String?
    /// `ipAddress`.
    public var ipAddress: String?

    /// Makes a draft; what is left out was not sent.
    public init(fullName: String? = nil, phone: String? = nil, email: String? = nil, ipAddress: String? = nil) {
        self.fullName = fullName
        self.phone = phone
        self.email = email
        self.ipAddress = ipAddress
    }
}

/// One element of `itemDetails` as it came in. The names of the fields are `ItemField`'s.
///
/// An element that is no object is an empty draft in its place, beside the fault that says so: places must not shift.
public struct ItemDraft: Sendable {
    /// `itemId`.
    public var itemID: String?
    /// `name`.
    public var name: String?
    /// `amount`.
    public var amount: Int64?
    /// `qty`.
    public var quantity: Int64?
    /// `description`.
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

/// `billingAddress` or `shippingAddress` as it came in. The names of the fields are `AddressField`'s.
public struct AddressDraft: Sendable {
    /// `address`.
    public var address: String?
    /// `city`.
    public var city: String?
    /// `postalCode`.
    public var postalCode: String?
    /// `country`.
    public var country: String?
    /// `fullName`.
    public var fullName: String?
    /// `phone`.
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
