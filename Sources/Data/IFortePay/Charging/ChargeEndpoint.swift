import Payments

/// The path of a charge (iFortePay's card API, "card-v2").
enum ChargeEndpoint: String, CaseIterable {
    /// 3DS: answers with the acquirer's page.
    case charge = "/card-v2/v1/charge"
    /// Without 3DS, with a CVV.
    case directWithCVV = "/card-v2/v1/charge-direct"
    /// Without 3DS; the only one that takes a card without a CVV, as a tap gives it.
    case directWithoutCVV = "/card-v2/v2/charge-direct"

    init(for charge: Charge) {
        self =
            switch charge.authentication {
            case .threeDS: .charge
            case .direct: charge.instrument.hasCVV ? .directWithCVV : .directWithoutCVV
            }
    }
}
