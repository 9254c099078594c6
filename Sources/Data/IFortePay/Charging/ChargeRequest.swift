import Crypto
import HTTPClient
import Payments
import Secrets

/// A charge as the HTTP request that iFortePay takes.
enum ChargeRequest {
    /// Nil when it cannot be signed because an id is empty.
    static func make(_ charge: Charge, account: MerchantAccount, address: ProviderAddress, timeLimit: Duration) -> OutboundRequest? {
        guard
            let signature = RequestSignature.value(hashKey: account.hashKey, externalID: charge.externalID, orderID: charge.orderID)
        else { return nil }
        let endpoint = ChargeEndpoint(for: charge)
        var headers = [
            OutboundHeader("Content-Type", "application/json"),
            OutboundHeader("Authorization", secret: authorization(account)),
            OutboundHeader("x-req-signature", secret: SecretBytes(utf8: signature)),
            OutboundHeader("x-version", "v3"),
        ]
        // Else the answer is a form in HTML instead of a link.
        if endpoint == .charge { headers.append(OutboundHeader("response-type", "url")) }
        return OutboundRequest(
            .post, address.url(of: endpoint), headers: headers, body: ChargeBody.encode(charge), timeLimit: timeLimit,
            // Repeating is for the domain to decide and to remember: after a hidden repeat "already used" would pass for a refusal.
            mayBeSentTwice: false)
    }

    private static func authorization(_ account: MerchantAccount) -> SecretBytes {
        var value = SecretBuffer()
        value.append(utf8: "Basic ")
        account.basicCredential.withUnsafeBytes { value.append($0) }
        return value.finish()
    }
}

extension MerchantAccount {
    /// Base64 of merchant id and secret; the hash key is not part of it.
    var basicCredential: SecretBytes {
        var credential = SecretBuffer()
        credential.append(utf8: merchant.rawValue)
        credential.append(UInt8(ascii: ":"))
        secretUnbound.withUnsafeBytes { credential.append($0) }
        return Base64.encode(credential.finish())
    }
}
