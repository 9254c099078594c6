/// Months of instalments; 0 pays in full (specification, section 1).
public enum Tenor: Int, CaseIterable, Sendable {
    case full = 0
    case threeMonths = 3
    case sixMonths = 6
    case twelveMonths = 12
}

/// iFortePay's `payment_mode`.
public enum PaymentMode: String, CaseIterable, Sendable {
    case close = "CLOSE"
    case installment = "INSTALLMENT"
}

/// Card channels of iFortePay's Node SDK; BRICC is the default.
public enum AcquirerChannel: String, CaseIterable, Sendable {
    case bricc = "BRICC"
    case bcacc = "BCACC"
    case cimbcc = "CIMBCC"
    case bcapg = "BCAPG"
    case cimbpg = "CIMBPG"
}

/// How the payer is authenticated: on the acquirer's page (`charge`), or not at all (`charge-direct`).
public enum Authentication: String, CaseIterable, Sendable {
    case threeDS = "3DS"
    case direct = "DIRECT"
}

/// Where the card of a payment came from.
public enum CardSource: String, CaseIterable, Sendable {
    case manual = "MANUAL"
    case terminal = "TERMINAL"
    case token = "TOKEN"
}
