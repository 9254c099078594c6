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
    /// What an EMV conversation has to tell the payer.
    init(_ message: PayerMessage) {
        self.init(code: Code(message.code), message: message.text)
    }
}

extension TapFault.Code {
    fileprivate init(_ code: PayerMessage.Code) {
        self =
            switch code {
            case .cardBlocked: .cardBlocked
            case .cardUnsupported: .cardUnsupported
            case .cardMalformed: .cardMalformed
            case .cardRemoved: .cardRemoved
            case .confirmOnPhone: .confirmOnPhone
            }
    }
}
