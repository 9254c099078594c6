import HTTPServer
import Payments

/// What every request under `/v1` must pass before its body is read. Refused, in this order:
///
/// - 403 without a verified client certificate, where the listener asks for them
/// - 403 when a page of another site sent it
/// - 401 without the token of a merchant
/// - 415 with a body that is not plain `application/json`
struct APIGate: Sendable {
    let authenticator: Authenticator
    let needsClientCertificate: Bool

    /// The merchant that asks, or the refusal.
    func admit(_ head: RequestHead) -> Admission<MerchantID> {
        if needsClientCertificate, !head.clientCertificateVerified {
            return .refused(.problem(.forbidden, "a client certificate is required here", requestID: head.requestID))
        }
        if Self.comesFromAnotherSite(head.headers) {
            return .refused(.problem(.forbidden, "pages of other sites may not send requests here", requestID: head.requestID))
        }
        guard let merchant = authenticator.merchant(of: head.headers) else {
            return .refused(.result(ResultState.authError.httpStatus(isRepeat: false), .unauthenticated))
        }
        if head.hasBody, head.isContentEncoded || !head.headers.announceJSON {
            let detail = "the body must be application/json, without a Content-Encoding"
            return .refused(.problem(.unsupportedMediaType, detail, requestID: head.requestID))
        }
        return .admitted(merchant)
    }

    /// Browsers say so themselves (W3C Fetch Metadata); other clients do not send the field.
    private static func comesFromAnotherSite(_ headers: RequestHeaders) -> Bool {
        headers.values(named: "Sec-Fetch-Site").contains { $0 == "cross-site" || $0 == "same-site" }
    }
}

extension RequestHead {
    /// Whether a body comes that is not known to be empty.
    fileprivate var hasBody: Bool {
        announcesBody && headers["Content-Length"] != "0"
    }
}

extension RequestHeaders {
    /// Whether the body is JSON as it stands. Parameters such as a charset mean nothing for JSON (RFC 8259, section 11).
    fileprivate var announceJSON: Bool {
        guard let type = self["Content-Type"] else { return false }
        let essence = type.prefix { $0 != ";" }.split(separator: " ")
        return essence.count == 1 && essence[0].lowercased() == "application/json"
    }
}
