/// The card endpoints of iFortePay that the sandbox has.
enum ChargeOperation: String, CaseIterable, Hashable, Sendable {
    /// With 3DS: answers a page for the payer.
    case charge = "/card-v2/v1/charge"
    case chargeDirectV1 = "/card-v2/v1/charge-direct"
    /// As v1, but the CVN may be left out.
    case chargeDirectV2 = "/card-v2/v2/charge-direct"

    var path: String { rawValue }
    /// Whether the money moves at once, without a payer's page.
    var isDirect: Bool { self != .charge }
    var needsCVN: Bool { self != .chargeDirectV2 }
}

/// How `charge` hands out the payer's page: the request header `response-type`, absent is html.
enum PageForm: String, Hashable, Sendable {
    /// `data.html`: a form that submits itself.
    case html
    /// `data.link`
    case url
}
