import Secrets

/// A card that came from a chip. Whoever has it wipes it.
struct CardAtHand: Sendable {
    let chip: TerminalCard
    /// The read it is from; nil for a card that was just held to a terminal.
    let claim: ReadClaim?
}

/// Why a payment has no card.
enum NoCard: Error, Sendable {
    /// What is named in `cardDetails` brings none.
    case refused(code: String, message: String)
    /// Another card is being waited for at the terminal.
    case busy
    /// Whoever asked has hung up.
    case callerLeft
    /// The service is stopping.
    case stopping
}

extension TerminalService {
    /// The card that a request names; waits for it at a terminal while the caller is there.
    func card(for origin: CardOrigin, _ key: PaymentKey, from caller: Caller) async -> Result<CardAtHand, NoCard> {
        switch origin {
        case .read(let id):
            do throws(ReadRefusal) {
                let claim = try claim(id, for: key.externalID, of: key.merchant)
                return .success(CardAtHand(chip: claim.card, claim: claim))
            } catch {
                return .failure(NoCard(error))
            }
        case .terminal(let id, let timeout):
            let outcome = await caller.whilePresent { await self.tap(at: id, within: timeout, for: key.merchant) }
            switch outcome {
            case .card(let card):
                guard caller.hasLeft else { return .success(CardAtHand(chip: card, claim: nil)) }
                card.wipe()
                return .failure(.callerLeft)
            case .failed(let fault), .timedOut(let fault):
                return .failure(.refused(code: fault.code.rawValue, message: fault.message))
            case .cancelled: return .failure(caller.hasLeft ? .callerLeft : .stopping)
            case .busy: return .failure(.busy)
            case .noSuchTerminal: return .failure(.noSuchTerminal)
            }
        }
    }
}

extension PaymentService {
    /// All errors of a request that breaks our rules: also whether the read or terminal it names is one, which the validator cannot know.
    func allErrors(of checked: Result<CheckedRequest, InvalidRequest>, _ draft: PaymentDraft, _ merchant: MerchantID) async -> [FieldError] {
        guard case .failure(let invalid) = checked else { return [] }
        guard let card = draft.card, card.forms.count == 1 else { return invalid.errors }
        if let read = card.terminalRead, let refusal = terminals.refusal(of: read, to: draft.externalID, of: merchant) {
            return invalid.errors + NoCard(refusal).errors(at: .read(read))
        }
        if let terminal = card.terminal.map({ TerminalID($0) }), await terminals.terminal(terminal, of: merchant) == nil {
            return invalid.errors + NoCard.noSuchTerminal.errors(at: .terminal(terminal, timeout: .zero))
        }
        return invalid.errors
    }

    /// What a request comes to whose card cannot be had. Nothing is recorded.
    func outcome(of reason: NoCard, at origin: CardOrigin, _ merchant: MerchantID) -> PaymentOutcome {
        switch reason {
        case .refused: PaymentOutcome(.invalid(reason.errors(at: origin)))
        case .busy: PaymentOutcome(.terminalBusy)
        case .callerLeft: PaymentOutcome(.unavailable(.callerLeft))
        case .stopping: notTaken(.stopping, merchant)
        }
    }
}

extension NoCard {
    static let noSuchTerminal = NoCard(.notFound, "there is no such terminal, or it is not attached")

    private init(_ rule: FieldRule, _ message: String) {
        self = .refused(code: rule.rawValue, message: message)
    }

    /// The contract's section 2: a used, foreign or expired read is the field's error; a foreign one looks like none.
    init(_ refusal: ReadRefusal) {
        switch refusal {
        case .unknown: self.init(.notFound, "there is no such read")
        case .unfinished: self.init(.readUnfinished, "the read still waits for its card")
        case .failed(let status, let fault):
            self.init(.readFailed, "the read brought no card: " + (fault?.message ?? "it is \(status.rawValue)"))
        case .expired: self.init(.readExpired, "the read can be charged no more; read the card again")
        case .used: self.init(.readUsed, "the read was used by another payment; read the card again")
        }
    }

    fileprivate func errors(at origin: CardOrigin) -> [FieldError] {
        guard case .refused(let code, let message) = self else { return [] }
        return [FieldError(field: origin.path.description, code: code, message: message)]
    }
}

extension Result where Success == CheckedRequest, Failure == InvalidRequest {
    /// The request, if its fields keep all rules.
    var request: CheckedRequest? { try? get() }
}
