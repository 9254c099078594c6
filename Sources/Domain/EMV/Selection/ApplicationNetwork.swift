/// The network an application belongs to; the raw value is the word of the API.
public enum ApplicationNetwork: String, CaseIterable, Sendable {
    case visa = "VISA"
    case mastercard = "MASTERCARD"
    case maestro = "MAESTRO"
    case amex = "AMEX"
    case jcb = "JCB"
    case unionPay = "UNIONPAY"
    case gpn = "GPN"
    case discover = "DISCOVER"
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

    /// The network of an application; nil when nobody we know registered it.
    public init?(of application: ApplicationIdentifier) {
        guard let row = ApplicationRegistry.row(for: application), case .network(let network) = row.owner else { return nil }
        self = network
    }
}
