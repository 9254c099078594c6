// The one home of the request's field names (contract, section 2): the decoder reads by them, the validator reports by them.

/// The fields of `POST /v1/payments`.
public enum PaymentField: String, CaseIterable, Sendable {
    case externalID = "externalId"
    case orderID = "orderId"
    case amount
    case currency
    case description = "transactionDescription"
    case channel = "paymentChannel"
    case options = "paymentOptions"
    case mode = "paymentMode"
    case authentication
    case card = "cardDetails"
    case customer = "customerDetails"
    case items = "itemDetails"
    case billingAddress
    case shippingAddress
    case returnURL = "returnUrl"
    case callbackURL = "callbackUrl"
    case additionalData
    case storeToken
}

/// The fields of `paymentOptions`.
public enum OptionsField: String, CaseIterable, Sendable {
    case tenor
}

/// The fields of `cardDetails` in all its four forms, and of `POST /v1/cards/check`.
public enum CardField: String, CaseIterable, Sendable {
    case holderName = "cardHolderName"
    case number = "cardNumber"
    case expiryMonth = "cardExpiredMonth"
    case expiryYear = "cardExpiredYear"
    case cvv = "cardCvn"
    case token
    case terminalRead
    case terminal
    case timeoutSeconds
}

/// The fields of `customerDetails`.
public enum CustomerField: String, CaseIterable, Sendable {
    case fullName
    case phone
    case email
    case ipAddress
}

/// The fields of each element of `itemDetails`.
public enum ItemField: String, CaseIterable, Sendable {
    case itemID = "itemId"
    case name
    case amount
    case quantity = "qty"
    case description
}

/// The fields of `billingAddress` and `shippingAddress`.
public enum AddressField: String, CaseIterable, Sendable {
    case address
    case city
    case postalCode
    case country
    case fullName
    case phone
}
