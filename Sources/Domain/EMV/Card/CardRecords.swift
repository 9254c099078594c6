import Secrets

/// The values of a card's own that are wanted, gathered from the answer to GET PROCESSING OPTIONS and the records; the first one of a tag wins.
struct CardRecords: Sendable {
    private static let wanted: Set<Tag> = [
        .primaryAccountNumber, .track2Equivalent, .magneticStripeTrack2, .track1, .track1Discretionary, .expirationDate, .cardholderName,
        .cardholderNameExtended, .accountSequenceNumber, .tokenRequestor, .mobileVerificationResults,
    ]

    private var values: [Tag: SecretBytes] = [:]

    mutating func merge(_ objects: TLVTree) {
        for tag in objects.tags where Self.wanted.contains(tag) && values[tag] == nil { values[tag] = objects[tag] }
    }

    /// Whether more records could tell nothing that is asked for: number, expiry and name, be it blank.
    ///
    /// The magnetic stripe's images (9F6B, 56, 9F1F) stand in for what the chip does not tell, so they end the search for the name only: a card exists whose images
    /// are of another date than its record.
    var isComplete: Bool { chipNumber != nil && chipExpiration != nil && hasName }

    /// What is known of the card; nil without a number. Values that make no sense leave their place to the next source.
    func card(of application: ChipCard.Application, codeTable: CodeTable?) -> ChipCard? {
        let stripe = values[.magneticStripeTrack2].flatMap(Track2.init)
        let tracks = stripeTracks1
        guard let number = chipNumber ?? stripe?.number ?? tracks.first?.number else { return nil }
        return ChipCard(
            number: number,
            expiration: chipExpiration ?? stripe?.expiration ?? tracks.lazy.compactMap(\.expiration).first,
            holderName: name(codeTable, application.network, tracks.first),
            sequenceNumber: values[.accountSequenceNumber].flatMap(Self.sequenceNumber),
            application: application,
            isDeviceAccount: values[.tokenRequestor] != nil || values[.mobileVerificationResults] != nil,
            hasConflictingNumbers: embossedNumber.flatMap { embossed in track2.map { $0.number != embossed } } ?? false)
    }

    private var embossedNumber: SecretBytes? { values[.primaryAccountNumber].flatMap(AccountNumber.unpacked) }
    private var track2: Track2? { values[.track2Equivalent].flatMap(Track2.init) }
    private var chipNumber: SecretBytes? { embossedNumber ?? track2?.number }
    private var chipExpiration: ExpirationDate? { values[.expirationDate].flatMap { ExpirationDate(packed: $0) } ?? track2?.expiration }

    /// 9F1F should hold less, but cards exist that keep a whole track 1 there.
    private var stripeTracks1: [Track1] { [Tag.track1, .track1Discretionary].compactMap { values[$0].flatMap(Track1.init) } }

    private var hasName: Bool {
        values[.cardholderName] != nil || values[.cardholderNameExtended] != nil || !stripeTracks1.isEmpty
    }

    private func name(_ codeTable: CodeTable?, _ network: ApplicationNetwork?, _ track: Track1?) -> SecretBytes? {
        let sources = [
            (values[.cardholderNameExtended], HolderName.maximumExtended), (values[.cardholderName], HolderName.maximum),
            (track?.name, HolderName.maximum),
        ]
        return sources.lazy.compactMap { bytes, maximum in
            bytes.flatMap { HolderName.text($0, maximum: maximum, codeTable: codeTable, network: network) }
        }.first
    }

    /// Two digits in one byte.
    private static func sequenceNumber(_ value: SecretBytes) -> Int? {
        value.withUnsafeBytes { bytes in
            guard bytes.count == 1, let byte = bytes.first, byte >> 4 <= 9, byte & 0x0F <= 9 else { return nil }
            return Int(byte >> 4) * 10 + Int(byte & 0x0F)
        }
    }
}
