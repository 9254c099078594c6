/// A card network; the raw value is the word of the API.
///
/// Some are told by the chip's application alone (INTERAC, CB, EFTPOS, GIROCARD, BANCOMAT, US_DEBIT and others): no range of prefixes is theirs.
public enum CardNetwork: String, CaseIterable, Sendable {
    case visa = "VISA"
    case mastercard = "MASTERCARD"
    case maestro = "MAESTRO"
    case amex = "AMEX"
    case jcb = "JCB"
    case unionPay = "UNIONPAY"
    case gpn = "GPN"
    case discover = "DISCOVER"
    case diners = "DINERS"
    case interac = "INTERAC"
    case ruPay = "RUPAY"
    case mir = "MIR"
    case cb = "CB"
    case eftpos = "EFTPOS"
    case girocard = "GIROCARD"
    case dankort = "DANKORT"
    case troy = "TROY"
    case verve = "VERVE"
    case elo = "ELO"
    case bancomat = "BANCOMAT"
    case mada = "MADA"
    case bankAxept = "BANKAXEPT"
    case meeza = "MEEZA"
    case link = "LINK"
    case usDebit = "US_DEBIT"
    case hiper = "HIPER"
    case hipercard = "HIPERCARD"
    case uzCard = "UZCARD"
    case humo = "HUMO"
    case napas = "NAPAS"
    case lankaPay = "LANKAPAY"
    case tUnion = "TUNION"
    case uatp = "UATP"
    case unknown = "UNKNOWN"

    /// Digits of the security code: four on an Amex, three on every other card (contract, section 2).
    public var cvvLength: Int { self == .amex ? 4 : 3 }

    /// Whether every number of the network ends in a Luhn check digit. UnionPay has issued numbers that do not.
    public var alwaysPassesLuhn: Bool { self != .unionPay }
}
