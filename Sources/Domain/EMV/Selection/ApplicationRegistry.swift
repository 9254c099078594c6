/// Which names are whose (Proxmark3 `aidlist.json`, cardpeek, emv-utils, EMV-NFC-Paycard-Enrollment). Add a network here and nowhere else.
enum ApplicationRegistry {
    /// Whose an application is.
    enum Owner: Equatable, Sendable {
        case network(ApplicationNetwork)
        /// No card number to be had: purses, tags, the carrier of a QR code. Not tried.
        case noPaymentCard
    }

    struct Row: Sendable {
        let prefix: [UInt8]
        let owner: Owner
    }

    /// The row with the longest fitting prefix.
    static func row(for application: ApplicationIdentifier) -> Row? {
        rows.filter { application.hasPrefix($0.prefix) }.max { $0.prefix.count < $1.prefix.count }
    }

    static let rows: [Row] = [
        network(.visa, 0xA0_0000_0003), network(.visa, 0xA0_0000_0098),
        // Elo's application lies inside Visa's names.
        network(.elo, 0xA0_0000_0003, 0x05, 0x07, 0x60, 0x10),
        network(.mastercard, 0xA0_0000_0004), network(.maestro, 0xA0_0000_0004, 0x30, 0x60), network(.maestro, 0xA0_0000_0005),
        network(.amex, 0xA0_0000_0025),
        network(.link, 0xA0_0000_0029),
        network(.cb, 0xA0_0000_0042),
        network(.jcb, 0xA0_0000_0065),
        network(.dankort, 0xA0_0000_0121),
        network(.bancomat, 0xA0_0000_0141),
        network(.discover, 0xA0_0000_0152), network(.discover, 0xA0_0000_0324),
        network(.mada, 0xA0_0000_0228),
        network(.interac, 0xA0_0000_0277),
        network(.unionPay, 0xA0_0000_0333),
        network(.girocard, 0xA0_0000_0359), network(.girocard, 0xA0_0000_0594), network(.girocard, 0xD2_7600_0025),
        network(.verve, 0xA0_0000_0371),
        network(.eftpos, 0xA0_0000_0384),
        network(.ruPay, 0xA0_0000_0524),
        network(.gpn, 0xA0_0000_0602), network(.gpn, 0xD3_6000_0001),
        network(.usDebit, 0xA0_0000_0620),
        network(.mir, 0xA0_0000_0658),
        network(.troy, 0xA0_0000_0672),
        network(.meeza, 0xA0_0000_0732),
        network(.bankAxept, 0xD5_7800_0002),
        // QRIS by tap; the NFC forum's NDEF; Indonesia's purses Flazz, e-money, JakCard and TapCash.
        noPaymentCard(0xA0_0000_0602, 0x20, 0x20),
        noPaymentCard(0xD2_7600_0085, 0x01, 0x01),
        noPaymentCard(0xA0_0000_0018, 0x0F, 0x00, 0x00, 0x01, 0x80, 0x01),
        noPaymentCard(0x00_0000_0000, 0x00, 0x00, 0x01),
        noPaymentCard(0xA0_0000_0571, 0x4E, 0x4A, 0x43),
        noPaymentCard(0xA0_0042_4E49, 0x10, 0x00, 0x01),
    ]

    private static func network(_ network: ApplicationNetwork, _ provider: UInt64, _ own: UInt8...) -> Row {
        Row(prefix: ApplicationIdentifier(provider: provider).bytes + own, owner: .network(network))
    }

    private static func noPaymentCard(_ provider: UInt64, _ own: UInt8...) -> Row {
        Row(prefix: ApplicationIdentifier(provider: provider).bytes + own, owner: .noPaymentCard)
    }
}
