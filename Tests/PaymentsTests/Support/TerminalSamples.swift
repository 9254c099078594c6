import PaymentsSupport
import Secrets

@testable import Payments

extension ScriptedDriver {
    /// - Parameter endsWhenCancelled: false for a card whose answer never comes: then a cancelled tap goes on.
    convenience init(_ terminals: [TerminalID] = [.till], problem: String? = nil, endsWhenCancelled: Bool = true) {
        let terminals = terminals.map { Terminal(id: $0, name: "Reader \($0)", status: .ready) }
        self.init(TerminalListing(terminals: terminals, problem: problem), main: .till, endsWhenCancelled: endsWhenCancelled)
    }
}

extension TerminalID {
    static let till = TerminalID("till-1")
    static let counter = TerminalID("counter-2")
}

extension TerminalCard {
    /// A Visa's public test number, as a chip tells it.
    static func sample(
        _ number: String = "4111111111111111", network: CardNetwork? = .visa, expiry: CardExpiry? = CardExpiry(month: 12, year: 2030),
        holder: String? = "NURHALIZA/SITI", label: String? = "VISA DEBIT", application: String = "A0000000031010"
    ) -> TerminalCard {
        TerminalCard(
            number: SecretBytes(utf8: number), applicationNetwork: network, expiry: expiry, holderName: holder.map { SecretBytes(utf8: $0) },
            applicationIdentifier: application, applicationLabel: label)
    }

    var isWiped: Bool { number.isEmpty && holderName?.isEmpty != false }
}

extension TapFault {
    static let blocked = TapFault(code: .cardBlocked, message: "This card is blocked. Please use another card.")
    static let late = TapFault(code: .timedOut, message: "No card was held to the reader.")
}

extension ReadID {
    /// The id that a counting source gives as its `number`th.
    static func counted(_ number: UInt64, at moment: Timestamp = .sample) -> ReadID {
        ReadID(ulid: ULID(at: moment, entropyHigh: 0, entropyLow: number))
    }
}
