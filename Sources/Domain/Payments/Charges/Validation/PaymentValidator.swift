/// Checks a payment request against the contract's section 2, every field of it: who gets errors gets all of them.
///
/// No message holds anything of what was sent.
struct PaymentValidator: Sendable {
    /// Off only for iFortePay's staging, whose own sample number fails it.
    let checksLuhn: Bool

    /// The request with its defaults filled in, as of `moment`.
    func validate(_ draft: PaymentDraft, at moment: Timestamp) throws(InvalidRequest) -> CheckedRequest {
        var checks = FieldChecks(faults: draft.faults)
        let terms = terms(of: draft, &checks)
        let card = card(of: draft, authentication: terms.authentication, at: moment, &checks)
        let customer = customer(checks.required(draft.customer, FieldPath(.customer)), &checks)
        let items = items(of: draft, &checks)
        let billing = address(draft.billingAddress, FieldPath(.billingAddress), &checks)
        let shipping = address(draft.shippingAddress, FieldPath(.shippingAddress), &checks)
        guard checks.errors.isEmpty, let terms = ValidTerms(terms), let card, let customer else {
            card?.wipe()
            throw InvalidRequest(errors: checks.errors)
        }
        let body = ValidBody(terms: terms, customer: customer, items: items, billingAddress: billing, shippingAddress: shipping)
        switch card {
        case .atHand(let card): return .complete(ValidRequest(body: body, card: card))
        case .awaited(let card): return .awaitsCard(AwaitingRequest(body: body, card: card))
        }
    }

    private func terms(of draft: PaymentDraft, _ checks: inout FieldChecks) -> CheckedTerms {
        var terms = CheckedTerms(additionalData: draft.additionalData, storeToken: draft.storeToken ?? RequestDefaults.storeToken)
        terms.externalID = checks.identifier(checks.required(draft.externalID, FieldPath(.externalID)), FieldPath(.externalID), .externalID)
        terms.orderID = checks.identifier(checks.required(draft.orderID, FieldPath(.orderID)), FieldPath(.orderID), .orderID)
        terms.amount = checks.number(checks.required(draft.amount, FieldPath(.amount)), FieldPath(.amount), RequestLimits.amount)
        _ = checks.kept(draft.currency, FieldPath(.currency), .value, "must be \(RequestDefaults.currency)") { $0 == RequestDefaults.currency }
        let description = checks.required(draft.description, FieldPath(.description))
        terms.description = checks.text(description, FieldPath(.description), RequestLimits.description)
        terms.channel = checks.word(draft.channel, FieldPath(.channel), RequestDefaults.channel)
        terms.tenor = tenor(of: draft, &checks)
        terms.mode = mode(of: draft, tenor: terms.tenor, &checks)
        terms.authentication = checks.word(
            draft.authentication, FieldPath(.authentication), RequestDefaults.authentication(for: draft.card))
        let returnURL = checks.required(draft.returnURL, FieldPath(.returnURL))
        terms.returnURL = checks.kept(returnURL, FieldPath(.returnURL), .format, WebURLRule.message, by: WebURLRule.accepts)
        terms.callbackURL = checks.kept(draft.callbackURL, FieldPath(.callbackURL), .format, WebURLRule.message, by: WebURLRule.accepts)
        return terms
    }

    private func tenor(of draft: PaymentDraft, _ checks: inout FieldChecks) -> Tenor? {
        guard let months = draft.tenor else { return RequestDefaults.tenor }
        let known = Tenor.allCases.map { String($0.rawValue) }.joined(separator: ", ")
        let path = FieldPath(.options).member(OptionsField.tenor)
        return checks.kept(months, path, .value, "must be one of \(known)") { Tenor(exactly: $0) != nil }.flatMap { Tenor(exactly: $0) }
    }

    private func mode(of draft: PaymentDraft, tenor: Tenor?, _ checks: inout FieldChecks) -> PaymentMode? {
        let fitting = tenor.map { RequestDefaults.mode(for: $0) }
        guard draft.mode != nil else { return fitting }
        let mode = checks.word(draft.mode, FieldPath(.mode), PaymentMode.close)
        guard let fitting else { return mode }
        return checks.kept(mode, FieldPath(.mode), .contradiction, "must be \(fitting.rawValue) with this tenor") { $0 == fitting }
    }
}

/// What a request that breaks our own rules is refused with.
struct InvalidRequest: Error {
    let errors: [FieldError]
}

/// The outermost object's fields as far as they keep their rules.
struct CheckedTerms {
    var externalID: String?
    var orderID: String?
    var amount: Int64?
    var description: String?
    var channel: AcquirerChannel?
    var mode: PaymentMode?
    var tenor: Tenor?
    var authentication: Authentication?
    var returnURL: String?
    var callbackURL: String?
    let additionalData: String?
    let storeToken: Bool

    init(additionalData: String?, storeToken: Bool) {
        self.additionalData = additionalData
        self.storeToken = storeToken
    }
}
