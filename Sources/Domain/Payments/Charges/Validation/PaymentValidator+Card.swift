import Secrets

// `cardDetails`: exactly one of four forms.
extension PaymentValidator {
    /// `authentication` is nil when the request names one that does not exist.
    func card(
        of draft: PaymentDraft, authentication: Authentication?, at moment: Timestamp, _ checks: inout FieldChecks
    ) -> CheckedCard? {
        let path = FieldPath(.card)
        guard let card = checks.required(draft.card, path), let form = form(of: card, path, &checks) else { return nil }
        if card.cvv == nil, authentication == .threeDS, form != .token {
            checks.report(path.member(CardField.cvv), .required, form.isRead ? Self.noCVVOnChip : "is required unless authentication is DIRECT")
        }
        switch form {
        case .manual: return manual(card, path, at: moment, &checks).map(CheckedCard.atHand)
        case .token: return token(card, path, &checks).map(CheckedCard.atHand)
        case .terminalRead, .terminal: return awaited(card, path, &checks).map(CheckedCard.awaited)
        }
    }

    private static let noCVVOnChip =
        "is required with authentication 3DS: a chip does not tell the card's CVV, so it must be typed, or authentication be DIRECT"

    private func form(of card: CardDraft, _ path: FieldPath, _ checks: inout FieldChecks) -> CardForm? {
        let forms = card.forms
        if let form = forms.first, forms.count == 1 { return form }
        // A name or a CVV alone is a form that somebody has begun to fill in.
        if forms.isEmpty, card.holderName != nil || card.cvv != nil, !checks.isPartlyUnreadable(path) { return .manual }
        if forms.count > 1 || !checks.isPartlyUnreadable(path) {
            checks.report(path, .form, "must hold exactly one of a card number with its expiry, a token, a terminalRead or a terminal")
        }
        return nil
    }

    private func manual(_ card: CardDraft, _ path: FieldPath, at moment: Timestamp, _ checks: inout FieldChecks) -> ValidCard? {
        let number = number(card.number, path.member(CardField.number), &checks)
        let expiry = expiry(of: card, path, at: moment, &checks)
        let holderPath = path.member(CardField.holderName)
        let holder = checks.kept(
            checks.required(card.holderName, holderPath), holderPath, .format, CardHolder.message, by: CardHolder.accepts)
        let cvv = cvv(card.cvv, network: number?.network, path, &checks)
        guard let number, let expiry, let holder else {
            number?.wipe()
            return nil
        }
        return .card(number, expiry, holder: holder, cvv: cvv, source: .manual)
    }

    private func number(_ text: SecretBytes?, _ path: FieldPath, _ checks: inout FieldChecks) -> CardNumber? {
        guard let text = checks.required(text, path) else { return nil }
        do throws(CardNumberFault) {
            return try CardNumber(text: text, checksLuhn: checksLuhn)
        } catch {
            checks.report(path, error.rule, error.message)
            return nil
        }
    }

    private func expiry(of card: CardDraft, _ path: FieldPath, at moment: Timestamp, _ checks: inout FieldChecks) -> CardExpiry? {
        let (monthPath, yearPath) = (path.member(CardField.expiryMonth), path.member(CardField.expiryYear))
        let monthText = checks.required(card.expiryMonth, monthPath)
        let yearText = checks.required(card.expiryYear, yearPath)
        _ = checks.kept(monthText, monthPath, .format, CardExpiry.monthMessage) { CardExpiry.month(of: $0) != nil }
        _ = checks.kept(yearText, yearPath, .format, CardExpiry.yearMessage) { CardExpiry.year(of: $0) != nil }
        guard let month = monthText.flatMap(CardExpiry.month), let year = yearText.flatMap(CardExpiry.year) else { return nil }
        let expiry = CardExpiry(month: month, year: year)
        guard expiry.isOver(at: moment) else { return expiry }
        checks.report(expiry.isYearOver(at: moment) ? yearPath : monthPath, .expired, CardExpiry.expiredMessage)
        return nil
    }

    private func cvv(_ code: SecretBytes?, network: CardNetwork?, _ path: FieldPath, _ checks: inout FieldChecks) -> SecretBytes? {
        checks.kept(code, path.member(CardField.cvv), .format, CVV.message(for: network)) { CVV.accepts($0, network: network) }
    }

    private func token(_ card: CardDraft, _ path: FieldPath, _ checks: inout FieldChecks) -> ValidCard? {
        let token = checks.kept(card.token, path.member(CardField.token), .length, "must not be empty") { !$0.isEmpty }
        let cvv = cvv(card.cvv, network: nil, path, &checks)
        return token.map { .token($0, cvv: cvv) }
    }

    /// A read or a tap. Whether there is such a read or terminal, and what the card says, is not known here.
    private func awaited(_ card: CardDraft, _ path: FieldPath, _ checks: inout FieldChecks) -> AwaitedCard? {
        let timeoutPath = path.member(CardField.timeoutSeconds)
        let timeout = checks.number(
            card.timeoutSeconds ?? RequestDefaults.terminalTimeoutSeconds, timeoutPath, RequestLimits.terminalTimeoutSeconds)
        let cvv = cvv(card.cvv, network: nil, path, &checks)
        let holder = checks.kept(card.holderName, path.member(CardField.holderName), .format, CardHolder.message, by: CardHolder.accepts)
        if let read = card.terminalRead { return AwaitedCard(origin: .read(read), cvv: cvv, holder: holder) }
        // A time-out alone belongs to a terminal that is not named.
        guard let terminal = checks.required(card.terminal, path.member(CardField.terminal)), let timeout else { return nil }
        return AwaitedCard(origin: .terminal(TerminalID(terminal), timeout: .seconds(timeout)), cvv: cvv, holder: holder)
    }
}

/// The card of a request whose fields keep their rules.
enum CheckedCard: Sendable {
    case atHand(ValidCard)
    case awaited(AwaitedCard)

    func wipe() {
        switch self {
        case .atHand(let card): card.wipe()
        case .awaited(let card): card.wipe()
        }
    }
}
