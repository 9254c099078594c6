/// Applications as the networks' cards have them: what they ask for, where they keep the number.
extension VirtualApplication {
    /// Asks for the qualifiers and twice for the date, as real cards do; tells number and expiry with the processing options already.
    static func visa(_ account: CardAccount, policy: Policy = .qualifiers) -> VirtualApplication {
        VirtualApplication(
            name: ApplicationName.visa, label: "VISA DEBIT",
            asks: AskedObjects([
                0x9F66: 4, 0x9F02: 6, 0x9F03: 6, 0x9F1A: 2, 0x95: 5, 0x5F2A: 2, 0x9A: 3, 0x9C: 1, 0x9F37: 4, 0x9A: 3,
            ]),
            policy: policy, profile: [0x20, 0x00],
            format: .template([account.track2Object(), account.holderObject, account.sequenceObject, issuerData, cardQualifiers]),
            stripeObjects: [account.track2Object(), account.holderObject, issuerData],
            files: [File(2, .objects([account.numberObject, account.expirationObject, account.sequenceObject, issuerCountry, usage]))])
    }

    /// Asks for nothing; the images of the magnetic stripe in the first file, the card in the second, certificates behind it.
    static func mastercard(_ account: CardAccount) -> VirtualApplication {
        VirtualApplication(
            name: ApplicationName.mastercard, label: "Mastercard",
            files: [
                File(
                    1,
                    .objects([
                        .value(tag: 0x9F6C, [0x00, 0x01]), account.track1Object, account.track2Object(tag: 0x9F6B), .value(tag: 0x9F67, [0x04]),
                    ])),
                File(2, .objects(holding(account))),
                File(
                    3, .objects([.value(tag: 0x90, certificate(176))]), .objects([.value(tag: 0x8F, [0xF1]), .value(tag: 0x9F46, certificate(144))])),
            ])
    }

    /// As Mastercard, without a stripe.
    static func maestro(_ account: CardAccount) -> VirtualApplication {
        VirtualApplication(name: ApplicationName.maestro, label: "Maestro", files: [File(1, .objects(holding(account)))])
    }

    /// Asks what the terminal is and refuses one that does not say; answers in the bare format; track 2 and the name in one record, the
    /// number and its expiry in the next.
    static func amex(_ account: CardAccount) -> VirtualApplication {
        VirtualApplication(
            name: ApplicationName.amex, label: "AMERICAN EXPRESS", asks: AskedObjects([0x9F35: 1, 0x9F6E: 4]), policy: .capabilities, format: .bare,
            files: [
                File(
                    1, .objects([account.track2Object(), account.holderObject]),
                    .objects([account.numberObject, account.expirationObject, account.sequenceObject, issuerCountry, usage]))
            ])
    }

    /// Asks for two objects of JCB's own.
    static func jcb(_ account: CardAccount) -> VirtualApplication {
        VirtualApplication(
            name: ApplicationName.jcb, label: "JCB CREDIT", asks: AskedObjects([0x9F52: 1, 0x9F53: 3, 0x9F02: 6, 0x5F2A: 2, 0x9F37: 4]),
            files: [File(1, .objects(holding(account)))])
    }

    /// Asks for the qualifiers and two objects of UnionPay's own.
    static func unionPay(_ account: CardAccount, name: [UInt8], label: String) -> VirtualApplication {
        VirtualApplication(
            name: name, label: label,
            asks: AskedObjects([
                0x9F66: 4, 0x9F02: 6, 0x9F03: 6, 0x9F1A: 2, 0x95: 5, 0x5F2A: 2, 0x9A: 3, 0x9C: 1, 0x9F37: 4, 0xDF60: 1, 0xDF69: 1,
            ]),
            policy: .qualifiers, profile: [0x7C, 0x00], format: .template([account.track2Object(), account.sequenceObject, issuerData]),
            stripeObjects: [account.track2Object()],
            files: [File(1, .objects([account.holderObject, account.numberObject, account.expirationObject, issuerCountry, usage]))])
    }

    /// Indonesia's own network.
    static func gpn(_ account: CardAccount) -> VirtualApplication {
        VirtualApplication(
            name: ApplicationName.gpn, label: "GPN DEBIT",
            asks: AskedObjects([0x9F66: 4, 0x9F02: 6, 0x9F03: 6, 0x9F1A: 2, 0x95: 5, 0x5F2A: 2, 0x9A: 3, 0x9C: 1, 0x9F37: 4]), policy: .qualifiers,
            profile: [0x38, 0x00], format: .template([account.track2Object(), issuerData]), stripeObjects: [account.track2Object()],
            files: [File(2, .objects(holding(account)))])
    }

    /// A phone's application: the number is a device's, and a requestor of tokens stands behind it; it shows the merchant's name.
    static func phone(_ account: CardAccount, policy: Policy = .qualifiers) -> VirtualApplication {
        VirtualApplication(
            name: ApplicationName.visa, label: "VISA",
            asks: AskedObjects([0x9F66: 4, 0x9F02: 6, 0x9F1A: 2, 0x5F2A: 2, 0x9A: 3, 0x9C: 1, 0x9F37: 4, 0x9F4E: 20]), policy: policy,
            profile: [0x00, 0x40],
            format: .template([
                account.track2Object(), account.holderObject, issuerData, cardQualifiers, .value(tag: 0x9F6E, [0x23, 0x88, 0x00, 0x00]),
                .value(tag: 0x9F19, [0x04, 0x00, 0x10, 0x03, 0x02, 0x73]),
            ]),
            stripeObjects: [account.track2Object()])
    }

    /// A record with everything of the card, and what a terminal would need to go on.
    private static func holding(_ account: CardAccount) -> [DataObject] {
        [
            account.track2Object(), account.numberObject, account.expirationObject, account.holderObject, account.sequenceObject, issuerCountry,
            usage,
            // The lists for the cryptogram, and how the holder is verified: by signature, or not at all.
            .value(
                tag: 0x8C,
                [0x9F, 0x02, 0x06, 0x9F, 0x03, 0x06, 0x9F, 0x1A, 0x02, 0x95, 0x05, 0x5F, 0x2A, 0x02, 0x9A, 0x03, 0x9C, 0x01, 0x9F, 0x37, 0x04]),
            .value(tag: 0x8D, [0x91, 0x0A, 0x8A, 0x02, 0x95, 0x05]), .value(tag: 0x8E, [0, 0, 0, 0, 0, 0, 0, 0, 0x5E, 0x03, 0x1F, 0x03]),
        ]
    }

    private static let issuerCountry = DataObject.value(tag: 0x5F28, [0x03, 0x60])
    /// Everything, everywhere.
    private static let usage = DataObject.value(tag: 0x9F07, [0xFF, 0x00])
    private static let issuerData = DataObject.value(tag: 0x9F10, [0x06, 0x01, 0x0A, 0x03, 0xA0, 0x00, 0x00])
    private static let cardQualifiers = DataObject.value(tag: 0x9F6C, [0x16, 0x00])

    /// Bytes where a card has a certificate; nobody could verify them.
    private static func certificate(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: 0xA0 &+ $0) } }
}
