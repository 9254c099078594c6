import Secrets

/// A payment request that lacks nothing but what its card's chip says.
struct AwaitingRequest: Sendable {
    let body: ValidBody
    let card: AwaitedCard
}

/// What a request says of a card that is read from its chip.
struct AwaitedCard: Sendable {
    let origin: CardOrigin
    let cvv: SecretBytes?
    let holder: String?

    func wipe() {
        cvv?.wipe()
    }
}

/// Where a card is read.
enum CardOrigin: Sendable {
    /// It was read before; the id as the caller wrote it.
    case read(String)
    /// It is yet to be held to a terminal.
    case terminal(TerminalID, timeout: Duration)

    /// The field that names it, and that its errors name.
    var path: FieldPath {
        let card = FieldPath(.card)
        return switch self {
        case .read: card.member(CardField.terminalRead)
        case .terminal: card.member(CardField.terminal)
        }
    }
}

extension AwaitingRequest {
    /// The request with its card as of `moment`; the card stays the caller's to wipe.
    ///
    /// The chip is the truth about its number: neither the check digit nor the lengths that a network uses are asked for, which guard against
    /// mistyping.
    func completed(with chip: TerminalCard, at moment: Timestamp) throws(InvalidRequest) -> ValidRequest {
        var checks = FieldChecks(faults: [])
        let path = card.origin.path
        let number = CardNumber(chip: chip.number, network: chip.applicationNetwork)
        if !NetworkDetection.unknownLengths.contains(number.count) {
            checks.report(path, .length, "the number on the card's chip has not as many digits as a card has that can be charged: 12 to 19")
        }
        if let expiry = chip.expiry {
            if expiry.isOver(at: moment) { checks.report(path, .expired, CardExpiry.expiredMessage) }
        } else {
            checks.report(path, .noExpiry, "the card's chip does not say until when the card is good, without which it cannot be charged")
        }
        let cvvPath = FieldPath(.card).member(CardField.cvv)
        _ = checks.kept(card.cvv, cvvPath, .format, CVV.message(for: number.network)) { CVV.accepts($0, network: number.network) }
        guard checks.errors.isEmpty, let expiry = chip.expiry else {
            number.wipe()
            throw InvalidRequest(errors: checks.errors)
        }
        return ValidRequest(body: body, card: .card(number, expiry, holder: holder(of: chip), cvv: card.cvv, source: .terminal))
    }

    /// The request's name, else the chip's if a card's holder may have it, else the customer's (contract, section 2).
    private func holder(of chip: TerminalCard) -> String {
        if let named = card.holder { return named }
        if let name = chip.shownHolderName, CardHolder.accepts(name) { return name }
        return body.customer.fullName
    }
}
