/// The virtual cards by name; the raw value is the name on the command line.
public enum CardProfile: String, CaseIterable, Sendable {
    case visa, mastercard, amex, jcb, unionpay, gpn
    case noDirectory = "no-ppse"
    case nineteenDigits = "19-digit"
    case twoApplications = "two-applications"
    case phone
    case expired
    case getResponse = "get-response"
    case wrongLength = "wrong-le"
    case blocked
    case applicationBlocked = "application-blocked"
    case insertOnly = "insert-only"
    case malformed
    case phoneLocked = "phone-locked"
    case confirmOnPhone = "confirm-on-phone"
    case mifare
    case torn
    case silent

    /// A line for people.
    public var summary: String {
        switch self {
        case .visa: "Visa; tells number and expiry with its processing options"
        case .mastercard: "Mastercard with a holder's name; the card in the second of three files"
        case .amex: "American Express, 15 digits; refuses a terminal that does not say what it is"
        case .jcb: "JCB with a holder's name"
        case .unionpay: "UnionPay, 16 digits; asks for objects of its own"
        case .gpn: "GPN, Indonesia's own network, with a holder's name"
        case .noDirectory: "Maestro without the contactless directory (PPSE)"
        case .nineteenDigits: "UnionPay, 19 digits, a name in Chinese"
        case .twoApplications: "Mastercard listed first, GPN to be preferred by its priority; two numbers"
        case .phone: "a phone with Visa; the number is the device's"
        case .expired: "Visa that expired in December 2020"
        case .getResponse: "Visa that hands its answers over by GET RESPONSE (61xx), in parts"
        case .wrongLength: "Visa that wants the exact length (6Cxx)"
        case .blocked: "a blocked card (6A81)"
        case .applicationBlocked: "Mastercard whose only application is blocked (6283)"
        case .insertOnly: "Visa that wants to be inserted (6984)"
        case .malformed: "Mastercard whose records are no TLV"
        case .phoneLocked: "a phone whose wallet is locked: an empty directory"
        case .confirmOnPhone: "a phone that wants its owner to confirm (6986)"
        case .mifare: "a MIFARE storage card: no payment card at all"
        case .torn: "Mastercard that is taken away in mid-read: after two answers, or as many as --after says"
        case .silent: "Mastercard that never answers; with --after from then on"
        }
    }

    /// Whose card it is, also of a card that does not let itself be read; of two applications the one to be preferred. Nil when it holds no account.
    public var account: CardAccount? {
        switch self {
        case .visa, .getResponse, .wrongLength, .insertOnly: CardAccount("4111111111111111")
        case .mastercard, .torn, .silent, .applicationBlocked, .malformed: CardAccount("5555555555554444", holder: "DOE/JANE")
        case .amex: CardAccount("378282246310005", holder: "AMEX/TEST")
        case .jcb: CardAccount("3530111333300000", holder: "YAMADA/TARO")
        case .unionpay: CardAccount("6200000000000005", holder: "WANG/XIAOMING")
        case .gpn, .twoApplications: CardAccount("1946000000000005", holder: "BUDI/SANTOSO")
        case .noDirectory: CardAccount("6759649826438453", holder: "SARI/DEWI")
        // GB 2312.
        case .nineteenDigits: CardAccount("6205500000000000004", holder: "张/三", holderBytes: [0xD5, 0xC5, 0x2F, 0xC8, 0xFD])
        case .phone, .confirmOnPhone: CardAccount("4242424242424242")
        case .expired: CardAccount("4000056655665556", expiryYear: 2020, holder: "LAMA/KARTU")
        case .blocked, .phoneLocked, .mifare: nil
        }
    }
}
