// Who pays, for what, and where it goes.
extension PaymentValidator {
    func customer(_ draft: CustomerDraft?, _ checks: inout FieldChecks) -> Customer? {
        guard let draft else { return nil }
        let path = FieldPath(.customer)
        let fullNamePath = path.member(CustomerField.fullName)
        let fullName = checks.text(checks.required(draft.fullName, fullNamePath), fullNamePath, RequestLimits.fullName)
        let phonePath = path.member(CustomerField.phone)
        let phone = checks.kept(checks.required(draft.phone, phonePath), phonePath, .format, PhoneRule.message, by: PhoneRule.accepts)
        let emailPath = path.member(CustomerField.email)
        let email = checks.kept(checks.required(draft.email, emailPath), emailPath, .format, EmailRule.message, by: EmailRule.accepts)
        let ipPath = path.member(CustomerField.ipAddress)
        let ip = checks.kept(checks.required(draft.ipAddress, ipPath), ipPath, .format, IPAddressRule.message, by: IPAddressRule.accepts)
        guard let fullName, let phone, let email, let ip else { return nil }
        return Customer(fullName: fullName, phone: phone, email: email, ipAddress: ip)
    }

    /// The items; their sum is compared only when all numbers are right, because a wrong number already has its error.
    func items(of draft: PaymentDraft, _ checks: inout FieldChecks) -> [Item] {
        guard let drafts = draft.items else { return [] }
        let path = FieldPath(.items)
        guard drafts.count <= PaymentDraft.maximumItems else {
            checks.report(path, .length, "must have at most \(PaymentDraft.maximumItems) elements")
            return []
        }
        var items: [Item] = []
        for (index, draft) in drafts.enumerated() {
            if let item = item(draft, path.element(index), &checks) { items.append(item) }
        }
        if items.count == drafts.count, let amount = draft.amount, RequestLimits.amount.contains(amount), Item.total(items) != amount {
            checks.report(path, .sum, "amount times qty of all items must add up to the payment's amount")
        }
        return items
    }

    private func item(_ draft: ItemDraft, _ path: FieldPath, _ checks: inout FieldChecks) -> Item? {
        let idPath = path.member(ItemField.itemID)
        let id = checks.filled(checks.required(draft.itemID, idPath), idPath)
        let namePath = path.member(ItemField.name)
        let name = checks.filled(checks.required(draft.name, namePath), namePath)
        let amountPath = path.member(ItemField.amount)
        let amount = checks.number(checks.required(draft.amount, amountPath), amountPath, RequestLimits.itemAmount)
        let quantityPath = path.member(ItemField.quantity)
        let quantity = checks.number(checks.required(draft.quantity, quantityPath), quantityPath, RequestLimits.itemQuantity)
        guard let id, let name, let amount, let quantity else { return nil }
        return Item(itemID: id, name: name, amount: amount, quantity: quantity, description: draft.description)
    }

    /// A billing or shipping address; nil when there is none.
    func address(_ draft: AddressDraft?, _ path: FieldPath, _ checks: inout FieldChecks) -> PostalAddress? {
        guard let draft else { return nil }
        let street = required(draft.address, .address, path, &checks)
        let city = required(draft.city, .city, path, &checks)
        let postalCode = required(draft.postalCode, .postalCode, path, &checks)
        let country = required(draft.country, .country, path, &checks)
        let fullName = checks.text(draft.fullName, path.member(AddressField.fullName), RequestLimits.fullName)
        let phone = checks.kept(draft.phone, path.member(AddressField.phone), .format, PhoneRule.message, by: PhoneRule.accepts)
        guard let street, let city, let postalCode, let country else { return nil }
        return PostalAddress(address: street, city: city, postalCode: postalCode, country: country, fullName: fullName, phone: phone)
    }

    private func required(_ value: String?, _ field: AddressField, _ path: FieldPath, _ checks: inout FieldChecks) -> String? {
        checks.filled(checks.required(value, path.member(field)), path.member(field))
    }
}

extension Item {
    /// What the items cost together; nil when that is more than 64 bits hold.
    static func total(_ items: [Item]) -> Int64? {
        var total: Int64 = 0
        for item in items {
            let (cost, costOverflows) = item.amount.multipliedReportingOverflow(by: item.quantity)
            let (sum, sumOverflows) = total.addingReportingOverflow(cost)
            guard !costOverflows, !sumOverflows else { return nil }
            total = sum
        }
        return total
    }
}
