/// What the sandbox keeps of a valid charge: never the card's number or CVN.
struct ChargeSubmission: Hashable, Sendable {
    let operation: ChargeOperation
    let externalID: String
    let orderID: String
    /// Whole rupiah.
    let amount: Int64
    let currency: String
    let channel: String
    let mode: String
    let tenor: Int
    let description: String
    let card: CardMention
    let callbackURL: String
    let returnURL: String
    let storesToken: Bool
}

/// How a card is shown: its first six and last four digits, or that a token stood for it.
enum CardMention: Hashable, Sendable {
    case number(first6: String, last4: String)
    case token

    var description: String {
        switch self {
        case .number(let first6, let last4): "\(first6)******\(last4)"
        case .token: "stored card"
        }
    }
}
