import Secrets

/// What makes two requests under one `externalId` the same (contract, section 2): every known field with its default filled in. The card counts
/// by its first six and last four digits and its expiry, a stored card by its token's digest, a read or a terminal by its id, a CVV not at all.
enum RequestFingerprint {
    /// The digest of a draft's canonical form. `digest` is SHA-256, which the domain does not have.
    static func of(_ draft: PaymentDraft, digest: (UnsafeRawBufferPointer) -> [UInt8]) -> [UInt8] {
        canonicalForm(of: draft, digest: digest).withUnsafeBytes(digest)
    }

    static func canonicalForm(of draft: PaymentDraft, digest: (UnsafeRawBufferPointer) -> [UInt8]) -> [UInt8] {
        var form = CanonicalForm()
        form.addTerms(of: draft)
        if let card = draft.card { form.addGroup(FieldPath(.card)) { $0.add(card, digest: digest) } }
        if let customer = draft.customer { form.addGroup(FieldPath(.customer)) { $0.add(customer) } }
        if let items = draft.items {
            form.addGroup(FieldPath(.items)) { form in
                for (index, item) in items.enumerated() {
                    form.addGroup(FieldPath(.items).element(index)) { $0.add(item, at: index) }
                }
            }
        }
        if let address = draft.billingAddress { form.addGroup(FieldPath(.billingAddress)) { $0.add(address, at: .billingAddress) } }
        if let address = draft.shippingAddress { form.addGroup(FieldPath(.shippingAddress)) { $0.add(address, at: .shippingAddress) } }
        // A field that could not be read has no value to compare, and must not pass for an absent one.
        for fault in draft.faults { form.add(fault.path, String(describing: fault.kind)) }
        return form.bytes
    }
}

extension CanonicalForm {
    fileprivate mutating func addTerms(of draft: PaymentDraft) {
        let tenor = draft.tenor ?? Int64(RequestDefaults.tenor.rawValue)
        let mode = Tenor(exactly: tenor).map { RequestDefaults.mode(for: $0).rawValue }
        add(FieldPath(.externalID), draft.externalID)
        add(FieldPath(.orderID), draft.orderID)
        add(FieldPath(.amount), draft.amount)
        add(FieldPath(.currency), draft.currency ?? RequestDefaults.currency)
        add(FieldPath(.description), draft.description)
        add(FieldPath(.channel), draft.channel ?? RequestDefaults.channel.rawValue)
        add(FieldPath(.options).member(OptionsField.tenor), tenor)
        add(FieldPath(.mode), draft.mode ?? mode)
        add(FieldPath(.authentication), draft.authentication ?? RequestDefaults.authentication(for: draft.card).rawValue)
        add(FieldPath(.returnURL), draft.returnURL)
        // Its default holds the payment's id, which no first request knows: absent is a value of its own.
        add(FieldPath(.callbackURL), draft.callbackURL)
        add(FieldPath(.additionalData), draft.additionalData)
        add(FieldPath(.storeToken), String(draft.storeToken ?? RequestDefaults.storeToken))
    }

    fileprivate mutating func add(_ card: CardDraft, digest: (UnsafeRawBufferPointer) -> [UInt8]) {
        let path = FieldPath(.card)
        if let number = card.number {
            let digits = CardDigits(text: number)
            defer { digits.bytes.wipe() }
            add(path.member(CardField.number), digits.first6 + digits.last4)
        }
        add(path.member(CardField.expiryMonth), card.expiryMonth)
        add(path.member(CardField.expiryYear), card.expiryYear.map { year in CardExpiry.year(of: year).map { String($0) } ?? year })
        add(path.member(CardField.holderName), card.holderName)
        if let token = card.token {
            add(path.member(CardField.token), bytes: token.withUnsafeBytes(digest))
        }
        add(path.member(CardField.terminalRead), card.terminalRead)
        add(path.member(CardField.terminal), card.terminal)
        if card.forms.contains(.terminal) {
            add(path.member(CardField.timeoutSeconds), card.timeoutSeconds ?? RequestDefaults.terminalTimeoutSeconds)
        }
    }

    fileprivate mutating func add(_ customer: CustomerDraft) {
        let path = FieldPath(.customer)
        add(path.member(CustomerField.fullName), customer.fullName)
        add(path.member(CustomerField.phone), customer.phone)
        add(path.member(CustomerField.email), customer.email)
        add(path.member(CustomerField.ipAddress), customer.ipAddress)
    }

    fileprivate mutating func add(_ item: ItemDraft, at index: Int) {
        let path = FieldPath(.items).element(index)
        add(path.member(ItemField.itemID), item.itemID)
        add(path.member(ItemField.name), item.name)
        add(path.member(ItemField.amount), item.amount)
        add(path.member(ItemField.quantity), item.quantity)
        add(path.member(ItemField.description), item.description)
    }

    fileprivate mutating func add(_ address: AddressDraft, at field: PaymentField) {
        let path = FieldPath(field)
        add(path.member(AddressField.address), address.address)
        add(path.member(AddressField.city), address.city)
        add(path.member(AddressField.postalCode), address.postalCode)
        add(path.member(AddressField.country), address.country)
        add(path.member(AddressField.fullName), address.fullName)
        add(path.member(AddressField.phone), address.phone)
    }
}

extension Tenor {
    /// Nil when there is no such tenor.
    init?(exactly months: Int64) {
        guard let months = Int(exactly: months) else { return nil }
        self.init(rawValue: months)
    }
}
