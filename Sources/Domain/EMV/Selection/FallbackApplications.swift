/// The applications to ask for when a card has no contactless directory, Indonesia's own first: each one that is not there costs the payer 20–30 ms.
enum FallbackApplications {
    static let all: [ApplicationIdentifier] = [
        // GPN, and its old name.
        ApplicationIdentifier(provider: 0xA0_0000_0602, 0x10, 0x10),
        ApplicationIdentifier(provider: 0xD3_6000_0001, 0x00, 0x00),
        // Visa, Mastercard, Maestro.
        ApplicationIdentifier(provider: 0xA0_0000_0003, 0x10, 0x10),
        ApplicationIdentifier(provider: 0xA0_0000_0004, 0x10, 0x10),
        ApplicationIdentifier(provider: 0xA0_0000_0004, 0x30, 0x60),
        // UnionPay debit, credit, quasi-credit.
        ApplicationIdentifier(provider: 0xA0_0000_0333, 0x01, 0x01, 0x01),
        ApplicationIdentifier(provider: 0xA0_0000_0333, 0x01, 0x01, 0x02),
        ApplicationIdentifier(provider: 0xA0_0000_0333, 0x01, 0x01, 0x03),
        ApplicationIdentifier(provider: 0xA0_0000_0065, 0x10, 0x10),
        // Amex by the beginning that its names share.
        ApplicationIdentifier(provider: 0xA0_0000_0025, 0x01),
        // Discover and Diners, Zip.
        ApplicationIdentifier(provider: 0xA0_0000_0152, 0x30, 0x10),
        ApplicationIdentifier(provider: 0xA0_0000_0324, 0x10, 0x10),
        // Interac, RuPay, Mir credit and debit, CB, eftpos.
        ApplicationIdentifier(provider: 0xA0_0000_0277, 0x10, 0x10),
        ApplicationIdentifier(provider: 0xA0_0000_0524, 0x10, 0x10),
        ApplicationIdentifier(provider: 0xA0_0000_0658, 0x10, 0x10),
        ApplicationIdentifier(provider: 0xA0_0000_0658, 0x20, 0x10),
        ApplicationIdentifier(provider: 0xA0_0000_0042, 0x10, 0x10),
        ApplicationIdentifier(provider: 0xA0_0000_0384, 0x10),
        ApplicationIdentifier(provider: 0xA0_0000_0384, 0x20),
        // girocard.
        ApplicationIdentifier(provider: 0xA0_0000_0359, 0x10, 0x10, 0x02, 0x80, 0x01),
        ApplicationIdentifier(provider: 0xD2_7600_0025, 0x47, 0x41, 0x01, 0x00),
        ApplicationIdentifier(provider: 0xD2_7600_0025, 0x45, 0x50, 0x02, 0x00),
        // Visa Electron, V PAY, and whatever else is Visa's.
        ApplicationIdentifier(provider: 0xA0_0000_0003, 0x20, 0x10),
        ApplicationIdentifier(provider: 0xA0_0000_0003, 0x20, 0x20),
        ApplicationIdentifier(provider: 0xA0_0000_0003),
    ]
}
