import Payments
import PaymentsSupport
import Secrets

/// Two readers, one of each merchant of `TestGateway`, and what comes to them.
extension ScriptedDriver {
    static let front = TerminalID("front-00")
    static let back = TerminalID("back-00")
    static let cardNumber = "4111111111111111"

    convenience init() {
        let listing = TerminalListing(terminals: [
            Terminal(id: Self.back, name: "Back 00", status: .ready), Terminal(id: Self.front, name: "Front 00", status: .ready),
        ])
        self.init(listing, main: Self.front)
    }

    /// What a tap brings of a card on which everything is.
    static var card: TapOutcome {
        .card(
            TerminalCard(
                number: SecretBytes(utf8: cardNumber), applicationNetwork: .visa, expiry: CardExpiry(month: 12, year: 2039),
                holderName: SecretBytes(utf8: "NURHALIZA/SITI"), applicationIdentifier: "A0000000031010", applicationLabel: "VISA CREDIT"))
    }

    static let removed = TapOutcome.failed(TapFault(code: .cardRemoved, message: "Hold the card still."))
}
