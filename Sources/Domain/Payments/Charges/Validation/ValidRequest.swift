import Secrets

/// A payment request whose fields keep all rules, its defaults filled in.
enum CheckedRequest: Sendable {
    /// It can be charged.
    case complete(ValidRequest)
    /// Its card is at a terminal, or was read there.
    case awaitsCard(AwaitingRequest)

    /// Overwrites the card's data.
    func wipe() {
        switch self {
        case .complete(let request): request.wipe()
        case .awaitsCard(let request): request.card.wipe()
        }
    }
}

/// A payment request that can be charged.
struct ValidRequest: Sendable {
    let body: ValidBody
    let card: ValidCard

    var terms: ValidTerms { body.terms }

    /// What the provider is told. `callbackURL` is the gateway's own, for a request that names none.
    func charge(for merchant: MerchantID, callbackURL: String) -> Charge {
        Charge(
            merchant: merchant, externalID: terms.externalID, orderID: terms.orderID, amount: terms.amount, description: terms.description,
            channel: terms.channel, mode: terms.mode, tenor: terms.tenor, authentication: terms.authentication, instrument: card.instrument,
            customer: body.customer, items: body.items, billingAddress: body.billingAddress, shippingAddress: body.shippingAddress,
            returnURL: terms.returnURL, callbackURL: terms.callbackURL ?? callbackURL, additionalData: terms.additionalData,
            storeToken: terms.storeToken)
    }

    /// Overwrites the card's data.
    func wipe() {
        card.wipe()
    }
}

/// All of a request but its card.
struct ValidBody: Sendable {
    let terms: ValidTerms
    let customer: Customer
    let items: [Item]
    let billingAddress: PostalAddress?
    let shippingAddress: PostalAddress?
}

/// The outermost object's fields, all of them right.
struct ValidTerms: Sendable {
    let externalID: String
    let orderID: String
    let amount: Int64
    let description: String
    let channel: AcquirerChannel
    let mode: PaymentMode
    let tenor: Tenor
    let authentication: Authentication
    let returnURL: String
    let callbackURL: String?
    let additionalData: String?
    let storeToken: Bool

    /// Nil when a required field is missing.
    init?(_ terms: CheckedTerms) {
        guard let externalID = terms.externalID, let orderID = terms.orderID, let amount = terms.amount, let description = terms.description,
            let channel = terms.channel, let mode = terms.mode, let tenor = terms.tenor, let authentication = terms.authentication,
            let returnURL = terms.returnURL
        else { return nil }
        self.externalID = externalID
        self.orderID = orderID
        self.amount = amount
        self.description = description
        self.channel = channel
        self.mode = mode
        self.tenor = tenor
        self.authentication = authentication
        self.returnURL = returnURL
        callbackURL = terms.callbackURL
        additionalData = terms.additionalData
        storeToken = terms.storeToken
    }
}

/// The card of a valid request.
enum ValidCard: Sendable {
    case card(CardNumber, CardExpiry, holder: String, cvv: SecretBytes?, source: CardSource)
    case token(SecretBytes, cvv: SecretBytes?)

    /// What is charged.
    var instrument: ChargeInstrument {
        switch self {
        case .card(let number, let expiry, let holder, let cvv, _):
            .card(number: number.digits, expiryMonth: expiry.month, expiryYear: expiry.year, holder: holder, cvv: cvv)
        case .token(let token, let cvv): .token(token, cvv: cvv)
        }
    }

    /// What is kept of it.
    var summary: CardSummary {
        switch self {
        case .card(let number, let expiry, _, _, let source):
            CardSummary(
                network: number.network.rawValue, first6: number.first6, last4: number.last4, expiryMonth: expiry.month, expiryYear: expiry.year,
                source: source)
        case .token: CardSummary(network: nil, first6: nil, last4: nil, expiryMonth: nil, expiryYear: nil, source: .token)
        }
    }

    func wipe() {
        switch self {
        case .card(let number, _, _, let cvv, _):
            number.wipe()
            cvv?.wipe()
        case .token(let token, let cvv):
            token.wipe()
            cvv?.wipe()
        }
    }
}
