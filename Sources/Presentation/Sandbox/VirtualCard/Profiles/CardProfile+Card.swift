extension CardProfile {
    /// The card. `answers`: after how many answers a fault befalls it, for those that `failsInMidRead`.
    public func card(failingAfter answers: Int? = nil) -> any VirtualCardBehaviour {
        // A blocked card has one, too, and shows it to nobody.
        let account = account ?? CardAccount("4111111111111111")
        return switch self {
        case .visa, .expired: VirtualCard(.visa(account))
        case .mastercard: VirtualCard(.mastercard(account))
        case .amex: VirtualCard(.amex(account))
        case .jcb: VirtualCard(.jcb(account))
        case .unionpay: VirtualCard(.unionPay(account, name: ApplicationName.unionPayCredit, label: "UnionPay Credit"))
        case .gpn: VirtualCard(.gpn(account))
        case .noDirectory: VirtualCard(.maestro(account), directory: .absent)
        case .nineteenDigits: VirtualCard(.unionPay(account, name: ApplicationName.unionPayDebit, label: "UnionPay Debit"))
        case .twoApplications: VirtualCard(Self.secondBest(of: account), .gpn(account))
        case .phone: VirtualCard(.phone(account))
        case .getResponse: VirtualCard(.visa(account), transport: .getResponse(part: 64))
        case .wrongLength: VirtualCard(.visa(account), transport: .exactLength)
        case .blocked: VirtualCard(.visa(account), isBlocked: true)
        case .applicationBlocked: VirtualCard(Self.blocked(account))
        case .insertOnly: VirtualCard(.visa(account, policy: .refusing(.otherInterface)))
        case .malformed: VirtualCard(Self.malformed(account))
        case .phoneLocked: VirtualCard(directory: .empty)
        case .confirmOnPhone: VirtualCard(.phone(account, policy: .refusing(.commandNotAllowed)))
        case .mifare: StorageCard()
        case .torn: FaultyCard(VirtualCard(.mastercard(account)), .leaves, after: answers ?? 2)
        case .silent: FaultyCard(VirtualCard(.mastercard(account)), .fallsSilent, after: answers ?? 0)
        }
    }

    /// Whether it is good until a fault befalls it.
    public var failsInMidRead: Bool { self == .torn || self == .silent }

    private static func secondBest(of account: CardAccount) -> VirtualApplication {
        var application = VirtualApplication.mastercard(CardAccount("5200828282828210", holder: account.holder))
        application.priority = 2
        return application
    }

    private static func blocked(_ account: CardAccount) -> VirtualApplication {
        var application = VirtualApplication.mastercard(account)
        application.isBlocked = true
        return application
    }

    /// Lengths that need no end, and one that reaches beyond its record.
    private static func malformed(_ account: CardAccount) -> VirtualApplication {
        var application = VirtualApplication.mastercard(account)
        application.files = [
            .init(1, .raw([0x70, 0x80] + account.numberObject.encoded + [0x00, 0x00]), .raw([0x70, 0x04, 0x5A, 0x08, 0x55, 0x55]))
        ]
        return application
    }
}
