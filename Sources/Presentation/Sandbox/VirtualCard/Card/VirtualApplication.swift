/// A payment application on a card: what it says when it is selected, what it wants to know, and its records.
struct VirtualApplication: Hashable, Sendable {
    /// How it takes GET PROCESSING OPTIONS.
    enum Policy: Hashable, Sendable {
        /// Any terminal will do.
        case open
        /// By the qualifiers (9F66): in EMV mode with records, in magnetic-stripe mode the shortest answer there is, else not at all (EMV Book C-3).
        case qualifiers
        /// Not without a terminal type (9F35) and the reader's capabilities (9F6E), as Amex cards do.
        case capabilities
        /// Never.
        case refusing(CardAnswer.Status)
    }

    /// How it answers GET PROCESSING OPTIONS (EMV Book 3, section 6.5.8.4).
    enum OptionsFormat: Hashable, Sendable {
        /// Profile and locator only (tag 80).
        case bare
        /// In a template (tag 77), with these beside what every payment needs.
        case template([DataObject])
    }

    /// Its records under one short file identifier, from number 1 on.
    struct File: Hashable, Sendable {
        enum Record: Hashable, Sendable {
            case objects([DataObject])
            /// What a broken card says.
            case raw([UInt8])

            var bytes: [UInt8] {
                switch self {
                case .objects(let objects): DataObject.template(tag: 0x70, objects).encoded
                case .raw(let bytes): bytes
                }
            }
        }

        let identifier: UInt8
        var records: [Record]

        init(_ identifier: UInt8, _ records: Record...) {
            self.identifier = identifier
            self.records = records
        }
    }

    /// AID.
    var name: [UInt8]
    var label: String
    /// 1, the first, to 15.
    var priority: UInt8 = 1
    var isBlocked = false
    var asks = AskedObjects()
    var policy = Policy.open
    /// Tag 82.
    var profile: [UInt8] = [0x19, 0x80]
    var format = OptionsFormat.template([])
    /// Beside profile and counter, the whole answer in magnetic-stripe mode.
    var stripeObjects: [DataObject] = []
    var files: [File] = []

    /// Its entry in the card's directory (EMV Book B, table 3-3).
    var directoryEntry: DataObject {
        .template(tag: 0x61, [.value(tag: 0x4F, name), .text(tag: 0x50, label), .value(tag: 0x87, [priority])])
    }

    /// The answer to its SELECT (EMV Book 1, table 45).
    var controlInformation: DataObject {
        var properties: [DataObject] = [.text(tag: 0x50, label), .value(tag: 0x87, [priority])]
        if !asks.isEmpty { properties.append(.value(tag: 0x9F38, asks.encoded)) }
        // Indonesian, then English; Latin-1.
        properties += [.text(tag: 0x5F2D, "iden"), .value(tag: 0x9F11, [0x01]), .text(tag: 0x9F12, label)]
        properties.append(.template(tag: 0xBF0C, [.value(tag: 0x9F4D, [0x0B, 0x0A])]))
        return .template(tag: 0x6F, [.value(tag: 0x84, name), .template(tag: 0xA5, properties)])
    }

    /// The answer to GET PROCESSING OPTIONS with the values it asked for; `counter` is that of this payment.
    func processingOptions(_ values: [UInt8], counter: UInt16) -> CardAnswer {
        switch policy {
        case .open: break
        case .qualifiers:
            let modes = asks.value(0x9F66, in: values)?.first ?? 0
            if modes & 0x20 == 0 {
                guard modes & 0x80 != 0 else { return .status(.conditionsNotSatisfied) }
                return CardAnswer(data: template(stripeObjects, values, counter, hasRecords: false), status: .success)
            }
        case .capabilities:
            for tag: UInt32 in [0x9F35, 0x9F6E] where asks.value(tag, in: values)?.contains(where: { $0 != 0 }) != true {
                return .status(.conditionsNotSatisfied)
            }
        case .refusing(let status): return .status(status)
        }
        switch format {
        case .bare: return CardAnswer(data: DataObject.value(tag: 0x80, profile + locator).encoded, status: .success)
        case .template(let objects): return CardAnswer(data: template(objects, values, counter, hasRecords: true), status: .success)
        }
    }

    func file(_ identifier: UInt8) -> File? { files.first { $0.identifier == identifier } }

    /// Tag 94: which records are to be read; none of them is for offline authentication (EMV Book 3, section 10.2).
    private var locator: [UInt8] {
        files.filter { !$0.records.isEmpty }.flatMap { [$0.identifier << 3, 1, UInt8(truncatingIfNeeded: $0.records.count), 0] }
    }

    private func template(_ objects: [DataObject], _ values: [UInt8], _ counter: UInt16, hasRecords: Bool) -> [UInt8] {
        let count = [UInt8(counter >> 8), UInt8(counter & 0xFF)]
        let unpredictable = asks.value(0x9F37, in: values) ?? [0, 0, 0, 0]
        var parts: [DataObject] = [.value(tag: 0x82, profile)]
        if hasRecords, !locator.isEmpty { parts.append(.value(tag: 0x94, locator)) }
        parts += objects
        // Looks like a cryptogram, and there is no key behind it: nobody can take this card for a real one.
        parts += [.value(tag: 0x9F36, count), .value(tag: 0x9F26, unpredictable + count + count), .value(tag: 0x9F27, [0x80])]
        return DataObject.template(tag: 0x77, parts).encoded
    }
}
