import EMV
import Payments

extension TerminalCard {
    /// The card as the domain of payments has it; number and name are the same buffers, so wiping one wipes the other.
    init(_ card: ChipCard) {
        self.init(
            number: card.number, applicationNetwork: card.application.network.flatMap { CardNetwork(rawValue: $0.rawValue) },
            expiry: card.expiration.map { CardExpiry(month: $0.month, year: $0.year) }, holderName: card.holderName,
            applicationIdentifier: card.application.identifier.description, applicationLabel: card.application.label)
    }
}

extension TapFault {
    /// What an EMV conversation has to tell the payer; nil when the card was not to blame.
    init?(_ message: PayerMessage?) {
        guard let message, let code = Code(rawValue: message.code.rawValue) else { return nil }
        self.init(code: code, message: message.text)
    }
}
