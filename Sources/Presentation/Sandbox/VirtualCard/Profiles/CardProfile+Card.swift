extension CardProfile {
    /// The card. `answers`: after how many answers a fault befalls it, for those that `failsInMidRead`.
    public func card(failingAfter answers: Int? = nil) -> any VirtualCardBehaviour {
        switch self {
        case .torn: FaultyCard(plainCard, .leaves, after: answers ?? 2)
        case .silent: FaultyCard(plainCard, .fallsSilent, after: answers ?? 0)
        default: plainCard
        }
    }

    /// Whether it is good until a fault befalls it.
    public var failsInMidRead: Bool { self == .torn || self == .silent }

    private var plainCard: VirtualCard {
        // Those without an account of their own have one that nobody gets to see.
        let account = account ?? CardAccount("4111111111111111")
        switch self {
        case .visa, .expired: return VirtualCard(.visa(account))
        case .mastercard, .torn, .silent: return VirtualCard(.mastercard(account))
        case .amex: return VirtualCard(.amex(account))
        case .jcb: return VirtualCard(.jcb(account))
        case .unionpay: return VirtualCard(.unionPay(account, name: ApplicationName.unionPayCredit, label: "UnionPay Credit"))
        case .gpn: return VirtualCard(.gpn(account))
        case .noDirectory: return VirtualCard(.maestro(account), directory: .absent)
        case .nineteenDigits: return VirtualCard(.unionPay(account, name: ApplicationName.unionPayDebit, label: "UnionPay Debit"))
        case .twoApplications:
            var second = VirtualApplication.mastercard(CardAccount("5200828282828210", holder: account.holder))
            second.priority = 2
            return VirtualCard(second, .gpn(account))
        case .phone: return VirtualCard(.phone(account))
        case .getResponse: return VirtualCard(.visa(account), transport: .getResponse(part: 64))
        case .wrongLength: return VirtualCard(.visa(account), transport: .exactLength)
        case .blocked:
            var card = VirtualCard(.visa(account))
            card.isBlocked = true
            return card
        case .applicationBlocked:
            var application = VirtualApplication.mastercard(account)
            application.isBlocked = true
            return VirtualCard(application)
        case .insertOnly: return VirtualCard(.visa(account, policy: .refusing(.otherInterface)))
        case .malformed: return VirtualCard(Self.malformed(account))
        case .phoneLocked: return VirtualCard(directory: .empty)
        case .confirmOnPhone: return VirtualCard(.phone(account, policy: .refusing(.commandNotAllowed)))
        case .mifare:
            // A reader would have to ask in words of its own; to payment commands there is no answer but that they are none.
            var card = VirtualCard(directory: .absent)
            card.answerToReset = AnswerToReset.storageCard
            return card
        }
    }

    /// Lengths that need no end, and one that reaches beyond its record.
    private static func malformed(_ account: CardAccount) -> VirtualApplication {
        var application = VirtualApplication.maestro(account)
        application.name = ApplicationName.mastercard
        application.label = "Mastercard"
        application.files = [
            .init(1, .raw([0x70, 0x80] + account.numberObject.encoded + [0x00, 0x00]), .raw([0x70, 0x04, 0x5A, 0x08, 0x55, 0x55]))
        ]
        return application
    }
}
